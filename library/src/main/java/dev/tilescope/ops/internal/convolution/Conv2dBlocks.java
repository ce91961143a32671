package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostConstants;
import dev.tilescope.device.Traffic;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.convolution.Conv2dOperations.Conv2dBlockConfig;
import dev.tilescope.ops.internal.convolution.Conv2dOperations.Conv2dParallelizationConfig;
import dev.tilescope.ops.internal.convolution.Conv2dOperations.Conv2dParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.ProductCosts;
import dev.tilescope.ops.internal.mechanism.Subblock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a convolution is cut: rows of tiles of the result over the cores, or tiles of a result in
 * blocks or columns over the cores that hold them, and on each core blocks of input rows, laid out
 * as a matrix, times blocks of weights. Blocks shrink until their circular buffers take at most
 * half of what L1 has for them: first in height, then along the sum, then in width.
 *
 * @param perCoreHeight rows of tiles of the result on a core
 * @param perCoreWidth tiles of output channels at a time
 * @param blockHeight rows of tiles at a time
 * @param blockDepth tiles of the sum at a time
 * @param depth tiles of the whole sum
 * @param channels tiles of output channels on a core, all of them unless channels are in shards
 */
record Conv2dBlocks(
    CoreRangeSet cores,
    long perCoreHeight,
    long perCoreWidth,
    long blockHeight,
    long blockDepth,
    long depth,
    long channels) {
  private static final long MOST_INDEX_BYTES = 64 << 10;

  static final String TEXT =
      "A block of weights (as many as the kernel is high if the core has several blocks of rows),"
          + " one of products, one of input rows and the same in tiles, a row of bias, the result"
          + " and two bytes for each row of it; a sharded result is used where it lies, and its"
          + " shards are what the cores compute.";

  static Conv2dBlocks of(Call<Conv2dParams> call) {
    Conv2dParams params = call.params();
    long rows = tiles(params.output().flat().dim(2));
    ShardSpec shards = channelShards(call);
    CoreRangeSet cores =
        shards == null ? CircularBuffers.sharing(rows, call.device()) : shards.grid();
    long perCore =
        shards == null ? Math.ceilDiv(rows, cores.size()) : Math.min(rows, tiles(shards.height()));
    long channels = tiles(shards == null ? params.output().channels() : shards.width());
    long perKernelRow = tiles((long) params.window().width() * params.image().channels());
    long override = params.actBlockHOverride() / TensorSpec.TILE_SIDE;
    Conv2dBlocks blocks =
        new Conv2dBlocks(
            cores,
            perCore,
            channels,
            override == 0 ? perCore : Math.min(override, perCore),
            perKernelRow,
            perKernelRow * params.window().height(),
            channels);
    long limit = call.device().info().cbLimitBytes() / 2;
    while (blocks.bytes(call) > limit && blocks.canShrink(override != 0)) {
      blocks = blocks.shrunk(override != 0);
    }
    return blocks;
  }

  private static long tiles(long elements) {
    return Math.ceilDiv(elements, TensorSpec.TILE_SIDE);
  }

  private boolean canShrink(boolean fixedHeight) {
    return (!fixedHeight && blockHeight > 1) || blockDepth > 1 || perCoreWidth > 1;
  }

  private Conv2dBlocks shrunk(boolean fixedHeight) {
    if (!fixedHeight && blockHeight > 1) {
      return new Conv2dBlocks(
          cores, perCoreHeight, perCoreWidth, half(blockHeight), blockDepth, depth, channels);
    }
    return blockDepth > 1
        ? new Conv2dBlocks(
            cores, perCoreHeight, perCoreWidth, blockHeight, half(blockDepth), depth, channels)
        : new Conv2dBlocks(
            cores, perCoreHeight, half(perCoreWidth), blockHeight, blockDepth, depth, channels);
  }

  private static long half(long count) {
    return Math.ceilDiv(count, 2);
  }

  /** A circular buffer before it is known to fit the numbers a device counts with. */
  private record Tiles(DataType dtype, long count) {
    long bytes() {
      return count * dtype.tileBytes();
    }
  }

  private long bytes(Call<Conv2dParams> call) {
    return blocks(call).stream().mapToLong(Tiles::bytes).sum() + indexBytes();
  }

  private long indexBytes() {
    return Math.min(perCoreHeight * TensorSpec.TILE_SIDE * Short.BYTES, MOST_INDEX_BYTES);
  }

  List<CircularBuffer> buffers(Call<Conv2dParams> call) {
    List<CircularBuffer> buffers = new ArrayList<>();
    for (Tiles block : blocks(call)) {
      buffers.add(CircularBuffers.tiles(cores, block.dtype(), block.count()));
    }
    if (usesShards(call)) {
      buffers.add(CircularBuffers.backedBy(call.output()));
    }
    buffers.add(CircularBuffer.local(cores, indexBytes(), indexBytes()));
    return buffers;
  }

  /** The shards of a result whose cores have some of the channels each; null for another. */
  private static @Nullable ShardSpec channelShards(Call<Conv2dParams> call) {
    return usesShards(call)
            && call.params().memoryConfig().memoryLayout() != TensorMemoryLayout.HEIGHT_SHARDED
        ? call.params().memoryConfig().shardSpec()
        : null;
  }

  private static boolean usesShards(Call<Conv2dParams> call) {
    MemoryConfig memory = call.params().memoryConfig();
    return memory.isSharded() && memory.bufferType().isL1();
  }

  private List<Tiles> blocks(Call<Conv2dParams> call) {
    Conv2dParams params = call.params();
    DataType out = params.dtype();
    long weightBlocks =
        blockHeight < perCoreHeight
            ? params.window().height()
            : params.enableWeightsDoubleBuffer() ? 2 : 1;
    long actBlocks = params.enableActDoubleBuffer() ? 2 : 1;
    List<Tiles> blocks = new ArrayList<>();
    blocks.add(new Tiles(call.spec(1).dtype(), perCoreWidth * blockDepth * weightBlocks));
    blocks.add(new Tiles(out, blockHeight * perCoreWidth));
    blocks.add(new Tiles(call.spec(0).dtype(), blockHeight * blockDepth * actBlocks));
    blocks.add(new Tiles(out, blockHeight * blockDepth));
    if (call.has(2)) {
      blocks.add(new Tiles(call.spec(2).dtype(), perCoreWidth));
    }
    if (!usesShards(call)) {
      blocks.add(new Tiles(out, blockHeight * perCoreWidth));
    }
    return blocks;
  }

  Conv2dParallelizationConfig parallelization(Conv2dParams params) {
    int across = (int) Math.ceilDiv(tiles(params.output().channels()), channels);
    CoreCoord last =
        cores.ranges().stream()
            .map(CoreRange::end)
            .reduce((a, b) -> new CoreCoord(Math.max(a.x(), b.x()), Math.max(a.y(), b.y())))
            .orElseThrow();
    return new Conv2dParallelizationConfig(
        new CoreCoord(last.x() + 1, last.y() + 1),
        Math.max(1, cores.size() / across),
        1,
        across,
        perCoreHeight,
        channels);
  }

  Conv2dBlockConfig config(Conv2dParams params) {
    Subblock subblock =
        Subblock.ofConvolution(
            (int) blockHeight, (int) perCoreWidth, params.computeKernelConfig().fp32DestAccEn());
    return new Conv2dBlockConfig(blockHeight, blockDepth, subblock.height(), subblock.width());
  }

  /**
   * Cycles of the busiest core: it copies rows of the input, as many as the kernel is high for each
   * row of the result, makes tiles of them and multiplies.
   */
  long cycles(Call<Conv2dParams> call) {
    Conv2dParams params = call.params();
    Architecture architecture = call.device().board().architecture();
    Conv2dBlockConfig config = config(params);
    ProductCosts products =
        new ProductCosts(
            architecture,
            params.computeKernelConfig(),
            config.outSubblockHNtiles(),
            config.outSubblockWNtiles(),
            params.dtype().tileBytes(),
            call.spec(1).dtype().tileBytes(),
            Math.ceilDiv(depth, blockDepth),
            call.has(2));
    CostConstants constants = CostConstants.inUse();
    double copies =
        perCoreHeight
            * TensorSpec.TILE_SIDE
            * params.window().height()
            * constants.of("window.row.cycles", architecture);
    long tiles =
        perCoreHeight * depth * constants.tileCycles("layout", "TILIZE_IN_PLACE", architecture);
    return Math.round(copies)
        + tiles
        + products.cycles(perCoreHeight * channels * depth, perCoreHeight * channels);
  }

  /** Weights, which a core reads a block at a time and sends to the others. */
  Traffic weights(Call<Conv2dParams> call) {
    long tiles = channels * depth;
    return new Traffic(
        tiles,
        Math.ceilDiv(depth, blockDepth),
        call.spec(1).dtype().tileBytes(),
        Traffic.Route.SENT_ON);
  }
}
