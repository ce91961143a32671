package dev.tilescope.store;

import java.util.Arrays;

/** A list of longs that is filled and cleared over and over. */
final class Longs {
  private long[] values = new long[16];
  private int size;

  void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
    values[size++] = value;
  }

  long get(int index) {
    return values[index];
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  void clear() {
    size = 0;
    if (values.length > 1 << 16) {
      values = new long[16];
    }
  }
}
