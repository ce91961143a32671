package dev.tilescope.serve.graph;

import java.util.Arrays;

/** Growing arrays of numbers, without a box each. */
final class Numbers {
  private Numbers() {}

  static final class Ints {
    private int[] values = new int[256];
    private int size;

    void add(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    void increment(int index) {
      values[index]++;
    }

    int get(int index) {
      return values[index];
    }

    int size() {
      return size;
    }

    int[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }

  static final class Longs {
    private long[] values = new long[256];
    private int size;

    void add(long value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    long get(int index) {
      return values[index];
    }

    int size() {
      return size;
    }

    long[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }
}
