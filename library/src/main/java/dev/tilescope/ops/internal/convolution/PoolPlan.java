package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.Board;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.convolution.Pool2dOperations.Pool2DParams;
import java.util.Objects;

/**
 * A pool before it is decided how it lies in L1, and what it would take of it, as TT-NN reckons:
 * determine_pool_config_for_auto_shard and calculate_L1_usage_for_pool2d_slice of pool_utils.cpp,
 * get_pool_input_memory_config of generic_pools.cpp.
 *
 * @param input as it comes, before a margin
 */
record PoolPlan(Pool2DParams params, DataType input, Layout layout, Board board) {
  private static final int HALF_TILE = TensorSpec.TILE_SIDE / 2;

  private boolean isInTiled() {
    return layout == Layout.TILE;
  }

  private boolean isOutTiled() {
    return params.outputLayout() == Layout.TILE;
  }

  /** Shards that take least of L1; of two alike those by height. */
  TensorMemoryLayout leastOfL1() {
    long height = programBytes(TensorMemoryLayout.HEIGHT_SHARDED);
    long width = programBytes(TensorMemoryLayout.WIDTH_SHARDED);
    long block = programBytes(TensorMemoryLayout.BLOCK_SHARDED);
    if (height > width) {
      return width > block ? TensorMemoryLayout.BLOCK_SHARDED : TensorMemoryLayout.WIDTH_SHARDED;
    }
    return height > block ? TensorMemoryLayout.BLOCK_SHARDED : TensorMemoryLayout.HEIGHT_SHARDED;
  }

  private long programBytes(TensorMemoryLayout scheme) {
    ParallelConfig parallel = parallel(scheme, TensorSpec.TILE_SIDE);
    MemoryConfig memory =
        parallel.memory(
            params.output().flat().dim(2),
            params.output().channels(),
            TensorSpec.TILE_SIDE,
            HALF_TILE);
    return new PoolBufferSizes(params, parallel.coresChannels(), HaloOperations.rowsOf(input))
        .programBytes(Objects.requireNonNull(memory.shardSpec()));
  }

  /** As determine_parallel_config of conv2d_utils.cpp: the cores share channels evenly. */
  private ParallelConfig parallel(TensorMemoryLayout scheme, int unitChannels) {
    return ParallelConfig.chosen(
        scheme,
        ShardOrientation.ROW_MAJOR,
        new ParallelConfig.Work(
            params.output().flat().dim(2),
            params.image().channels(),
            params.output().channels(),
            isOutTiled() ? TensorSpec.TILE_SIDE : 1,
            unitChannels,
            isInTiled() || isOutTiled() ? TensorSpec.TILE_SIDE : HALF_TILE,
            false,
            1),
        board.compute());
  }

  /** Shards of an input that has none. */
  MemoryConfig inputMemory(TensorMemoryLayout scheme) {
    return memory(parallel(scheme, channelUnit()));
  }

  /** The same without a scheme that was asked for, whose blocks are whole tiles of channels. */
  MemoryConfig inputMemory() {
    return memory(parallel(leastOfL1(), TensorSpec.TILE_SIDE));
  }

  private int channelUnit() {
    return isInTiled()
        ? TensorSpec.TILE_SIDE
        : board.architecture().l1AlignmentBytes() / Short.BYTES;
  }

  private MemoryConfig memory(ParallelConfig parallel) {
    return parallel.memory(
        params.image().flat().dim(2),
        params.image().channels(),
        isInTiled() ? TensorSpec.TILE_SIDE : 1,
        channelUnit());
  }

  /**
   * What a core has of it in L1: when the margin is made, or when windows are reduced.
   *
   * @param memory of the input, in shards
   */
  long l1Bytes(MemoryConfig memory) {
    ShardSpec shards = Objects.requireNonNull(memory.shardSpec());
    ParallelConfig parallel = ParallelConfig.of(memory);
    DataType rows = HaloOperations.rowsOf(input);
    long rowBytes = (long) shards.width() * rows.elementBytes();
    long halo = ShardedPool.halo(params, parallel).mostRows() * rowBytes;
    long perCore = (long) params.output().height() * params.output().width() / parallel.coresNhw();
    long outRows = isOutTiled() ? ParallelConfig.roundUp(perCore, TensorSpec.TILE_SIDE) : perCore;
    ShardSpec result =
        new ShardSpec(
            shards.grid(),
            Math.toIntExact(Math.max(1, outRows)),
            shards.width(),
            shards.orientation());
    long program =
        new PoolBufferSizes(params, parallel.coresChannels(), HaloOperations.rowsOf(params.dtype()))
            .programBytes(result);
    return halo
        + Math.max(
            shards.height() * rowBytes + marginBuffers(shards, rows), program + outRows * rowBytes);
  }

  /** Two rows of padding; of tiles two buffers of two rows of them. */
  private long marginBuffers(ShardSpec shards, DataType rows) {
    int alignment = board.architecture().l1AlignmentBytes();
    long padding =
        2 * ParallelConfig.roundUp((long) shards.width() * rows.elementBytes(), alignment);
    long tiles = Math.ceilDiv(shards.width(), TensorSpec.TILE_SIDE);
    return padding + (isInTiled() ? 2 * 2 * tiles * rows.tileBytes() : 0);
  }
}
