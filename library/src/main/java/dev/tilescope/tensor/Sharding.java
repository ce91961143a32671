package dev.tilescope.tensor;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;

/** Makes sharded memory configs, and checks that a tensor fits one. */
public final class Sharding {
  private Sharding() {}

  /**
   * TT-NN's {@code create_sharded_memory_config}: an L1 config that cuts a tensor, seen as a
   * matrix, evenly over a grid that starts at core (0, 0).
   */
  public static MemoryConfig config(
      Shape shape,
      int gridWidth,
      int gridHeight,
      TensorMemoryLayout strategy,
      ShardOrientation orientation) {
    if (gridWidth < 1 || gridHeight < 1 || (long) gridWidth * gridHeight > Integer.MAX_VALUE) {
      throw new TilescopeException(
          "core_grid: x and y must be >= 1 and their product below 2^31, got x=%d, y=%d"
              .formatted(gridWidth, gridHeight));
    }
    if (shape.volume() == 0) {
      throw new TilescopeException("shape: an empty tensor cannot be cut, got " + shape);
    }
    int rows = shardRows(gridWidth, gridHeight, strategy, orientation);
    int columns = gridWidth * gridHeight / rows;
    CoreRangeSet grid = CoreRangeSet.grid(gridWidth, gridHeight);
    return MemoryConfig.sharded(
        strategy, BufferType.L1, spec(shape, grid, rows, columns, orientation));
  }

  /** How many shards lie one below the other; the cores of the grid hold one each. */
  private static int shardRows(
      int gridWidth, int gridHeight, TensorMemoryLayout strategy, ShardOrientation orientation) {
    return switch (strategy) {
      case HEIGHT_SHARDED -> gridWidth * gridHeight;
      case WIDTH_SHARDED -> 1;
      case BLOCK_SHARDED -> orientation == ShardOrientation.ROW_MAJOR ? gridHeight : gridWidth;
      case INTERLEAVED, ND_SHARDED ->
          throw new TilescopeException(
              "strategy: HEIGHT_SHARDED, WIDTH_SHARDED or BLOCK_SHARDED expected, got " + strategy);
    };
  }

  private static ShardSpec spec(
      Shape shape, CoreRangeSet grid, int rows, int columns, ShardOrientation orientation) {
    long width = shape.dim(-1);
    long height = shape.volume() / width;
    if (height % rows != 0 || width % columns != 0) {
      throw new TilescopeException(
          "Invalid sharding core_grid: %s seen as %dx%d is not divisible into %dx%d shards"
              .formatted(shape, height, width, rows, columns));
    }
    if (height / rows > Integer.MAX_VALUE) {
      throw new TilescopeException(
          "shape: %s over %d cores gives shards of %d rows, more than 2^31-1"
              .formatted(shape, rows, height / rows));
    }
    return new ShardSpec(grid, (int) (height / rows), (int) (width / columns), orientation);
  }

  /** Throws if a tensor of this spec cannot be cut as its memory config asks. */
  public static void check(TensorSpec spec) {
    ShardSpec shards = spec.memoryConfig().shardSpec();
    if (shards == null) {
      return;
    }
    requireTiles(spec, shards);
    long rows = ceilDiv(spec.physicalHeight(), shards.height());
    long columns = ceilDiv(spec.physicalWidth(), shards.width());
    switch (spec.memoryConfig().memoryLayout()) {
      case HEIGHT_SHARDED -> {
        require(
            shards.width() == spec.physicalWidth(),
            spec,
            shards,
            "shard width must be the physical width");
        require(rows <= shards.grid().size(), spec, shards, "more shards than cores: " + rows);
      }
      case WIDTH_SHARDED -> {
        require(
            shards.height() == spec.physicalHeight(),
            spec,
            shards,
            "shard height must be the physical height");
        require(
            columns <= shards.grid().size(), spec, shards, "more shards than cores: " + columns);
      }
      case BLOCK_SHARDED -> checkBlock(spec, shards, rows, columns);
      case ND_SHARDED ->
          throw new TilescopeException("memory_config: ND_SHARDED tensors are not supported");
      case INTERLEAVED -> throw new AssertionError("an interleaved config has no shard spec");
    }
  }

  private static void requireTiles(TensorSpec spec, ShardSpec shards) {
    if (spec.layout() == Layout.TILE
        && (shards.height() % TensorSpec.TILE_SIDE != 0
            || shards.width() % TensorSpec.TILE_SIDE != 0)) {
      throw new TilescopeException(
          "memory_config: Physical shard shape [%d, %d] must be tile [32, 32] sized!"
              .formatted(shards.height(), shards.width()));
    }
  }

  private static void checkBlock(TensorSpec spec, ShardSpec shards, long rows, long columns) {
    require(shards.grid().ranges().size() == 1, spec, shards, "block sharding needs one rectangle");
    CoreRange cores = shards.grid().ranges().getFirst();
    boolean byRow = shards.orientation() == ShardOrientation.ROW_MAJOR;
    long down = byRow ? cores.height() : cores.width();
    long across = byRow ? cores.width() : cores.height();
    require(
        rows <= down && columns <= across,
        spec,
        shards,
        "%dx%d shards do not fit %dx%d cores".formatted(rows, columns, down, across));
  }

  private static void require(boolean holds, TensorSpec spec, ShardSpec shards, String rule) {
    if (!holds) {
      throw new TilescopeException(
          "memory_config: %s (physical shape %dx%d, shard %dx%d, grid %s)"
              .formatted(
                  rule,
                  spec.physicalHeight(),
                  spec.physicalWidth(),
                  shards.height(),
                  shards.width(),
                  shards.grid()));
    }
  }

  private static long ceilDiv(long value, long by) {
    return (value + by - 1) / by;
  }
}
