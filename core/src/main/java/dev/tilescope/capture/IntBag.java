package dev.tilescope.capture;

import dev.tilescope.model.Ints;
import java.util.Arrays;

/** A growing list of ints. */
final class IntBag {
  private int[] values = new int[4];
  private int size;

  void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
    values[size++] = value;
  }

  Ints toInts() {
    return Ints.copyOf(values, size);
  }
}
