package dev.tilescope.internal.explain;

import java.util.List;
import java.util.Locale;

/** Programs on a part of the cores though there is work for more. */
final class FewCores implements Detector {
  /** What starting a program takes at least, whatever its cores. */
  static final double LAUNCH_NANOS = 1000;

  private static final double LEAST_GROWTH = 2;

  @Override
  public List<Finding> in(Run run) {
    Stakes stakes = new Stakes(run, Topic.FEW_CORES);
    for (Work work : run.works()) {
      stakes.add(work, saved(work, run));
    }
    if (stakes.isEmpty()) {
      return List.of();
    }
    Work first = stakes.first();
    return stakes.found(
        String.format(
            Locale.ROOT,
            "%s ran on %s of %d cores, though its result has %,.0f parts to share out",
            first.name(),
            first.cores() == 1 ? "1" : Integer.toString(first.cores()),
            run.workers(),
            first.parts()),
        first.result().isSharded() || first.input().isSharded()
            ? "spread its shards over more cores"
            : "give it a larger core grid, or a memory config with shards on more cores");
  }

  private static double saved(Work work, Run run) {
    int cores = work.cores();
    double possible = Math.min(run.workers(), work.parts());
    if (cores == 0 || work.operation().isDramSharded() || possible < LEAST_GROWTH * cores) {
      return 0;
    }
    double faster = LAUNCH_NANOS + (work.nanos() - LAUNCH_NANOS) * cores / possible;
    return work.nanos() - Math.max(faster, run.dramNanos(work.dramBytes()));
  }
}
