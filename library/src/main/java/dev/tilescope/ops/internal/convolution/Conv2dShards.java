package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.Board;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.convolution.Conv2dOperations.Conv2dBlockConfig;
import dev.tilescope.ops.internal.convolution.Conv2dOperations.Conv2dParallelizationConfig;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.internal.mechanism.Subblock;
import dev.tilescope.ops.options.Conv2dConfig;
import java.util.Objects;

/**
 * A convolution whose input is in shards: each core has its part of the pixels, or of pixels and
 * channels, and computes its part of the result. After TT-NN's conv2d_utils.cpp, get_conv_configs
 * and determine_per_core_conv_block_config.
 *
 * @param paddedChannels of the input on all cores together
 * @param coalesced whether the taps of a depthwise convolution along rows are read in one piece
 */
public record Conv2dShards(
    ParallelConfig input,
    ParallelConfig result,
    int paddedChannels,
    MemoryConfig resultMemory,
    Conv2dBlockConfig blocks,
    Conv2dConfig config,
    HaloShards halo,
    boolean depthwiseRows,
    boolean coalesced) {
  /** What is convolved, before it is known how. */
  public record Request(
      ConvolutionOperations.Sizes sizes,
      int groups,
      Conv2dConfig config,
      DataType input,
      boolean hasBias,
      boolean fp32) {
    private Window window() {
      return sizes.window();
    }

    /** The 1D depthwise convolution that TT-NN has a kernel of its own for. */
    boolean isDepthwiseRows() {
      return groups == sizes.image().channels()
          && groups == sizes.output().channels()
          && window().height() == 1
          && sizes.image().height() == 1
          && !hasBias;
    }

    private boolean coalesces(TensorMemoryLayout scheme, int channels, Board board) {
      long readBytes =
          (long) channels * HaloOperations.rowsOf(input).elementBytes() * window().width();
      return isDepthwiseRows()
          && scheme == TensorMemoryLayout.HEIGHT_SHARDED
          && window().width() > 1
          && window().dilationWidth() == 1
          && channels % TensorSpec.TILE_SIDE == 0
          && readBytes <= board.architecture().maxNocBurstBytes();
    }
  }

  /**
   * @param unit channels that stay together
   * @param product whether a matrix product does it, whose result has the cores of its input
   */
  public static Conv2dShards of(
      Request request, ParallelConfig input, int unit, boolean product, Board board) {
    ImageSize output = request.sizes().output();
    ParallelConfig result = input.ofResult(output.channels(), product, board.compute());
    int channels =
        (int)
            ParallelConfig.roundUp(
                request.sizes().image().channels(), (long) input.coresChannels() * unit);
    MemoryConfig resultMemory =
        result.memory(
            output.flat().dim(2), output.channels(), TensorSpec.TILE_SIDE, TensorSpec.TILE_SIDE);
    boolean coalesced = request.coalesces(input.scheme(), channels, board);
    Window window = request.window();
    ImageSize spread = request.sizes().spread().of(request.sizes().image());
    return new Conv2dShards(
        input,
        result,
        channels,
        resultMemory,
        blocks(request, input, channels, resultMemory, coalesced),
        request.config(),
        new HaloShards(
            WindowArguments.margins(window).around(spread), window, output, input.coresNhw(), true),
        request.isDepthwiseRows(),
        coalesced);
  }

  /** Channels that stay together: get_input_channels_alignment of conv2d_utils.cpp. */
  static int channelUnit(MemoryConfig memory, boolean tiled) {
    ShardSpec shards = memory.shardSpec();
    if (tiled || memory.memoryLayout() == TensorMemoryLayout.WIDTH_SHARDED || shards == null) {
      return TensorSpec.TILE_SIDE;
    }
    int width = shards.width();
    if (width % TensorSpec.TILE_SIDE == 0) {
      return TensorSpec.TILE_SIDE;
    }
    return width % 16 == 0 ? 16 : width % 8 == 0 ? 8 : TensorSpec.TILE_SIDE;
  }

  private static Conv2dBlockConfig blocks(
      Request request,
      ParallelConfig input,
      int channels,
      MemoryConfig resultMemory,
      boolean coalesced) {
    ShardSpec shards = Objects.requireNonNull(resultMemory.shardSpec());
    int rows = shards.height() / TensorSpec.TILE_SIDE;
    int override = request.config().actBlockHOverride() / TensorSpec.TILE_SIDE;
    int blockRows = rows;
    if (override > 0) {
      blockRows = Math.min(override, rows);
      while (rows % blockRows != 0) {
        blockRows--;
      }
    }
    long width = blockWidth(request, input, channels, coalesced);
    Subblock subblock =
        Subblock.ofConvolution(
            blockRows, Math.ceilDiv(shards.width(), TensorSpec.TILE_SIDE), request.fp32());
    return new Conv2dBlockConfig(
        blockRows, Math.ceilDiv(width, TensorSpec.TILE_SIDE), subblock.height(), subblock.width());
  }

  private static long blockWidth(
      Request request, ParallelConfig input, int channels, boolean coalesced) {
    Window window = request.window();
    Conv2dConfig config = request.config();
    long rowOfTaps = (long) channels * window.width();
    long perCore = rowOfTaps / input.coresChannels();
    return switch (input.scheme()) {
      case WIDTH_SHARDED -> perCore * window.height() / config.actBlockWDiv();
      case BLOCK_SHARDED -> config.fullInnerDim() ? perCore * window.height() : perCore;
      case HEIGHT_SHARDED, ND_SHARDED, INTERLEAVED -> {
        if (request.isDepthwiseRows()) {
          yield coalesced ? rowOfTaps : channels;
        }
        yield config.enableActivationReuse() ? rowOfTaps * window.height() : rowOfTaps;
      }
    };
  }

  ShardSpec resultShards() {
    return Objects.requireNonNull(resultMemory.shardSpec());
  }

  /** Those of the input or of the result, whichever has more. */
  CoreRangeSet cores() {
    return input.grid().size() > result.grid().size() ? input.grid() : result.grid();
  }

  Conv2dParallelizationConfig parallelization() {
    CoreCoord last = result.grid().boundingBox().end();
    return new Conv2dParallelizationConfig(
        new CoreCoord(last.x() + 1, last.y() + 1),
        input.coresNhw(),
        input.coresChannels(),
        result.coresChannels(),
        perCoreHeight(),
        perCoreWidth());
  }

  long perCoreHeight() {
    return Math.ceilDiv(resultShards().height(), TensorSpec.TILE_SIDE);
  }

  long perCoreWidth() {
    return Math.ceilDiv(resultShards().width(), TensorSpec.TILE_SIDE);
  }

  /** Whether no other core needs what a core reads: conv_skip_mcast of conv2d_utils.cpp. */
  boolean isAlone() {
    return result.coresChannels() == 1 && input.coresChannels() == 1;
  }

  /** Tiles of the whole sum. */
  long depth() {
    Window window = halo.window();
    return Math.ceilDiv(
        (long) paddedChannels * window.height() * window.width(), TensorSpec.TILE_SIDE);
  }
}
