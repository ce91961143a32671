package dev.tilescope.profile;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a session recorded.
 *
 * @param lost events that found no room
 * @param threadsWithLoss how many threads lost some
 * @param cost what being profiled cost the program; null if the journal ends early
 * @param failure why the journal ends early; null if it does not
 */
public record ProfilerSummary(
    Path journal,
    long zones,
    long lost,
    int threadsWithLoss,
    @Nullable ProfilerCost cost,
    @Nullable String failure) {
  /** Empty if there is nothing to complain about. */
  String complaint() {
    String losses =
        lost == 0
            ? ""
            : "%,d events of %,d threads were lost, as they came faster than they could be written; mark fewer zones, or give the profiler more memory with ProfilerOptions.withBufferBytes. "
                .formatted(lost, threadsWithLoss);
    String end =
        failure == null
            ? ""
            : "%s ends early: %s; make room there, or name another folder with TT_METAL_PROFILER_DIR"
                .formatted(journal, failure);
    return (losses + end).strip();
  }
}
