package dev.tilescope.internal.io;

import java.util.Arrays;

/** A growing list of ints without boxing; nothing is allocated for an empty one. */
public final class IntList {
  private static final int[] NOTHING = new int[0];

  private int[] values = NOTHING;
  private int size;

  /** So many, all empty. */
  public static IntList[] lists(int count) {
    IntList[] lists = new IntList[count];
    Arrays.setAll(lists, _ -> new IntList());
    return lists;
  }

  public void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.max(4, size * 2));
    }
    values[size++] = value;
  }

  public int get(int index) {
    return values[index];
  }

  public void increment(int index) {
    values[index]++;
  }

  public int[] toArray() {
    return Arrays.copyOf(values, size);
  }

  public int size() {
    return size;
  }

  public boolean endsWith(int value) {
    return size > 0 && values[size - 1] == value;
  }

  /** The list itself, not to be changed: its values, and behind them room for more. */
  public int[] buffer() {
    return values;
  }
}
