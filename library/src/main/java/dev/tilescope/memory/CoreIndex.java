package dev.tilescope.memory;

import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import java.util.Arrays;
import java.util.BitSet;

/** Cores as small numbers, row by row. */
public final class CoreIndex {
  /** Cores beyond this row or column are no real device's; a hostile range ends here. */
  private static final int GRID = 64;

  private CoreIndex() {}

  public static int[] of(CoreRangeSet cores) {
    BitSet indexes = new BitSet();
    for (CoreRange range : cores.ranges()) {
      add(indexes, range.start().x(), range.start().y(), range.end().x(), range.end().y());
    }
    return indexes.stream().toArray();
  }

  public static int of(CoreCoord core) {
    return core.y() * GRID + core.x();
  }

  /** Adds the cores of a rectangle, both corners included. */
  public static void add(BitSet indexes, int left, int top, int right, int bottom) {
    int width = (int) Math.min(right + 1L, GRID) - left;
    for (int y = top; width > 0 && y <= Math.min(bottom, GRID - 1); y++) {
      indexes.set(y * GRID + left, y * GRID + left + width);
    }
  }

  /** Whether a core is among some, which are ascending. */
  public static boolean contains(int[] indexes, CoreCoord core) {
    return Arrays.binarySearch(indexes, of(core)) >= 0;
  }

  public static CoreCoord core(int index) {
    return new CoreCoord(index % GRID, index / GRID);
  }
}
