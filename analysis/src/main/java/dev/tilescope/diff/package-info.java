/**
 * What differs between two reports of what should be the same program.
 *
 * <p>Start at {@link dev.tilescope.diff.ReportDiff}: it aligns the operations of both, level by
 * level, and says which were added, removed or changed, and what the whole costs now in memory and
 * time. {@link dev.tilescope.diff.Limit} is a bound on such a cost that a build can fail on.
 *
 * <p>Inside: {@code ReportShape} gives every operation a number that equals another's exactly if
 * both did the same, {@link dev.tilescope.diff.Alignment} finds a longest common subsequence of
 * such numbers. {@code CallLayers} puts together what changed alike in equal layers.
 *
 * <p>Tensor ids, addresses and durations differ from run to run and are no change. Pure functions;
 * uses {@code model}, {@code graph} and {@code analysis}.
 *
 * <pre>{@code
 * ReportDiff diff =
 *     ReportDiff.of(
 *         ReportFile.read(Path.of("before.json")), ReportFile.read(Path.of("after.json")));
 * System.out.println(diff.isSame());
 * }</pre>
 */
@NullMarked
package dev.tilescope.diff;

import org.jspecify.annotations.NullMarked;
