package dev.tilescope.serve;

import java.util.Arrays;

/** Growing arrays of numbers, without a box each. */
public final class Numbers {
  private Numbers() {}

  public static final class Ints {
    private int[] values = new int[256];
    private int size;

    public void add(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    public void increment(int index) {
      values[index]++;
    }

    public int get(int index) {
      return values[index];
    }

    public int size() {
      return size;
    }

    public int[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }

  public static final class Longs {
    private long[] values = new long[256];
    private int size;

    public void add(long value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    public long get(int index) {
      return values[index];
    }

    public int size() {
      return size;
    }

    public long[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }
}
