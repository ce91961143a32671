package dev.tilescope.internal.explain;

import java.util.List;
import java.util.Locale;

/** Programs that compute nothing: together they may be most of a run. */
final class Movement implements Detector {
  private static final double LEAST_PART = 0.25;

  /** Of their time: some of it has to be. */
  private static final double SAVED = 0.5;

  @Override
  public List<Finding> in(Run run) {
    Stakes stakes = new Stakes(run, Topic.MOVEMENT);
    for (Work work : run.works()) {
      boolean moves =
          switch (work.family()) {
            case MOVEMENT -> !work.stem().startsWith("Embedding");
            case SHARDS, LAYOUT -> true;
            case ELEMENTWISE, MATMUL, CONVOLUTION, NORM, REDUCTION, ATTENTION, OTHER -> false;
          };
      if (moves) {
        stakes.add(work, work.nanos() * SAVED);
      }
    }
    double part = run.totalNanos() > 0 ? stakes.costNanos() / run.totalNanos() : 0;
    return part < LEAST_PART
        ? List.of()
        : stakes.found(
            String.format(
                Locale.ROOT,
                "%.0f %% of the time goes into moving and relaying tensors, most in %s",
                100 * part,
                stakes.first().name()),
            "look for operations that take tensors as they are: broadcasts instead of repeats,"
                + " transposed products instead of transposes, one buffer instead of growing copies");
  }
}
