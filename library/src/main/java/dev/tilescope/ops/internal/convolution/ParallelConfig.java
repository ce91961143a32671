package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.Board;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Check;
import java.util.Objects;

/**
 * Which cores have which part of an image, pixels down and channels across, in TT-NN's words. How
 * many cores there are follows its conv2d_utils.cpp.
 */
public record ParallelConfig(
    CoreRangeSet grid, TensorMemoryLayout scheme, ShardOrientation orientation) {
  public static ParallelConfig of(MemoryConfig sharded) {
    ShardSpec shards = Objects.requireNonNull(sharded.shardSpec());
    return new ParallelConfig(shards.grid(), sharded.memoryLayout(), shards.orientation());
  }

  /**
   * What decides how many cores there are.
   *
   * @param pixels of the result
   * @param channels of the input
   * @param unitRows rows that stay together: of a tile, or one
   * @param unitChannels channels that stay together
   * @param tileChannels channels of a tile, or of half of one
   * @param padsChannels whether channels may be padded, or the cores must divide them
   * @param blockRows units of rows that a core works on at a time
   */
  record Work(
      long pixels,
      int channels,
      int resultChannels,
      int unitRows,
      int unitChannels,
      int tileChannels,
      boolean padsChannels,
      int blockRows) {}

  /** As determine_parallel_config there: as many cores as leave none without work. */
  static ParallelConfig chosen(
      TensorMemoryLayout scheme, ShardOrientation byBlock, Work work, Board.Grid grid) {
    long rows = Math.ceilDiv(work.pixels(), work.unitRows());
    return switch (scheme) {
      case HEIGHT_SHARDED -> inRows(scheme, cores(rows, grid.size(), work.blockRows()), grid);
      case WIDTH_SHARDED -> {
        int blocks = Math.ceilDiv(work.channels(), work.tileChannels());
        yield inRows(
            scheme,
            work.padsChannels() ? cores(blocks, grid.size(), 1) : divisor(blocks, 0, grid.size()),
            grid);
      }
      case BLOCK_SHARDED -> {
        boolean turned = byBlock == ShardOrientation.COL_MAJOR;
        int down = cores(rows, turned ? grid.width() : grid.height(), work.blockRows());
        int most = turned ? grid.height() : grid.width();
        int blocks = Math.ceilDiv(work.channels(), work.unitChannels());
        int across =
            work.padsChannels()
                ? cores(blocks, most, 1)
                : divisor(Math.ceilDiv(work.resultChannels(), work.tileChannels()), blocks, most);
        yield inBlocks(byBlock, down, across);
      }
      case ND_SHARDED, INTERLEAVED ->
          throw Check.failed(
              "conv_config: shard_layout must be HEIGHT_SHARDED, BLOCK_SHARDED or WIDTH_SHARDED,"
                  + " got %s",
              scheme);
    };
  }

  private static ParallelConfig inRows(TensorMemoryLayout scheme, int cores, Board.Grid grid) {
    return new ParallelConfig(
        CoreRangeSet.rowMajor(cores, grid.width(), grid.height()),
        scheme,
        ShardOrientation.ROW_MAJOR);
  }

  private static ParallelConfig inBlocks(ShardOrientation orientation, int down, int across) {
    boolean turned = orientation == ShardOrientation.COL_MAJOR;
    return new ParallelConfig(
        CoreRangeSet.grid(turned ? down : across, turned ? across : down),
        TensorMemoryLayout.BLOCK_SHARDED,
        orientation);
  }

  /** The most cores of which the last has work too, if each has a multiple of so many units. */
  private static int cores(long units, int most, int multiple) {
    int cores = most;
    while (cores > 1) {
      long padded = Math.ceilDiv(units, (long) cores * multiple) * cores * multiple;
      if (padded - units < padded / cores) {
        return cores;
      }
      cores--;
    }
    return cores;
  }

  private static int divisor(int first, int second, int most) {
    int divisor = most;
    while (first % divisor != 0 || second % divisor != 0) {
      divisor--;
    }
    return divisor;
  }

  /** As determine_output_parallel_config there: channels of the result have cores of their own. */
  ParallelConfig ofResult(int channels, boolean product, Board.Grid whole) {
    int blocks = Math.ceilDiv(channels, TensorSpec.TILE_SIDE);
    if (product) {
      return this;
    }
    return switch (scheme) {
      case WIDTH_SHARDED -> inRows(scheme, cores(blocks, whole.size(), 1), whole);
      case BLOCK_SHARDED -> {
        boolean turned = orientation == ShardOrientation.COL_MAJOR;
        int across = cores(blocks, turned ? whole.height() : whole.width(), 1);
        yield inBlocks(orientation, coresNhw(), across);
      }
      case HEIGHT_SHARDED, ND_SHARDED, INTERLEAVED -> this;
    };
  }

  /** Cores that pixels are shared out over. */
  int coresNhw() {
    CoreRange box = grid.boundingBox();
    return switch (scheme) {
      case WIDTH_SHARDED -> 1;
      case BLOCK_SHARDED -> orientation == ShardOrientation.COL_MAJOR ? width(box) : height(box);
      case HEIGHT_SHARDED, ND_SHARDED, INTERLEAVED -> grid.size();
    };
  }

  /** Cores that channels are shared out over. */
  int coresChannels() {
    CoreRange box = grid.boundingBox();
    return switch (scheme) {
      case WIDTH_SHARDED -> grid.size();
      case BLOCK_SHARDED -> orientation == ShardOrientation.COL_MAJOR ? height(box) : width(box);
      case HEIGHT_SHARDED, ND_SHARDED, INTERLEAVED -> 1;
    };
  }

  private static int width(CoreRange box) {
    return box.end().x() - box.start().x() + 1;
  }

  private static int height(CoreRange box) {
    return box.end().y() - box.start().y() + 1;
  }

  /** The shards of so many pixels in L1, each of whole units of rows and channels. */
  MemoryConfig memory(long pixels, int channels, int unitRows, int unitChannels) {
    long rows = roundUp(pixels, (long) coresNhw() * unitRows) / coresNhw();
    long width = roundUp(channels, (long) coresChannels() * unitChannels) / coresChannels();
    Check.that(
        rows <= Integer.MAX_VALUE && width <= Integer.MAX_VALUE,
        "conv_config: shards of %d pixels would have more than 2^31-1 rows",
        pixels);
    return MemoryConfig.sharded(
        scheme, BufferType.L1, new ShardSpec(grid, (int) rows, (int) width, orientation));
  }

  static long roundUp(long value, long multiple) {
    return Math.ceilDiv(value, multiple) * multiple;
  }

  @Override
  public String toString() {
    return "ParallelConfig(grid=%s, shard_scheme=%s, shard_orientation=%s)"
        .formatted(grid, scheme.isSharded() ? scheme.name() : "NOT_SHARDED", orientation.name());
  }
}
