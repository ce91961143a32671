package dev.tilescope.model;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/** An immutable list of ints without boxing: node connections come by the million. */
public final class Ints {
  public static final Ints EMPTY = new Ints(new int[0]);

  private final int[] values;

  private Ints(int[] values) {
    this.values = values;
  }

  public static Ints of(int... values) {
    return values.length == 0 ? EMPTY : new Ints(values.clone());
  }

  /** The first {@code size} entries of a buffer. */
  public static Ints copyOf(int[] buffer, int size) {
    return size == 0 ? EMPTY : new Ints(Arrays.copyOf(buffer, size));
  }

  public int size() {
    return values.length;
  }

  public boolean isEmpty() {
    return values.length == 0;
  }

  public int get(int index) {
    return values[index];
  }

  /** Whether they are the numbers from 0 on, each once and in any order. */
  public boolean isPermutation() {
    BitSet named = new BitSet(values.length);
    for (int value : values) {
      if (value < 0 || value >= values.length || named.get(value)) {
        return false;
      }
      named.set(value);
    }
    return true;
  }

  public IntStream stream() {
    return Arrays.stream(values);
  }

  public int[] toArray() {
    return values.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ints that && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
