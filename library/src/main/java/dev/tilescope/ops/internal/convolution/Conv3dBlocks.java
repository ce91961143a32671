package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.convolution.Conv3dOperations.Conv3dParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.options.Conv3dConfig;
import java.util.ArrayList;
import java.util.List;

/**
 * How conv3d_program_factory.cpp cuts a convolution into blocks, and what a core holds of one.
 * Sizes are of one block.
 *
 * @param patches places of the kernel
 * @param depth elements under the kernel, of the channels of the block
 */
record Conv3dBlocks(Call<Conv3dParams> call, int cIn, int cOut, int patches, int depth) {
  private static final int SIDE = TensorSpec.TILE_SIDE;
  private static final long KERNEL_CODE_BYTES = 200 << 10;
  private static final long MOST_PREFETCHED_BYTES = 500 << 10;

  /** Of L1 in front of what buffers may have: the kernels' arguments and code. */
  private static final long KERNEL_CONFIG_BYTES = 69 << 10;

  static Conv3dBlocks of(Call<Conv3dParams> call) {
    Conv3dConfig config = call.params().config();
    int channels = call.spec(0).shape().dim(4);
    int cIn = config.cInBlock() > 0 ? config.cInBlock() : channels;
    int cOut = config.cOutBlock() > 0 ? config.cOutBlock() : paddedChannels(call);
    return new Conv3dBlocks(
        call,
        cIn,
        cOut,
        config.tOutBlock() * config.hOutBlock() * config.wOutBlock(),
        call.params().volume().taps() * cIn);
  }

  private static int paddedChannels(Call<Conv3dParams> call) {
    return Math.ceilDiv(call.params().outputChannels(), SIDE) * SIDE;
  }

  private Conv3dConfig config() {
    return call.params().config();
  }

  private Volume volume() {
    return call.params().volume();
  }

  CoreRangeSet cores() {
    return CoreRangeSet.grid(
        config().computeWithStorageGridSize().x(), config().computeWithStorageGridSize().y());
  }

  int inBlocks() {
    return call.spec(0).shape().dim(4) / cIn;
  }

  private int rowTiles() {
    return Math.ceilDiv(patches, SIDE);
  }

  private int depthTiles() {
    return Math.ceilDiv(depth, SIDE);
  }

  private int columnTiles() {
    return cOut / SIDE;
  }

  int subblockWidth() {
    return Math.min(columnTiles(), call.params().computeKernelConfig().destinationTiles());
  }

  /** Only Wormhole's programs take several rows of tiles at a time. */
  int subblockHeight() {
    boolean isWormhole = call.device().board().architecture() == Architecture.WORMHOLE_B0;
    if (!isWormhole || subblockWidth() != columnTiles()) {
      return 1;
    }
    int most = call.params().computeKernelConfig().destinationTiles() / subblockWidth();
    return (int) CircularBuffers.largestBlock(rowTiles(), Math.max(1, Math.min(rowTiles(), most)));
  }

  private DataType dtype() {
    return call.spec(0).dtype();
  }

  /** Sums of several blocks of channels stay in float32 where they are accumulated in it. */
  private DataType partialDtype() {
    boolean wide = call.params().computeKernelConfig().fp32DestAccEn() && inBlocks() > 1;
    return wide ? DataType.FLOAT32 : dtype();
  }

  private int rowBytes() {
    return cIn * dtype().elementBytes();
  }

  private boolean isInDram() {
    return !call.spec(0).memoryConfig().isSharded()
        && call.spec(0).memoryConfig().bufferType().isDram();
  }

  List<CircularBuffer> buffers() {
    List<CircularBuffer> all = new ArrayList<>(products());
    if (inBlocks() > 1) {
      all.add(CircularBuffers.tiles(cores(), partialDtype(), (long) rowTiles() * columnTiles()));
      all.add(CircularBuffers.tiles(cores(), dtype(), 1));
    }
    if (call.has(2)) {
      all.add(CircularBuffers.tiles(cores(), dtype(), columnTiles()));
    }
    int alignment = CircularBuffers.alignmentBytes(call, 0);
    if (isInDram() && rowBytes() % alignment != 0) {
      long window = Math.ceilDiv(rowBytes() + alignment - 1, alignment) * (long) alignment;
      all.add(CircularBuffer.local(cores(), window + alignment, window + alignment));
    }
    long gathered = gatheredRows(all);
    if (gathered > 0) {
      all.add(CircularBuffer.local(cores(), gathered * rowBytes(), rowBytes()));
    }
    return all;
  }

  private List<CircularBuffer> products() {
    int pages = patches % SIDE == 0 ? Math.min(patches, SIDE) : Math.min(patches, 2 * SIDE);
    long pageBytes = (long) depthTiles() * SIDE * dtype().elementBytes();
    long results = (long) rowTiles() * columnTiles();
    return List.of(
        CircularBuffer.local(cores(), pages * pageBytes, pageBytes),
        CircularBuffers.tiles(cores(), dtype(), (long) subblockHeight() * depthTiles()),
        CircularBuffers.tiles(cores(), dtype(), (long) depthTiles() * columnTiles()),
        CircularBuffers.tiles(cores(), partialDtype(), results),
        CircularBuffers.tiles(cores(), dtype(), results));
  }

  /** The input under a block, brought to L1 once for all places of the kernel, if it fits. */
  private long gatheredRows(List<CircularBuffer> others) {
    if (volume().taps() == 1 || volume().dilation().stream().anyMatch(d -> d != 1)) {
      return 0;
    }
    long across = span(config().wOutBlock(), 2);
    long lines = span(config().tOutBlock(), 0) * span(config().hOutBlock(), 1);
    long room = prefetchBytes(others) / rowBytes();
    if (lines * across > room) {
      return 0;
    }
    return lines * across + readTogether(lines, across, room - lines * across);
  }

  private long span(int block, int axis) {
    return (block - 1L) * volume().stride().get(axis) + volume().kernel().get(axis);
  }

  /** Rows read bank by bank, to be put in order in L1, where each bank has two pages of a line. */
  private long readTogether(long lines, long across, long room) {
    int banks = call.device().board().architecture().dramBanks();
    boolean wholeRows =
        isInDram()
            && inBlocks() == 1
            && rowBytes() == call.input(0).requireBuffer("input_tensor").alignedPageBytes();
    long fitting = Math.min(lines, room / across);
    boolean together =
        wholeRows && across >= 2L * banks && fitting >= Math.min(lines, banks) && fitting > 0;
    return together ? fitting * across : 0;
  }

  private long prefetchBytes(List<CircularBuffer> others) {
    DeviceInfo info = call.device().info();
    long usable =
        info.workerL1Bytes()
            - info.addressAtFirstL1CbBuffer()
            + KERNEL_CONFIG_BYTES
            - KERNEL_CODE_BYTES;
    long taken = others.stream().mapToLong(CircularBuffer::sizeBytes).sum();
    return Math.clamp(usable - taken, 0, MOST_PREFETCHED_BYTES);
  }

  /** How many blocks the busiest core makes, and how many cores work. */
  record Shares(long blocksOfCore, int cores) {}

  /** Blocks of channels go to cores first, then those of the result's channels, time, rows. */
  Shares shares() {
    Shape input = call.spec(0).shape();
    int[] blocks = {
      paddedChannels(call) / cOut,
      Math.ceilDiv(volume().out(input, 0), config().tOutBlock()),
      Math.ceilDiv(volume().out(input, 1), config().hOutBlock()),
      Math.ceilDiv(volume().out(input, 2), config().wOutBlock())
    };
    int left = Math.max(1, cores().size() / inBlocks());
    int working = inBlocks();
    long each = input.dim(0);
    for (int count : blocks) {
      int share = Math.min(count, left);
      left /= share;
      working *= share;
      each *= Math.ceilDiv(count, share);
    }
    return new Shares(each, working);
  }

  long productsOfBlock() {
    return (long) rowTiles() * depthTiles() * columnTiles();
  }

  long resultsOfBlock() {
    return (long) rowTiles() * columnTiles();
  }

  long inputTilesOfBlock() {
    return (long) rowTiles() * depthTiles();
  }
}
