package dev.tilescope.internal.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Time in which the device waited for its next program, and programs too short to be worth it. */
final class Gaps implements Detector {
  /** What tt-perf-report calls unavoidable without a metal trace. */
  private static final double USUAL_GAP_NANOS = 6000;

  private static final double HIGH_GAP_NANOS = 6500;
  private static final double HOST_BOUND_PART = 0.5;

  private static final double SHORT_NANOS = 4000;
  private static final int LEAST_SHORT = 16;

  /** Of the time of short programs and the gaps before them: what joining two of three saves. */
  private static final double JOINED = 0.5;

  @Override
  public List<Finding> in(Run run) {
    List<Finding> found = new ArrayList<>(waits(run));
    found.addAll(shortPrograms(run));
    return found;
  }

  private static List<Finding> waits(Run run) {
    double high =
        run.works().stream().mapToDouble(Work::gapNanos).filter(gap -> gap > HIGH_GAP_NANOS).sum();
    boolean isHostBound = high > HOST_BOUND_PART * run.totalNanos();
    Stakes stakes = new Stakes(run, isHostBound ? Topic.HOST_BOUND : Topic.GAPS);
    for (Work work : run.works()) {
      if (work.gapNanos() > HIGH_GAP_NANOS) {
        stakes.add(work, work.gapNanos(), work.gapNanos() - USUAL_GAP_NANOS);
      }
    }
    if (stakes.isEmpty()) {
      return List.of();
    }
    boolean isTraced =
        run.works().stream().anyMatch(work -> work.row().dispatch().replay() != null);
    return stakes.ofGaps(
        String.format(
            Locale.ROOT,
            "the device waited %s for the host, %.0f %% of the time, %s",
            Nanos.text(high),
            100 * high / run.totalNanos(),
            stakes.size() == 1 ? "once" : "before %,d programs".formatted(stakes.size())),
        isTraced
            ? "see what the host does there: reads, prints, programs outside of the metal trace"
            : "if this is a first run, which builds programs, measure a later one between"
                + " signposts; else capture a metal trace, and keep the host from reading"
                + " results back between programs");
  }

  private static List<Finding> shortPrograms(Run run) {
    Stakes stakes = new Stakes(run, Topic.DISPATCH);
    for (Work work : run.works()) {
      if (work.nanos() > 0 && work.nanos() < SHORT_NANOS && work.gapNanos() <= HIGH_GAP_NANOS) {
        double start = work.gapNanos() + Math.min(work.nanos(), FewCores.LAUNCH_NANOS);
        stakes.add(work, work.nanos() + work.gapNanos(), start * JOINED);
      }
    }
    if (stakes.size() < LEAST_SHORT) {
      return List.of();
    }
    return stakes.found(
        String.format(
            Locale.ROOT,
            "%,d of %,d programs are shorter than %s, so starting them is most of what they take",
            stakes.size(),
            run.works().size(),
            Nanos.text(SHORT_NANOS)),
        "join them: fused activations and biases, fewer and larger tensors, one operation for a"
            + " batch; a metal trace shortens what is between them");
  }
}
