package dev.tilescope.report;

import org.jspecify.annotations.Nullable;

/**
 * Turns values that often repeat into one shared object, so that a long report takes less memory.
 *
 * <p>A direct-mapped cache of fixed size: a newcomer evicts whoever held its slot, so hostile input
 * costs sharing, never memory or time.
 */
final class SharedValues<T> {
  private static final int SLOT_BITS = 12;

  /** Spreads ids that count up and addresses that are multiples of a page. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final @Nullable Object[] slots = new @Nullable Object[1 << SLOT_BITS];

  /**
   * @param key the same for equal values
   */
  @SuppressWarnings("unchecked") // equal to a value of this type that came before
  T shared(T value, long key) {
    int slot = (int) (key * SPREAD >>> (Long.SIZE - SLOT_BITS));
    Object held = slots[slot];
    if (held != null && held.equals(value)) {
      return (T) held;
    }
    slots[slot] = value;
    return value;
  }
}
