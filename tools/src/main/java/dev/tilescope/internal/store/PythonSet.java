package dev.tilescope.internal.store;

import dev.tilescope.internal.io.LongMap;
import java.util.function.LongConsumer;

/**
 * A set of integers that iterates in the order of CPython 3.11's {@code set}, which upstream's rows
 * depend on: slots of an open-addressing table with a short linear probe, then a perturbed jump.
 */
final class PythonSet {
  private static final int LINEAR_PROBES = 9;
  private static final int PERTURB_SHIFT = 5;
  private static final int MANY = 50_000;
  private static final long PRIME = (1L << 61) - 1;

  private long[] values = new long[8];
  private boolean[] taken = new boolean[8];
  private int size;

  boolean add(long value) {
    int slot = slot(value, hash(value));
    if (taken[slot]) {
      return false;
    }
    put(slot, value);
    size++;
    if ((long) size * 5 >= (values.length - 1) * 3L) {
      resize(size > MANY ? size * 2L : size * 4L);
    }
    return true;
  }

  boolean contains(long value) {
    return taken[slot(value, hash(value))];
  }

  void forEach(LongConsumer action) {
    for (int i = 0; i < values.length; i++) {
      if (taken[i]) {
        action.accept(values[i]);
      }
    }
  }

  /** What is in this set and not in the other, as the operator {@code -} makes it. */
  PythonSet minus(LongMap other) {
    PythonSet result = new PythonSet();
    if (size / 4 > other.size()) {
      result.resize(copyTableSize());
      forEach(result::add);
      PythonSet all = result;
      PythonSet kept = new PythonSet();
      kept.values = new long[all.values.length];
      kept.taken = new boolean[all.values.length];
      for (int i = 0; i < all.values.length; i++) {
        if (all.taken[i] && !other.contains(all.values[i])) {
          kept.put(i, all.values[i]);
          kept.size++;
        }
      }
      return kept;
    }
    forEach(value -> {
      if (!other.contains(value)) {
        result.add(value);
      }
    });
    return result;
  }

  /** Copying first makes room: no growth while the elements go in. */
  private long copyTableSize() {
    return (long) size * 5 >= 7 * 3L ? size * 2L : 4;
  }

  private void put(int slot, long value) {
    taken[slot] = true;
    values[slot] = value;
  }

  /** A table of the smallest power of two above this many slots, filled in slot order. */
  private void resize(long above) {
    int slots = 8;
    while (slots <= above) {
      slots <<= 1;
    }
    long[] oldValues = values;
    boolean[] oldTaken = taken;
    values = new long[slots];
    taken = new boolean[slots];
    for (int i = 0; i < oldValues.length; i++) {
      if (oldTaken[i]) {
        put(slot(oldValues[i], hash(oldValues[i])), oldValues[i]);
      }
    }
  }

  private int slot(long value, long hash) {
    int mask = values.length - 1;
    long perturb = hash;
    long i = hash & mask;
    while (true) {
      int last = (int) i + (i + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0);
      for (int slot = (int) i; slot <= last; slot++) {
        if (!taken[slot] || values[slot] == value) {
          return slot;
        }
      }
      perturb >>>= PERTURB_SHIFT;
      i = (i * 5 + 1 + perturb) & mask;
    }
  }

  private static long hash(long value) {
    long hash = value < 0 ? -(-value % PRIME) : value % PRIME;
    return hash == -1 ? -2 : hash;
  }
}
