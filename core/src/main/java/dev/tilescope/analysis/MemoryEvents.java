package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The beginnings and ends of lifetimes in the order of time; an end comes before a beginning at the
 * same position.
 */
final class MemoryEvents {
  interface Visitor {
    void at(int position, Lifetime lifetime, boolean begins);
  }

  private MemoryEvents() {}

  static void visit(List<Lifetime> lifetimes, ToIntFunction<Lifetime> end, Visitor visitor) {
    for (long event : sorted(lifetimes, end)) {
      int position = (int) (event >>> 33) - 1;
      visitor.at(position, lifetimes.get((int) event), (event >>> 32 & 1) == 1);
    }
  }

  /** From the highest bit: position + 1, whether it begins, index of the lifetime. */
  private static long[] sorted(List<Lifetime> lifetimes, ToIntFunction<Lifetime> end) {
    long[] events = new long[2 * lifetimes.size()];
    int count = 0;
    for (int i = 0; i < lifetimes.size(); i++) {
      Lifetime lifetime = lifetimes.get(i);
      events[count++] = (lifetime.madePosition() + 1L) << 33 | 1L << 32 | i;
      int ends = end.applyAsInt(lifetime);
      if (ends != Integer.MAX_VALUE) {
        events[count++] = (ends + 1L) << 33 | i;
      }
    }
    Arrays.sort(events, 0, count);
    return Arrays.copyOf(events, count);
  }
}
