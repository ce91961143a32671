package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import java.util.ArrayList;
import java.util.List;

/** Cores taken from a set in the orders that TT-Metal's programs take them. */
public final class CoreSets {
  private CoreSets() {}

  /** Some cores of a set, taken row by row of each of its rectangles. */
  public static CoreRangeSet rowByRow(CoreRangeSet grid, int skip, int count) {
    List<CoreRange> taken = new ArrayList<>();
    int at = 0;
    for (CoreRange range : grid.ranges()) {
      for (int y = range.start().y(); y <= range.end().y(); y++, at += range.width()) {
        int from = Math.max(0, skip - at);
        int to = Math.min(range.width(), skip + count - at);
        if (from < to) {
          int x = range.start().x();
          append(taken, CoreRange.of(x + from, y, x + to - 1, y));
        }
      }
    }
    return new CoreRangeSet(taken);
  }

  /** A row that continues the rectangle above it becomes part of it. */
  private static void append(List<CoreRange> ranges, CoreRange row) {
    CoreRange last = ranges.isEmpty() ? row : ranges.getLast();
    boolean continues =
        last.end().y() + 1 == row.start().y()
            && last.start().x() == row.start().x()
            && last.end().x() == row.end().x();
    if (continues) {
      ranges.removeLast();
      ranges.add(CoreRange.of(last.start().x(), last.start().y(), row.end().x(), row.end().y()));
    } else {
      ranges.add(row);
    }
  }
}
