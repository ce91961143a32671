package dev.tilescope.model;

import java.util.stream.Collectors;

/**
 * One shard per core: its cores, its height and width in elements, and the order of cores. Prints
 * in TT-NN's form with every brace closed (upstream forgets one per range; readers take both).
 */
public record ShardSpec(CoreRangeSet grid, int height, int width, ShardOrientation orientation) {
  public ShardSpec {
    if (height < 1 || width < 1) {
      throw new TilescopeException(
          "shard shape must be positive, got [" + height + ", " + width + "]");
    }
    if (grid.ranges().isEmpty()) {
      throw new TilescopeException("shard grid must hold at least one core, got {}");
    }
  }

  @Override
  public String toString() {
    return "ShardSpec{grid=%s, shape=[%d, %d], orientation=%s}"
        .formatted(json(grid), height, width, orientation);
  }

  static String json(CoreRangeSet grid) {
    return grid.ranges().stream()
        .map(r -> "{\"start\":" + json(r.start()) + ",\"end\":" + json(r.end()) + "}")
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String json(CoreCoord core) {
    return "{\"x\":" + core.x() + ",\"y\":" + core.y() + "}";
  }
}
