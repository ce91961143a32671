package dev.tilescope.internal.explain;

import dev.tilescope.internal.perf.PerfRow.Dispatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Programs that the host builds again though it calls the operation over and over. */
final class CacheMisses implements Detector {
  private static final int LEAST = 5;
  private static final double MOST_HITS = 0.3;

  /** A program is built once for all runs; what counts is that there is a new one again. */
  private static final double ONCE = 0.6;

  @Override
  public List<Finding> in(Run run) {
    if (!isTold(run)) {
      return List.of();
    }
    Map<String, List<Work>> byName = new HashMap<>();
    run.works().stream()
        .filter(work -> work.row().dispatch().isCached() != null)
        .forEach(work -> byName.computeIfAbsent(work.name(), _ -> new ArrayList<>()).add(work));
    Stakes stakes = new Stakes(run, Topic.CACHE_MISSES);
    Set<String> built = new HashSet<>();
    for (List<Work> works : byName.values()) {
      boolean isMissed = works.size() >= LEAST && hits(works) <= MOST_HITS * works.size();
      for (Work work : works) {
        Dispatch dispatch = work.row().dispatch();
        boolean again = dispatch.program() != null && !built.add(work.name() + dispatch.program());
        if (isMiss(work) && (isMissed || again) && dispatch.hostNanos() > 0) {
          stakes.add(work, dispatch.hostNanos(), dispatch.hostNanos());
        }
      }
    }
    if (stakes.size() < LEAST) {
      return List.of();
    }
    return stakes.ofHost(
        ONCE,
        String.format(
            Locale.ROOT,
            "%s and others were built anew in %,d of %,d calls",
            stakes.first().name(),
            stakes.size(),
            run.works().size()),
        "give these calls the same shapes and parameters, padding where they differ, and keep the"
            + " program cache on");
  }

  /** TT-NN's profiler can leave the column false throughout. */
  private static boolean isTold(Run run) {
    return run.isModelled()
        || run.works().stream()
            .anyMatch(work -> Boolean.TRUE.equals(work.row().dispatch().isCached()));
  }

  private static long hits(List<Work> works) {
    return works.stream().filter(work -> !isMiss(work)).count();
  }

  private static boolean isMiss(Work work) {
    return Boolean.FALSE.equals(work.row().dispatch().isCached());
  }
}
