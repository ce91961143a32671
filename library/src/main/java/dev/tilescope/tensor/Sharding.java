package dev.tilescope.tensor;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.NdShardSpec;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.Tile;
import dev.tilescope.model.TilescopeException;
import java.util.Arrays;

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
    NdShardSpec shards = spec.ndShardSpec();
    if (shards == null) {
      if (spec.memoryConfig().isSharded()) {
        throw new TilescopeException(
            "memory_config: Shard spec must be provided for a tensor that is %s, got none"
                .formatted(spec.memoryConfig().memoryLayout().name()));
      }
      return;
    }
    requireTiles(spec, shards.shardShape());
    ShardSpec plane = spec.memoryConfig().shardSpec();
    if (plane == null) {
      requireRank(spec, shards.shardShape());
    } else {
      checkPlane(spec, plane);
    }
  }

  private static void requireTiles(TensorSpec spec, Shape shard) {
    Tile tile = spec.tile();
    if (spec.layout() == Layout.TILE
        && (shard.rank() < 2
            || shard.dim(-2) % tile.height() != 0
            || shard.dim(-1) % tile.width() != 0)) {
      throw new TilescopeException(
          "Physical shard shape %s must be tile [%d, %d] sized!"
              .formatted(Arrays.toString(shard.toArray()), tile.height(), tile.width()));
    }
  }

  private static void requireRank(TensorSpec spec, Shape shard) {
    int rank = spec.paddedShape().rank();
    if (rank < shard.rank()) {
      throw new TilescopeException(
          "Tensor shape rank (%d) can't be less than shard shape rank (%d)! Got %s in shards of %s"
              .formatted(rank, shard.rank(), spec.shape(), shard));
    }
  }

  private static void checkPlane(TensorSpec spec, ShardSpec shards) {
    long rows = Math.ceilDiv(spec.physicalHeight(), (long) shards.height());
    long columns = Math.ceilDiv(spec.physicalWidth(), (long) shards.width());
    switch (spec.memoryConfig().memoryLayout()) {
      case HEIGHT_SHARDED -> {
        require(
            shards.width() == spec.physicalWidth(),
            spec,
            shards,
            "Shard width %d must match physical width %d for height sharded",
            shards.width(),
            spec.physicalWidth());
        requireCores(spec, shards, "height", rows);
      }
      case WIDTH_SHARDED -> {
        require(
            shards.height() == spec.physicalHeight(),
            spec,
            shards,
            "Shard height %d must match physical height %d for width sharded",
            shards.height(),
            spec.physicalHeight());
        requireCores(spec, shards, "width", columns);
      }
      case BLOCK_SHARDED -> checkBlock(spec, shards, rows, columns);
      case ND_SHARDED, INTERLEAVED ->
          throw new AssertionError(spec.memoryConfig() + " has no shards of a plane");
    }
  }

  private static void requireCores(TensorSpec spec, ShardSpec shards, String along, long count) {
    require(
        count <= shards.grid().size(),
        spec,
        shards,
        "Number of shards along %s %d must not exceed number of cores %d",
        along,
        count,
        shards.grid().size());
  }

  private static void checkBlock(TensorSpec spec, ShardSpec shards, long rows, long columns) {
    require(
        shards.grid().ranges().size() == 1,
        spec,
        shards,
        "Shard grid must be one full rectangular grid for block sharded!");
    CoreRange cores = shards.grid().ranges().getFirst();
    boolean byRow = shards.orientation() == ShardOrientation.ROW_MAJOR;
    requireLine(
        spec,
        shards,
        "height",
        rows,
        byRow ? "rows" : "columns",
        byRow ? cores.height() : cores.width());
    requireLine(
        spec,
        shards,
        "width",
        columns,
        byRow ? "columns" : "rows",
        byRow ? cores.width() : cores.height());
  }

  private static void requireLine(
      TensorSpec spec, ShardSpec shards, String along, long count, String lines, int cores) {
    require(
        count <= cores,
        spec,
        shards,
        "Number of shards along %s %d must not exceed number of %s %d for %s orientation!",
        along,
        count,
        lines,
        cores,
        shards.orientation() == ShardOrientation.ROW_MAJOR ? "row major" : "column major");
  }

  private static void require(
      boolean holds, TensorSpec spec, ShardSpec shards, String rule, Object... values) {
    if (!holds) {
      throw new TilescopeException(
          "%s (memory_config: physical shape %dx%d, shard %dx%d, grid %s)"
              .formatted(
                  rule.formatted(values),
                  spec.physicalHeight(),
                  spec.physicalWidth(),
                  shards.height(),
                  shards.width(),
                  shards.grid()));
    }
  }
}
