package dev.tilescope.internal.perf;

import org.jspecify.annotations.Nullable;

/**
 * Which rows a performance report is of.
 *
 * @param startSignpost rows after its first occurrence
 * @param endSignpost rows before its first occurrence, or its second if it is the start too
 * @param printSignposts keep signposts inside the window as rows
 * @param ids null for all
 * @param arch for files that do not name theirs
 * @param tracingMode keep the order of the file: times of a replayed trace are those of its capture
 */
public record PerfOptions(
    @Nullable String startSignpost,
    @Nullable String endSignpost,
    boolean ignoreSignposts,
    boolean printSignposts,
    @Nullable IdRange ids,
    @Nullable String arch,
    boolean tracingMode,
    boolean hostOperations,
    boolean mergeDevices) {

  /** All that tt-perf-report does when it is told nothing. */
  public static final PerfOptions DEFAULT =
      new PerfOptions(null, null, false, false, null, null, false, true, true);
}
