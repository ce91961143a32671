package dev.tilescope.memory;

import java.util.Arrays;

/**
 * A level that goes up and down, and the highest it was since a position.
 *
 * <p>Kept are only past levels that nothing later exceeded, so that their number is that of frees
 * in a row and not that of events.
 */
public final class RunningPeak {
  private static final int FEW = 8;

  // Falling levels, with the positions at which each ceased to hold, ascending.
  private long[] levels = new long[FEW];
  private long[] ends = new long[FEW];
  private int size;
  private long now;

  public long now() {
    return now;
  }

  void set(long level, long position) {
    if (level < now) {
      keep(now, position);
    }
    now = level;
  }

  private void keep(long level, long end) {
    while (size > 0 && levels[size - 1] <= level) {
      size--;
    }
    if (size > 0 && ends[size - 1] == end) {
      return;
    }
    if (size == levels.length) {
      levels = Arrays.copyOf(levels, size * 2);
      ends = Arrays.copyOf(ends, size * 2);
    }
    levels[size] = level;
    ends[size++] = end;
  }

  /** The highest level from a position on, the one that held there included. */
  public long since(long position) {
    int found = Arrays.binarySearch(ends, 0, size, position + 1);
    int first = found >= 0 ? found : -found - 1;
    return first < size ? Math.max(now, levels[first]) : now;
  }

  /** Nobody will ask about what was before. */
  void forget() {
    size = 0;
    if (levels.length > 1 << 12) {
      levels = new long[FEW];
      ends = new long[FEW];
    }
  }
}
