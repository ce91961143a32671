package dev.tilescope.internal.monitor;

/**
 * Which row of a table each live buffer has: a hash table with open addressing, of fixed size, that
 * makes no objects. Rows that are free are taken again, the last one first, so that the rows in use
 * stay near the beginning.
 *
 * <p>Not for several threads.
 */
final class LiveRows {
  static final int NONE = -1;

  /** A word of the table is a key and its row; 0 is an empty place, as keys begin at 1. */
  private static final int ROW_BITS = 16;

  private static final int ROW_MASK = (1 << ROW_BITS) - 1;

  private final long[] words;
  private final int[] free;
  private int freeCount;
  private int used;

  /**
   * @param rows a power of two, at most 65,536
   */
  LiveRows(int rows) {
    this.words = new long[2 * rows];
    this.free = new int[rows];
  }

  /**
   * A row for something new, or {@link #NONE} if all are taken.
   *
   * @param key from 1 to 2^47
   */
  int add(long key) {
    if (freeCount == 0 && used == free.length) {
      return NONE;
    }
    int row = freeCount > 0 ? free[--freeCount] : used++;
    words[find(key)] = key << ROW_BITS | row;
    return row;
  }

  boolean contains(long key) {
    return words[find(key)] != 0;
  }

  /** The row that is free now, or {@link #NONE} if there was none for this. */
  int remove(long key) {
    int at = find(key);
    if (words[at] == 0) {
      return NONE;
    }
    int row = (int) words[at] & ROW_MASK;
    free[freeCount++] = row;
    closeGap(at);
    return row;
  }

  /** How many rows were ever taken: those from here on are empty. */
  int used() {
    return used;
  }

  /** Where a key is, or where it would go. */
  private int find(long key) {
    int at = home(key);
    while (words[at] != 0 && words[at] >>> ROW_BITS != key) {
      at = next(at);
    }
    return at;
  }

  /** Moves back what would no longer be found behind an empty place. */
  private void closeGap(int empty) {
    int gap = empty;
    for (int at = next(gap); words[at] != 0; at = next(at)) {
      int home = home(words[at] >>> ROW_BITS);
      boolean mayMove = (at - home & words.length - 1) >= (at - gap & words.length - 1);
      if (mayMove) {
        words[gap] = words[at];
        gap = at;
      }
    }
    words[gap] = 0;
  }

  private int next(int at) {
    return at + 1 & words.length - 1;
  }

  /** Keys count up: without mixing, long runs of them would make every gap slow to close. */
  private int home(long key) {
    return (int) (key * 0x9E37_79B9_7F4A_7C15L >>> 32) & words.length - 1;
  }
}
