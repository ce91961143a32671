package dev.tilescope.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Disjoint rectangles of cores. Prints as {@code {[(x=0,y=0) - (x=0,y=7)], [(x=1,y=0) -
 * (x=1,y=3)]}}; the empty set prints as {@code {}}.
 */
public record CoreRangeSet(List<CoreRange> ranges) {
  public static final CoreRangeSet EMPTY = new CoreRangeSet(List.of());

  public CoreRangeSet {
    ranges = List.copyOf(ranges);
    for (int i = 0; i < ranges.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (ranges.get(i).intersects(ranges.get(j))) {
          throw new TilescopeException(
              "core ranges overlap: " + ranges.get(j) + " and " + ranges.get(i));
        }
      }
    }
  }

  public static CoreRangeSet of(CoreRange... ranges) {
    return new CoreRangeSet(List.of(ranges));
  }

  /** The whole rectangle of a compute grid. */
  public static CoreRangeSet grid(int width, int height) {
    return of(CoreRange.of(0, 0, width - 1, height - 1));
  }

  /**
   * The first {@code count} cores of a grid taken column by column, as TT-Metal splits work: whole
   * columns as one rectangle, the rest of the last column as another.
   */
  public static CoreRangeSet columnMajor(int count, int gridWidth, int gridHeight) {
    if (count < 1 || count > gridWidth * gridHeight) {
      throw new TilescopeException(
          "core count must be 1.." + gridWidth * gridHeight + ", got " + count);
    }
    List<CoreRange> ranges = new ArrayList<>(2);
    int columns = count / gridHeight;
    int rest = count % gridHeight;
    if (columns > 0) {
      ranges.add(CoreRange.of(0, 0, columns - 1, gridHeight - 1));
    }
    if (rest > 0) {
      ranges.add(CoreRange.of(columns, 0, columns, rest - 1));
    }
    return new CoreRangeSet(ranges);
  }

  /** The same row by row: whole rows as one rectangle, the rest of the last row as another. */
  public static CoreRangeSet rowMajor(int count, int gridWidth, int gridHeight) {
    List<CoreRange> turned =
        columnMajor(count, /* gridWidth= */ gridHeight, /* gridHeight= */ gridWidth).ranges();
    return new CoreRangeSet(
        turned.stream()
            .map(r -> CoreRange.of(r.start().y(), r.start().x(), r.end().y(), r.end().x()))
            .toList());
  }

  /** Exactly these cores, in as few rectangles as columns that are alike allow. */
  public static CoreRangeSet covering(List<CoreCoord> cores) {
    List<CoreCoord> sorted =
        cores.stream()
            .distinct()
            .sorted(Comparator.comparingInt(CoreCoord::x).thenComparingInt(CoreCoord::y))
            .toList();
    List<CoreRange> ranges = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= sorted.size(); i++) {
      boolean goesOn =
          i < sorted.size()
              && sorted.get(i).x() == sorted.get(i - 1).x()
              && sorted.get(i).y() == sorted.get(i - 1).y() + 1;
      if (!goesOn) {
        addColumn(ranges, new CoreRange(sorted.get(from), sorted.get(i - 1)));
        from = i;
      }
    }
    return new CoreRangeSet(ranges);
  }

  /** Widens a rectangle of the same rows that ends in the column before. */
  private static void addColumn(List<CoreRange> ranges, CoreRange column) {
    for (int i = 0; i < ranges.size(); i++) {
      CoreRange range = ranges.get(i);
      if (range.end().x() == column.start().x() - 1
          && range.start().y() == column.start().y()
          && range.end().y() == column.end().y()) {
        ranges.set(i, new CoreRange(range.start(), column.end()));
        return;
      }
    }
    ranges.add(column);
  }

  /** The smallest rectangle around all cores of a set that is not empty. */
  public CoreRange boundingBox() {
    CoreRange box = ranges.getFirst();
    for (CoreRange range : ranges) {
      box =
          CoreRange.of(
              Math.min(box.start().x(), range.start().x()),
              Math.min(box.start().y(), range.start().y()),
              Math.max(box.end().x(), range.end().x()),
              Math.max(box.end().y(), range.end().y()));
    }
    return box;
  }

  /** The number of cores. */
  public int size() {
    int size = 0;
    for (CoreRange range : ranges) {
      size += range.size();
    }
    return size;
  }

  /** Every core, range by range and column by column. */
  public List<CoreCoord> cores() {
    List<CoreCoord> cores = new ArrayList<>(size());
    for (CoreRange range : ranges) {
      for (int x = range.start().x(); x <= range.end().x(); x++) {
        for (int y = range.start().y(); y <= range.end().y(); y++) {
          cores.add(new CoreCoord(x, y));
        }
      }
    }
    return cores;
  }

  @Override
  public String toString() {
    return ranges.stream().map(CoreRange::toString).collect(Collectors.joining(", ", "{", "}"));
  }
}
