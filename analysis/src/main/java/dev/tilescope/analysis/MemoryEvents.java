package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import java.util.Arrays;
import java.util.List;

/**
 * The beginnings and ends of lifetimes in the order of time; an end comes before a beginning at the
 * same position.
 */
final class MemoryEvents {
  interface Visitor {
    void at(int position, Lifetime lifetime, boolean begins);
  }

  private MemoryEvents() {}

  static void visit(List<Lifetime> lifetimes, Visitor visitor) {
    for (long event : sorted(lifetimes)) {
      int position = (int) (event >>> 33) - 1;
      visitor.at(position, lifetimes.get((int) event), (event >>> 32 & 1) == 1);
    }
  }

  /** From the highest bit: position + 1, whether it begins, index of the lifetime. */
  private static long[] sorted(List<Lifetime> lifetimes) {
    long[] events = new long[2 * lifetimes.size()];
    int count = 0;
    for (int i = 0; i < lifetimes.size(); i++) {
      Lifetime lifetime = lifetimes.get(i);
      events[count++] = (lifetime.madePosition() + 1L) << 33 | 1L << 32 | i;
      if (lifetime.freed() != null) {
        events[count++] = (lifetime.freedPosition() + 1L) << 33 | i;
      }
    }
    Arrays.sort(events, 0, count);
    return Arrays.copyOf(events, count);
  }
}
