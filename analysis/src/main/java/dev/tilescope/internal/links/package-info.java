/**
 * Which operation of a report, or which row of another run, a row of a run is: the one place that
 * links what was measured with what was called.
 *
 * <p>Start at {@link dev.tilescope.internal.links.Links}: rows and targets are lists of {@link
 * dev.tilescope.internal.links.Ran}, evidence in words that all files have in common, and each row
 * gets a {@link dev.tilescope.internal.links.Link} with its {@link
 * dev.tilescope.internal.links.Link.Confidence}, or a reason why it has none. {@link
 * dev.tilescope.internal.links.ReportOperations} are the targets that a report has.
 *
 * <p>Inside: {@code Sequences} says which rows follow each other, {@code Calls} puts rows of one
 * call on several devices and of its replays together. {@code Likeness} numbers names, tensors and
 * attributes. {@code CallLinking} pairs calls: by {@code Offsets}, where the run's own count of its
 * calls differs from that of the other side by one number throughout, else by {@code Order}, the
 * longest common subsequence of {@link dev.tilescope.diff.Alignment} from the strictest likeness to
 * the weakest; then what is left out of order. {@code RowLinking} finds the rows of paired calls.
 *
 * <p>Time for n rows: n log n to sort and to look up likenesses, a fixed number of passes for
 * offsets, and that of the alignment, which is linear for lists that are mostly alike and bounded
 * by n times a constant for others.
 */
@NullMarked
package dev.tilescope.internal.links;

import org.jspecify.annotations.NullMarked;
