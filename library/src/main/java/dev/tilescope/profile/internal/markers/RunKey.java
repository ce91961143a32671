package dev.tilescope.profile.internal.markers;

import java.util.Comparator;

/**
 * One run of a program on a chip.
 *
 * @param programNumber of its launch, or of its recording into a trace
 */
record RunKey(int programNumber, Replay replay) {
  /** As TT-Metal's runtime sorts its report. */
  static final Comparator<RunKey> ORDER =
      Comparator.comparingInt(RunKey::programNumber)
          .thenComparingLong(run -> run.replay.traceId())
          .thenComparingLong(run -> run.replay.session());
}
