package dev.tilescope.internal.explain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The same tensor relaid in the same way again and again, as weights in a loop. */
final class RepeatedWork implements Detector {
  private static final int LEAST = 3;

  private record Key(String name, List<Long> inputs, String attributes) {}

  @Override
  public List<Finding> in(Run run) {
    Map<Key, List<Work>> same = new HashMap<>();
    for (Work work : run.works()) {
      if (!work.inputs().isEmpty() && RoundTrips.isRelayout(work)) {
        Key key = new Key(work.name(), work.inputs(), work.row().attributes());
        same.computeIfAbsent(key, _ -> new ArrayList<>()).add(work);
      }
    }
    Stakes stakes = new Stakes(run, Topic.REPEATED_WORK);
    for (List<Work> works : same.values()) {
      if (works.size() >= LEAST) {
        works.subList(1, works.size()).forEach(work -> stakes.add(work, work.nanos()));
      }
    }
    if (stakes.isEmpty()) {
      return List.of();
    }
    Work first = stakes.first();
    return stakes.found(
        String.format(
            Locale.ROOT,
            "%s does the same to tensor %d again and again: %,d times too often in all",
            first.name(),
            first.inputs().getFirst(),
            stakes.size()),
        "do it once before the loop and keep the result");
  }
}
