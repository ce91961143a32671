package dev.tilescope.internal.export;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A vertical axis of addresses, low ones at the bottom, that leaves out what nothing ever used: a
 * bank has a gigabyte and a program may use a hundred kilobytes of it.
 *
 * <p>Each stretch that was used gets a part of the height, large ones more, but not in proportion,
 * so that a few pages beside a large weight can still be seen; within a stretch the scale is even.
 */
final class AddressAxis {
  /** The height of a break. */
  static final double BREAK_HEIGHT = 18;

  private static final int MAX_STRETCHES = 10;

  /** A gap smaller than this part of what is used is drawn as it is. */
  private static final double MIN_BREAK = 0.08;

  /** Drawn from {@code bottom} up to {@code top}; y grows downwards. */
  record Stretch(long low, long high, double top, double bottom) {
    double y(long address) {
      return bottom - (bottom - top) * ((double) (address - low) / (high - low));
    }
  }

  private final List<Stretch> stretches;

  private AddressAxis(List<Stretch> stretches) {
    this.stretches = stretches;
  }

  private record Range(long low, long high) {
    long bytes() {
      return high - low;
    }
  }

  /**
   * @param lows first addresses of what is drawn
   * @param highs addresses just behind it, each above its low; at least one
   */
  static AddressAxis of(long[] lows, long[] highs, double top, double height) {
    List<Range> used = joined(union(lows, highs));
    double rest = height - BREAK_HEIGHT * (used.size() - 1);
    double weights = used.stream().mapToDouble(AddressAxis::weight).sum();
    List<Stretch> stretches = new ArrayList<>();
    double bottom = top + height;
    for (Range range : used) {
      double part = rest * weight(range) / weights;
      stretches.add(new Stretch(range.low, range.high, bottom - part, bottom));
      bottom -= part + BREAK_HEIGHT;
    }
    return new AddressAxis(stretches);
  }

  private static double weight(Range range) {
    return Math.pow((double) range.bytes(), 0.4);
  }

  private static List<Range> union(long[] lows, long[] highs) {
    Integer[] order = new Integer[lows.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingLong(i -> lows[i]));
    List<Range> union = new ArrayList<>();
    for (int i : order) {
      Range last = union.isEmpty() ? null : union.getLast();
      if (last == null || lows[i] > last.high) {
        union.add(new Range(lows[i], highs[i]));
      } else if (highs[i] > last.high) {
        union.set(union.size() - 1, new Range(last.low, highs[i]));
      }
    }
    return union;
  }

  /** Closes all gaps but the widest few. */
  private static List<Range> joined(List<Range> union) {
    double used = union.stream().mapToDouble(Range::bytes).sum();
    long smallestBreak =
        IntStream.range(1, union.size())
            .mapToObj(i -> union.get(i).low - union.get(i - 1).high)
            .filter(gap -> gap >= used * MIN_BREAK)
            .sorted(Comparator.reverseOrder())
            .limit(MAX_STRETCHES - 1)
            .reduce((_, last) -> last)
            .orElse(Long.MAX_VALUE);
    List<Range> joined = new ArrayList<>();
    for (Range range : union) {
      Range last = joined.isEmpty() ? null : joined.getLast();
      boolean breaks = last != null && range.low - last.high >= smallestBreak;
      if (last == null || (breaks && joined.size() < MAX_STRETCHES)) {
        joined.add(range);
      } else {
        joined.set(joined.size() - 1, new Range(last.low, range.high));
      }
    }
    return joined;
  }

  /** From the lowest addresses up. */
  List<Stretch> stretches() {
    return stretches;
  }

  /** The stretch that a block lies in: the first that ends above the block's beginning. */
  Stretch stretchOf(long low) {
    return stretches.stream().filter(s -> low < s.high).findFirst().orElse(stretches.getLast());
  }
}
