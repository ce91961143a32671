package dev.tilescope.internal.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What a mistyped word most likely meant. */
final class NearestWord {
  private NearestWord() {}

  /** The candidate with the fewest slips from {@code typed}, if they are few for its length. */
  static Optional<String> of(String typed, Collection<String> candidates) {
    int tolerated = Math.max(1, typed.length() / 3);
    return candidates.stream()
        .filter(candidate -> slips(typed, candidate) <= tolerated)
        .min(Comparator.comparingInt((String candidate) -> slips(typed, candidate)));
  }

  /**
   * Letters to insert, delete, replace, or swap with their neighbour (optimal string alignment).
   */
  static int slips(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, a, b, i, j);
      }
    }
    return cost[a.length()][b.length()];
  }

  private static int cheapest(int[][] cost, String a, String b, int i, int j) {
    int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int least = Math.min(replaced, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
  }
}
