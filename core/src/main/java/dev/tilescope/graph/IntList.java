package dev.tilescope.graph;

import dev.tilescope.model.Ints;
import java.util.Arrays;

/** Edges while they are gathered: ints without boxing, nothing allocated for a vertex without. */
final class IntList {
  private static final int[] NOTHING = new int[0];

  private int[] values = NOTHING;
  private int size;

  static IntList[] lists(int count) {
    IntList[] lists = new IntList[count];
    Arrays.setAll(lists, _ -> new IntList());
    return lists;
  }

  void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.max(4, size * 2));
    }
    values[size++] = value;
  }

  int get(int index) {
    return values[index];
  }

  int size() {
    return size;
  }

  boolean endsWith(int value) {
    return size > 0 && values[size - 1] == value;
  }

  Ints toInts() {
    return Ints.copyOf(values, size);
  }
}
