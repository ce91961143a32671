package dev.tilescope.monitor;

import java.util.Arrays;

/**
 * Which row of a table each live buffer has: a hash table with open addressing, of fixed size, that
 * makes no objects. Rows that are free are taken again, the last one first, so that the rows in use
 * stay near the beginning.
 *
 * <p>Not for several threads.
 */
final class LiveRows {
  static final int NONE = -1;

  private final long[] keys;
  private final int[] rowOf;
  private final int[] free;
  private int freeCount;
  private int used;

  /**
   * @param rows a power of two
   */
  LiveRows(int rows) {
    this.keys = new long[2 * rows];
    this.rowOf = new int[2 * rows];
    this.free = new int[rows];
    Arrays.fill(rowOf, NONE);
  }

  /** A row for something new, or {@link #NONE} if all are taken. */
  int add(long key) {
    if (freeCount == 0 && used == free.length) {
      return NONE;
    }
    int at = find(key);
    int row = freeCount > 0 ? free[--freeCount] : used++;
    keys[at] = key;
    rowOf[at] = row;
    return row;
  }

  boolean contains(long key) {
    return rowOf[find(key)] != NONE;
  }

  /** The row that is free now, or {@link #NONE} if there was none for this. */
  int remove(long key) {
    int at = find(key);
    int row = rowOf[at];
    if (row != NONE) {
      free[freeCount++] = row;
      closeGap(at);
    }
    return row;
  }

  /** How many rows were ever taken: those from here on are empty. */
  int used() {
    return used;
  }

  /** Where a key is, or where it would go. */
  private int find(long key) {
    int at = home(key);
    while (rowOf[at] != NONE && keys[at] != key) {
      at = next(at);
    }
    return at;
  }

  /** Moves back what would no longer be found behind an empty place. */
  private void closeGap(int empty) {
    int gap = empty;
    for (int at = next(gap); rowOf[at] != NONE; at = next(at)) {
      int home = home(keys[at]);
      boolean mayMove = (at - home & keys.length - 1) >= (at - gap & keys.length - 1);
      if (mayMove) {
        keys[gap] = keys[at];
        rowOf[gap] = rowOf[at];
        gap = at;
      }
    }
    rowOf[gap] = NONE;
  }

  private int next(int at) {
    return at + 1 & keys.length - 1;
  }

  private int home(long key) {
    long mixed = key * 0x9E37_79B9_7F4A_7C15L;
    return (int) (mixed >>> 32) & keys.length - 1;
  }
}
