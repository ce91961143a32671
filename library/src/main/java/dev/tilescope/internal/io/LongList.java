package dev.tilescope.internal.io;

import java.util.Arrays;

/** A growing list of longs that is filled and cleared over and over. */
public final class LongList {
  private long[] values = new long[16];
  private int size;

  public void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
    values[size++] = value;
  }

  public long get(int index) {
    return values[index];
  }

  public long[] toArray() {
    return Arrays.copyOf(values, size);
  }

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public void clear() {
    size = 0;
    if (values.length > 1 << 16) {
      values = new long[16];
    }
  }
}
