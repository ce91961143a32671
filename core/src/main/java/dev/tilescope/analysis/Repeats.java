package dev.tilescope.analysis;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds where a sequence repeats itself: {@code a b c b c b c d} is a, three times (b c), and d.
 * Greedy from the left; at each place the period that covers most wins, the shortest of equals.
 */
public final class Repeats {
  /** Longer patterns are not looked for, which keeps the search linear in the sequence. */
  private static final int MAX_PERIOD = 256;

  /** {@code period} elements from {@code from}, {@code copies} times. */
  public record Run(int from, int period, int copies) {}

  private Repeats() {}

  public static List<Run> of(int[] sequence) {
    List<Run> runs = new ArrayList<>();
    for (int at = 0; at < sequence.length; ) {
      Run best = longestAt(sequence, at);
      runs.add(best);
      at += best.period() * best.copies();
    }
    return runs;
  }

  private static Run longestAt(int[] sequence, int at) {
    Run best = new Run(at, 1, 1);
    int covered = 1;
    for (int period = 1; period <= MAX_PERIOD && at + 2 * period <= sequence.length; period++) {
      int copies = copies(sequence, at, period);
      if (copies > 1 && copies * period > covered) {
        best = new Run(at, period, copies);
        covered = copies * period;
      }
    }
    return best;
  }

  private static int copies(int[] sequence, int at, int period) {
    int same = at + period;
    while (same < sequence.length && sequence[same] == sequence[same - period]) {
      same++;
    }
    return (same - at) / period;
  }
}
