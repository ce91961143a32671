package dev.tilescope.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Finds where a sequence repeats itself: {@code a b c b c b c d} is a, three times (b c), and d.
 *
 * <p>The period that covers most wins, the shortest of equals; what it leaves over is searched
 * again. A period that is hardly more than copies of a shorter one gives way to that: ten layers
 * and a call, ten times, are layers. Where a stretch is longer than its whole copies, they begin as
 * those of an equal stretch do, else where least crosses from copy to copy, else at its beginning.
 */
public final class Repeats {
  /** Longer patterns are not looked for, which keeps the search linear in the sequence. */
  private static final int MAX_PERIOD = 1024;

  /** {@code period} elements from {@code from}, {@code copies} times. */
  public record Run(int from, int period, int copies) {
    int to() {
      return from + period * copies;
    }
  }

  /** Every element from {@code from + period} on equals the one a period before it. */
  private record Stretch(int from, int to, int period) {
    int copies() {
      return (to - from) / period;
    }

    int covered() {
      return copies() * period;
    }
  }

  private static final Comparator<Stretch> MOST_COVERED =
      Comparator.comparingInt(Stretch::covered)
          .reversed()
          .thenComparingInt(Stretch::period)
          .thenComparingInt(Stretch::from);

  private final int[] sequence;
  private final int[] crossing;
  private final NavigableMap<Integer, List<Stretch>> byBeginning = new TreeMap<>();
  private final BitSet taken = new BitSet();

  /** By what a copy holds in any order, where a copy begins. */
  private final Map<Long, Integer> beginnings = new HashMap<>();

  private final NavigableMap<Integer, Run> runs = new TreeMap<>();

  private Repeats(int[] sequence, int[] crossing) {
    this.sequence = sequence;
    this.crossing = crossing;
  }

  /** Runs that together are the sequence, in its order; what does not repeat is a run of one. */
  public static List<Run> of(int[] sequence) {
    return of(sequence, new int[sequence.length]);
  }

  /**
   * @param crossing by place, how much would be cut by a copy that begins there
   */
  static List<Run> of(int[] sequence, int[] crossing) {
    Repeats repeats = new Repeats(sequence, crossing);
    repeats.find();
    repeats.choose();
    return repeats.all();
  }

  /** A stretch of at least two copies holds a multiple of its period in its first. */
  private void find() {
    for (int period = 1; period <= Math.min(MAX_PERIOD, sequence.length / 2); period++) {
      for (int at = 0; at + period < sequence.length; at += period) {
        if (sequence[at] == sequence[at + period]) {
          Stretch found = around(at, period);
          if (found.copies() > 1 && isShortest(found)) {
            byBeginning.computeIfAbsent(found.from, _ -> new ArrayList<>()).add(found);
          }
          at = Math.max(at, (found.to - 1) / period * period - period);
        }
      }
    }
  }

  private Stretch around(int at, int period) {
    int from = at;
    while (from > 0 && sequence[from - 1] == sequence[from - 1 + period]) {
      from--;
    }
    int end = sequence.length;
    int same = Arrays.mismatch(sequence, at, end - period, sequence, at + period, end);
    return new Stretch(from, same < 0 ? end : at + period + same, period);
  }

  private boolean isShortest(Stretch found) {
    for (int part = 1; part <= found.period / 2; part++) {
      if (found.period % part == 0 && isSame(found.from, found.from + part, found.period)) {
        return false;
      }
    }
    return true;
  }

  private boolean isSame(int from, int other, int length) {
    return Arrays.equals(sequence, from, from + length, sequence, other, other + length);
  }

  private void choose() {
    PriorityQueue<Stretch> queue = new PriorityQueue<>(MOST_COVERED);
    byBeginning.values().forEach(queue::addAll);
    while (!queue.isEmpty()) {
      Stretch best = queue.poll();
      int end = taken.nextSetBit(best.from);
      if (end >= 0 && end < best.to) {
        addFree(best, queue);
      } else if (!isMadeOfShorter(best)) {
        take(best);
      }
    }
  }

  private void addFree(Stretch stretch, PriorityQueue<Stretch> queue) {
    for (int from = taken.nextClearBit(stretch.from); from < stretch.to; ) {
      int end = taken.nextSetBit(from);
      int to = end < 0 ? stretch.to : Math.min(end, stretch.to);
      Stretch free = new Stretch(from, to, stretch.period);
      if (free.copies() > 1) {
        queue.add(free);
      }
      from = taken.nextClearBit(to);
    }
  }

  /** What a copy holds besides is less than one of them. */
  private boolean isMadeOfShorter(Stretch outer) {
    return byBeginning.subMap(outer.from, outer.from + outer.period).values().stream()
        .flatMap(List::stream)
        .anyMatch(inner ->
            inner.period < outer.period
                && isMany(inner)
                && inner.covered() <= outer.period
                && outer.period - inner.covered() < inner.period);
  }

  /** Shorter patterns come twice by chance, as two linears and two activations do in a layer. */
  private static boolean isMany(Stretch inner) {
    return inner.copies() > 1 && inner.period >= 8 || inner.copies() > 3 && inner.period > 2;
  }

  private void take(Stretch stretch) {
    int from = beginning(stretch);
    Run run = new Run(from, stretch.period, stretch.copies());
    runs.put(from, run);
    taken.set(from, run.to());
  }

  private int beginning(Stretch stretch) {
    long held = 0;
    for (int i = 0; i < stretch.period; i++) {
      held += (sequence[stretch.from + i] ^ 0x9E3779B9L) * 0xBF58476D1CE4E5B9L >>> 7;
    }
    int last = stretch.to - stretch.covered();
    Integer known = beginnings.get(held);
    int best = stretch.from;
    for (int from = stretch.from; from <= last; from++) {
      if (known != null && isSame(from, known, stretch.period)) {
        return from;
      }
      best = cut(from, stretch) < cut(best, stretch) ? from : best;
    }
    beginnings.putIfAbsent(held, best);
    return best;
  }

  private long cut(int from, Stretch stretch) {
    long sum = 0;
    for (int copy = 1; copy < stretch.copies(); copy++) {
      sum += crossing[from + copy * stretch.period];
    }
    return sum;
  }

  private List<Run> all() {
    List<Run> all = new ArrayList<>();
    int at = 0;
    for (Run run : runs.values()) {
      addSingles(at, run.from, all);
      all.add(run);
      at = run.to();
    }
    addSingles(at, sequence.length, all);
    return all;
  }

  private static void addSingles(int from, int to, List<Run> all) {
    IntStream.range(from, to).forEach(at -> all.add(new Run(at, 1, 1)));
  }
}
