package dev.tilescope.internal.links;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The calls of one side in the order in which they were made: rows of one call, on several devices
 * or of several replays, are together.
 *
 * @param counted whether the run numbered its calls
 * @param coordinates the number of each call; its place where they have none
 */
record Calls(boolean counted, List<List<Integer>> rows, long[] coordinates) {

  /**
   * @param chosen indexes of those that count here
   */
  static Calls of(List<Ran> all, List<Integer> chosen) {
    boolean counted = chosen.stream().allMatch(i -> all.get(i).call() >= 0);
    boolean timed = chosen.stream().allMatch(i -> all.get(i).moment() >= 0);
    List<Integer> ordered = new ArrayList<>(chosen);
    if (counted) {
      ordered.sort(
          Comparator.comparingLong((Integer i) -> all.get(i).call())
              .thenComparing(i -> all.get(i).name()));
    } else if (timed) {
      ordered.sort(Comparator.comparingLong(i -> all.get(i).moment()));
    }
    List<List<Integer>> calls = new ArrayList<>();
    for (int i : ordered) {
      if (calls.isEmpty() || !isSame(all.get(calls.getLast().getFirst()), all.get(i), counted)) {
        calls.add(new ArrayList<>(1));
      }
      calls.getLast().add(i);
    }
    long[] coordinates = new long[calls.size()];
    for (int i = 0; i < coordinates.length; i++) {
      coordinates[i] = counted ? all.get(calls.get(i).getFirst()).call() : i;
    }
    return new Calls(counted, calls, coordinates);
  }

  /** Without numbers, what began at one moment is one row that stands there twice. */
  private static boolean isSame(Ran a, Ran b, boolean counted) {
    boolean same = counted ? a.call() == b.call() : a.moment() >= 0 && a.moment() == b.moment();
    return same && a.name().equals(b.name());
  }

  int size() {
    return coordinates.length;
  }

  /** What stands for each call: its first row. */
  List<Ran> firsts(List<Ran> all) {
    return rows.stream().map(call -> all.get(call.getFirst())).toList();
  }
}
