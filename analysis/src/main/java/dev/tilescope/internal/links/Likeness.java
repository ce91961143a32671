package dev.tilescope.internal.links;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How alike two things are: numbers, equal for things that agree in what a level asks for, and for
 * each row the strictest level on which a target agrees with it at all.
 */
final class Likeness {
  /** In name, tensors and attributes; in name and tensors; in name. */
  static final int LEVELS = 3;

  private static final int OF_TENSORS = 1;
  static final int OF_NAMES = 2;

  /** No target has even the name. */
  static final int NONE = LEVELS;

  private final int[][] rows;
  private final int[][] targets;
  private final int[] levels;

  /** By level and number: the targets that have it, in order. */
  private final List<Map<Integer, int[]>> places;

  private Likeness(int[][] rows, int[][] targets) {
    this.rows = rows;
    this.targets = targets;
    this.places = Arrays.stream(targets).map(Likeness::placesOf).toList();
    this.levels = new int[rows[0].length];
    Arrays.setAll(levels, this::strictest);
  }

  static Likeness of(List<Ran> rows, List<Ran> targets) {
    Map<List<String>, Integer> numbers = new HashMap<>();
    return new Likeness(numbered(rows, numbers), numbered(targets, numbers));
  }

  private static int[][] numbered(List<Ran> all, Map<List<String>, Integer> numbers) {
    int[][] found = new int[LEVELS][all.size()];
    for (int i = 0; i < all.size(); i++) {
      Ran ran = all.get(i);
      found[0][i] = number(List.of(ran.name(), ran.tensors(), ran.details()), numbers);
      found[OF_TENSORS][i] = number(List.of(ran.name(), ran.tensors()), numbers);
      found[OF_NAMES][i] = number(List.of(ran.name()), numbers);
    }
    return found;
  }

  private static int number(List<String> texts, Map<List<String>, Integer> numbers) {
    return numbers.computeIfAbsent(texts, _ -> numbers.size());
  }

  private static Map<Integer, int[]> placesOf(int[] numbers) {
    Map<Integer, Integer> counts = new HashMap<>();
    for (int number : numbers) {
      counts.merge(number, 1, Integer::sum);
    }
    Map<Integer, int[]> places = new HashMap<>();
    Map<Integer, Integer> filled = new HashMap<>();
    for (int i = 0; i < numbers.length; i++) {
      int number = numbers[i];
      int[] list = places.computeIfAbsent(number, n -> new int[counts.getOrDefault(n, 0)]);
      list[filled.merge(number, 1, Integer::sum) - 1] = i;
    }
    return places;
  }

  private int strictest(int row) {
    for (int level = 0; level < LEVELS; level++) {
      if (places.get(level).containsKey(rows[level][row])) {
        return level;
      }
    }
    return NONE;
  }

  int rows() {
    return levels.length;
  }

  int targets() {
    return targets[0].length;
  }

  int[] ofRows(int level) {
    return rows[level];
  }

  int[] ofTargets(int level) {
    return targets[level];
  }

  /** The strictest level on which some target is like a row, or {@link #NONE}. */
  int level(int row) {
    return levels[row];
  }

  /** Whether a target is as like a row as any is. */
  boolean agree(int row, int target) {
    int level = levels[row];
    return level < NONE && rows[level][row] == targets[level][target];
  }

  boolean sameName(int row, int target) {
    return rows[OF_NAMES][row] == targets[OF_NAMES][target];
  }

  /** The targets that are as like a row as any is, in order. */
  int[] places(int row) {
    int level = levels[row];
    return level == NONE
        ? new int[0]
        : places.get(level).getOrDefault(rows[level][row], new int[0]);
  }

  /** A number that is equal for rows that are like the same targets. */
  long kind(int row) {
    int level = levels[row];
    return level == NONE ? -1 : (long) rows[level][row] * LEVELS + level;
  }
}
