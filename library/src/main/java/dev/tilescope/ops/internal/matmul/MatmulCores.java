package dev.tilescope.ops.internal.matmul;

import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.ops.options.MatmulProgramConfig.Blocked;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCore;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuse;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which cores a product runs on, and how a sharded result lies on them. */
final class MatmulCores {
  private MatmulCores() {}

  /** Columns and rows of the smallest rectangle around some cores. */
  static CoreGrid extent(CoreRangeSet cores) {
    List<CoreRange> ranges = cores.ranges();
    int left = ranges.stream().mapToInt(r -> r.start().x()).min().orElseThrow();
    int right = ranges.stream().mapToInt(r -> r.end().x()).max().orElseThrow();
    int top = ranges.stream().mapToInt(r -> r.start().y()).min().orElseThrow();
    int bottom = ranges.stream().mapToInt(r -> r.end().y()).max().orElseThrow();
    return new CoreGrid(bottom - top + 1, right - left + 1);
  }

  /** How many blocks of rows the result has. */
  static long blocksDown(Blocked config, MatmulSizes sizes) {
    return Math.ceilDiv(sizes.rowsOfTiles(fusesBatch(config)), config.perCoreM());
  }

  /** How many blocks of columns the result has. */
  static long blocksAcross(Blocked config, MatmulSizes sizes) {
    return Math.ceilDiv(sizes.tilesOfN(), config.perCoreN());
  }

  /** Whether the batch of A counts as more rows; a reuse config hands out rows of any batch. */
  static boolean fusesBatch(Blocked config) {
    return switch (config) {
      case MultiCoreReuse reuse -> true;
      case MultiCoreReuseMultiCast twoDimensions -> twoDimensions.fuseBatch();
      case MultiCoreReuseMultiCast1D oneDimension -> oneDimension.fuseBatch();
    };
  }

  /**
   * @param shards of the tensor whose shards decide, or null
   */
  static CoreRangeSet of(
      MatmulProgramConfig config, MatmulSizes sizes, CoreGrid device, @Nullable ShardSpec shards) {
    return switch (config) {
      case MultiCore multiCore -> {
        long tiles = sizes.batch() * sizes.tilesOfM() * sizes.tilesOfN();
        yield columnMajor(Math.max(1, tiles), device);
      }
      case MultiCoreReuse reuse ->
          shards != null
              ? shards.grid()
              : columnMajor(
                  blocksDown(reuse, sizes) * blocksAcross(reuse, sizes),
                  reuse.computeWithStorageGridSize());
      case MultiCoreReuseMultiCast cast -> rectangle(cast, sizes, shards);
      case MultiCoreReuseMultiCast1D cast -> {
        long cores = blocksDown(cast, sizes) * blocksAcross(cast, sizes);
        yield shards != null && shards.grid().size() >= cores
            ? shards.grid()
            : rowMajor((int) cores, cast.computeWithStorageGridSize());
      }
    };
  }

  private static CoreRangeSet columnMajor(long count, CoreGrid grid) {
    return CoreRangeSet.columnMajor((int) Math.min(count, grid.size()), grid.x(), grid.y());
  }

  /** Cores that only send shards of A belong to it too. */
  private static CoreRangeSet rectangle(
      MultiCoreReuseMultiCast config, MatmulSizes sizes, @Nullable ShardSpec shards) {
    int across = (int) blocksAcross(config, sizes);
    int down = (int) blocksDown(config, sizes);
    if (shards != null) {
      CoreGrid senders = extent(shards.grid());
      across = Math.max(across, config.transposeMcast() ? senders.y() : senders.x());
    }
    return config.transposeMcast()
        ? CoreRangeSet.grid(down, across)
        : CoreRangeSet.grid(across, down);
  }

  /** The first cores of a grid taken row by row: whole rows, then the rest of one. */
  static CoreRangeSet rowMajor(int count, CoreGrid grid) {
    List<CoreRange> ranges = new ArrayList<>(2);
    int rows = count / grid.x();
    int rest = count % grid.x();
    if (rows > 0) {
      ranges.add(CoreRange.of(0, 0, grid.x() - 1, rows - 1));
    }
    if (rest > 0) {
      ranges.add(CoreRange.of(0, rows, rest - 1, rows));
    }
    return new CoreRangeSet(ranges);
  }

  /**
   * The memory config of a result. As in TT-NN, the shards of a sharded one follow from what each
   * core computes, whatever shard shape was asked for.
   */
  static MemoryConfig output(
      MatmulProgramConfig config, MatmulSizes sizes, TensorSpec a, MemoryConfig asked) {
    if (!asked.isSharded() || !(config instanceof Blocked blocked)) {
      return asked;
    }
    ShardSpec wanted = Objects.requireNonNull(asked.shardSpec());
    return switch (blocked) {
      case MultiCoreReuse reuse -> {
        ShardSpec ofA = a.memoryConfig().shardSpec();
        ShardOrientation order = ofA == null ? ShardOrientation.COL_MAJOR : ofA.orientation();
        yield sharded(asked, reuse, wanted.grid(), order);
      }
      case MultiCoreReuseMultiCast cast ->
          sharded(
              asked,
              cast,
              rectangle(cast, sizes, null),
              cast.transposeMcast() ? ShardOrientation.COL_MAJOR : ShardOrientation.ROW_MAJOR);
      case MultiCoreReuseMultiCast1D cast -> {
        CoreGrid extent = extent(wanted.grid());
        if (asked.memoryLayout() == TensorMemoryLayout.BLOCK_SHARDED
            && (extent.x() == 1 || extent.y() == 1)) {
          yield MemoryConfig.sharded(strips(extent), asked.bufferType(), wanted);
        }
        long cores = blocksDown(cast, sizes) * blocksAcross(cast, sizes);
        CoreRangeSet grid = rowMajor((int) cores, cast.computeWithStorageGridSize());
        yield sharded(asked, cast, grid, ShardOrientation.ROW_MAJOR);
      }
    };
  }

  private static TensorMemoryLayout strips(CoreGrid extent) {
    return extent.x() == 1 ? TensorMemoryLayout.HEIGHT_SHARDED : TensorMemoryLayout.WIDTH_SHARDED;
  }

  private static MemoryConfig sharded(
      MemoryConfig asked, Blocked config, CoreRangeSet grid, ShardOrientation order) {
    ShardSpec shards =
        new ShardSpec(
            grid,
            Math.multiplyExact(config.perCoreM(), TensorSpec.TILE_SIDE),
            Math.multiplyExact(config.perCoreN(), TensorSpec.TILE_SIDE),
            order);
    return MemoryConfig.sharded(asked.memoryLayout(), asked.bufferType(), shards);
  }
}
