package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.Board;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.convolution.ConvolutionOperations.Conv2dArguments;
import dev.tilescope.ops.internal.convolution.ConvolutionOperations.Sizes;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.Conv2dConfig;
import java.util.Objects;

/**
 * A convolution before it is decided how it lies in L1, and what it would take of it, as TT-NN
 * reckons: calculate_L1_usage_for_conv_op and determine_conv_config_for_auto_shard of
 * conv2d_utils.cpp.
 *
 * @param input as it comes, before a margin
 */
record Conv2dPlan(
    Sizes sizes,
    int groups,
    Conv2dConfig config,
    DataType input,
    Layout layout,
    DataType weights,
    DataType result,
    boolean hasBias,
    ComputeKernelConfig compute,
    Board board) {
  static Conv2dPlan of(Conv2dArguments a, Sizes sizes, DataType result, ComputeKernelConfig how) {
    Conv2dConfig config = a.options().config();
    DataType asked = config.weightsDtype();
    return new Conv2dPlan(
        sizes,
        a.options().groups(),
        config,
        a.inputTensor().dtype(),
        a.inputTensor().layout(),
        asked == null ? a.weightTensor().dtype() : asked,
        result,
        a.options().biasTensor() != null,
        how,
        a.inputTensor().device().board());
  }

  /** The same for a part of the image. */
  Conv2dPlan with(Sizes part) {
    return new Conv2dPlan(
        part, groups, config, input, layout, weights, result, hasBias, compute, board);
  }

  /**
   * What a core has of it in L1.
   *
   * @param programBytes of its circular buffers and of the result
   */
  record Room(int cores, long inputBytes, long haloBytes, long programBytes) {
    long total() {
      return haloBytes + programBytes;
    }

    /** When the margin is made, or when it is convolved. */
    long most() {
      return Math.max(inputBytes + haloBytes, total());
    }
  }

  /** The shards that were asked for, or those that take least of L1. */
  TensorMemoryLayout scheme() {
    TensorMemoryLayout asked = config.shardLayout();
    if (asked != null) {
      return asked;
    }
    Conv2dShards.Request request = request();
    if (request.isDepthwiseRows()) {
      return TensorMemoryLayout.HEIGHT_SHARDED;
    }
    TensorMemoryLayout best = TensorMemoryLayout.HEIGHT_SHARDED;
    long least = room(best).total();
    Room blocks = room(TensorMemoryLayout.BLOCK_SHARDED);
    if (blocks.total() < least && blocks.cores() >= board.compute().width()) {
      best = TensorMemoryLayout.BLOCK_SHARDED;
      least = blocks.total();
    }
    return room(TensorMemoryLayout.WIDTH_SHARDED).total() < least
        ? TensorMemoryLayout.WIDTH_SHARDED
        : best;
  }

  private Room room(TensorMemoryLayout scheme) {
    return room(inputMemory(scheme, false, config.actBlockHOverride()));
  }

  /** Shards of a slice that is read from DRAM. */
  MemoryConfig slicedMemory() {
    return inputMemory(scheme(), true, 0);
  }

  /** determine_input_memory_config there. */
  private MemoryConfig inputMemory(TensorMemoryLayout scheme, boolean sliced, int blockHeight) {
    ShardOrientation orientation =
        config.transposeShards() ? ShardOrientation.COL_MAJOR : ShardOrientation.ROW_MAJOR;
    int unit = channelUnit(scheme, sliced);
    ParallelConfig parallel =
        ParallelConfig.chosen(
            scheme,
            orientation,
            new ParallelConfig.Work(
                sizes.output().flat().dim(2),
                sizes.image().channels(),
                sizes.output().channels(),
                TensorSpec.TILE_SIDE,
                unit,
                TensorSpec.TILE_SIDE,
                true,
                Math.max(1, blockHeight / TensorSpec.TILE_SIDE)),
            board.compute());
    boolean rows =
        scheme == TensorMemoryLayout.WIDTH_SHARDED && (sliced || layout == Layout.ROW_MAJOR);
    return parallel.memory(
        sizes.image().flat().dim(2),
        sizes.image().channels(),
        rows ? 1 : TensorSpec.TILE_SIDE,
        unit);
  }

  /** Channels that stay together: as many as transfers between cores are aligned to, or a tile. */
  private int channelUnit(TensorMemoryLayout scheme, boolean sliced) {
    boolean rows = layout == Layout.ROW_MAJOR || sliced;
    return rows && scheme != TensorMemoryLayout.WIDTH_SHARDED
        ? board.architecture().l1AlignmentBytes() / Short.BYTES
        : TensorSpec.TILE_SIDE;
  }

  private Conv2dShards.Request request() {
    return new Conv2dShards.Request(sizes, groups, config, input, hasBias, compute.fp32DestAccEn());
  }

  /**
   * @param memory of the input, in shards
   */
  Room room(MemoryConfig memory) {
    ParallelConfig parallel = ParallelConfig.of(memory);
    int unit = channelUnit(parallel.scheme(), false);
    Conv2dShards cut = Conv2dShards.of(request(), parallel, unit, false, board);
    DataType rows = HaloOperations.rowsOf(input);
    var shards = Objects.requireNonNull(memory.shardSpec());
    long elements = (long) shards.height() * shards.width();
    boolean halved = input == DataType.BFLOAT8_B;
    return new Room(
        Math.max(parallel.grid().size(), cut.result().grid().size()),
        elements * rows.elementBytes() / (halved ? 2 : 1),
        cut.halo().mostRows() * shards.width() * rows.elementBytes(),
        sizes(cut, unit).programBytes());
  }

  private Conv2dBufferSizes sizes(Conv2dShards cut, int unit) {
    return new Conv2dBufferSizes(
        cut,
        HaloOperations.rowsOf(input),
        weights,
        result,
        hasBias,
        compute,
        (int) ParallelConfig.roundUp(sizes.image().channels(), unit),
        false,
        board.architecture());
  }
}
