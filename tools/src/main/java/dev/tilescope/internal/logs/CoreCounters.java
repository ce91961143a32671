package dev.tilescope.internal.logs;

import dev.tilescope.device.marker.PerfCounterType;
import java.util.Arrays;

/** The performance counters of one core in one run: each a count, and the cycles it counted in. */
final class CoreCounters {
  private static final long LOW = 0xFFFF_FFFFL;
  private static final int WORD = Long.SIZE;

  /** Which counters are here, in the order of their numbers. */
  private final long[] present = new long[(PerfCounterType.values().length + WORD - 1) / WORD];

  /** Only those that are here: the count above, the cycles below. */
  private long[] cells = new long[16];

  private int size;

  /** False if the counter was here before; the first stays. */
  boolean add(PerfCounterType counter, long value, long cycles) {
    if (has(counter)) {
      return false;
    }
    if (size == cells.length) {
      cells = Arrays.copyOf(cells, size * 3 / 2);
    }
    int at = before(counter);
    System.arraycopy(cells, at, cells, at + 1, size - at);
    cells[at] = value << 32 | cycles;
    size++;
    present[counter.ordinal() / WORD] |= 1L << counter.ordinal();
    return true;
  }

  boolean has(PerfCounterType counter) {
    return (present[counter.ordinal() / WORD] & 1L << counter.ordinal()) != 0;
  }

  /** How often it counted; NaN if it is not here. */
  double value(PerfCounterType counter) {
    return has(counter) ? cells[before(counter)] >>> 32 : Double.NaN;
  }

  /** In how many cycles; NaN if it is not here. */
  double cycles(PerfCounterType counter) {
    return has(counter) ? cells[before(counter)] & LOW : Double.NaN;
  }

  private int before(PerfCounterType counter) {
    int word = counter.ordinal() / WORD;
    int count = Long.bitCount(present[word] & (1L << counter.ordinal()) - 1);
    for (int i = 0; i < word; i++) {
      count += Long.bitCount(present[i]);
    }
    return count;
  }
}
