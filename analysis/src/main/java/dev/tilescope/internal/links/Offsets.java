package dev.tilescope.internal.links;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far the numbers of a run's calls are from those of the other side, if they count alike: one
 * offset under which nearly every call falls on something like it. It is certain if no other offset
 * fits, such as one by a layer or an iteration.
 */
final class Offsets {
  private static final int PROBES = 256;
  private static final int NEIGHBOURS = 16;
  private static final int CANDIDATES = 64;

  /** A part of calls or targets that must fall on each other. */
  private static final double LEAST = 0.6;

  /** A part of those that fall on something that may be unlike. */
  private static final double MOST_UNLIKE = 0.02;

  /** An offset that explains less than this part is no rival. */
  private static final double RIVAL = 0.2;

  /** So many more must be unlike under another offset. */
  private static final int UNLIKE_MORE = 3;

  /**
   * @param like calls that fall on something like them
   * @param unlike calls that fall on something else
   */
  record Offset(long by, int like, int unlike, boolean certain) {
    boolean rivals(Offset best) {
      return by != best.by && like >= RIVAL * best.like && unlike < best.unlike * 5 + UNLIKE_MORE;
    }
  }

  private final Calls calls;
  private final Calls targets;
  private final Likeness likeness;

  Offsets(Calls calls, Calls targets, Likeness likeness) {
    this.calls = calls;
    this.targets = targets;
    this.likeness = likeness;
  }

  /**
   * @param partners a first alignment, by order alone
   */
  @Nullable Offset best(int[] partners) {
    List<Offset> tried = candidates(partners).stream().map(this::tried).toList();
    Offset best =
        tried.stream().max(Comparator.comparingInt(o -> o.like - 4 * o.unlike)).orElse(null);
    int fewer = Math.min(calls.size(), targets.size());
    if (best == null || best.like < LEAST * fewer || best.unlike > 1 + MOST_UNLIKE * best.like) {
      return null;
    }
    return new Offset(
        best.by, best.like, best.unlike, tried.stream().noneMatch(o -> o.rivals(best)));
  }

  private List<Long> candidates(int[] partners) {
    Map<Long, Integer> votes = new HashMap<>();
    for (int i = 0; i < partners.length; i++) {
      if (partners[i] >= 0) {
        votes.merge(offset(i, partners[i]), 1, Integer::sum);
      }
    }
    List<Long> found = new ArrayList<>(most(votes, CANDIDATES));
    Map<Long, Integer> others = new HashMap<>();
    long expected = found.isEmpty() ? 0 : found.getFirst();
    int step = Math.max(1, calls.size() / PROBES);
    for (int i = 0; i < calls.size(); i += step) {
      probe(i, expected, others);
    }
    found.addAll(most(others, CANDIDATES));
    return found.stream().distinct().toList();
  }

  /** Those like a call that are nearest to where it is expected. */
  private void probe(int call, long expected, Map<Long, Integer> votes) {
    int[] places = likeness.places(call);
    int near = Arrays.binarySearch(places, firstAtLeast(calls.coordinates()[call] + expected));
    int at = near < 0 ? -near - 1 : near;
    int to = Math.min(places.length, at + NEIGHBOURS);
    for (int i = Math.max(0, at - NEIGHBOURS); i < to; i++) {
      votes.merge(offset(call, places[i]), 1, Integer::sum);
    }
  }

  private static List<Long> most(Map<Long, Integer> votes, int count) {
    return votes.entrySet().stream()
        .sorted(
            Map.Entry.<Long, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(count)
        .map(Map.Entry::getKey)
        .toList();
  }

  private long offset(int call, int target) {
    return targets.coordinates()[target] - calls.coordinates()[call];
  }

  private Offset tried(long by) {
    int like = 0;
    int unlike = 0;
    for (int i = 0; i < calls.size(); i++) {
      int target = target(i, by);
      if (target >= 0 && likeness.level(i) < Likeness.NONE) {
        boolean agrees = likeness.agree(i, target);
        like += agrees ? 1 : 0;
        unlike += agrees ? 0 : 1;
      }
    }
    return new Offset(by, like, unlike, false);
  }

  /** What a call falls on, or -1. */
  int target(int call, long by) {
    int at = firstAtLeast(calls.coordinates()[call] + by);
    boolean there =
        at < targets.size() && targets.coordinates()[at] == calls.coordinates()[call] + by;
    if (!there) {
      return -1;
    }
    // Counted twice from the beginning, as by two programs: several have one number.
    for (int i = at;
        i < targets.size() && targets.coordinates()[i] == targets.coordinates()[at];
        i++) {
      if (likeness.agree(call, i)) {
        return i;
      }
    }
    return at;
  }

  private int firstAtLeast(long coordinate) {
    if (!targets.counted()) {
      return (int) Math.clamp(coordinate, 0L, targets.size());
    }
    int low = 0;
    int high = targets.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (targets.coordinates()[middle] < coordinate) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
