package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.convolution.Conv2dOperations.Conv2dParams;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.options.Conv2dConfig;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * The circular buffers of a convolution on shards, in the order and of the sizes that get_cb_info
 * of TT-NN's conv2d_op_program_factory_common.cpp gives them. Its indices for the reader, which lie
 * in L1_SMALL, are left out.
 */
record Conv2dShardBuffers(Call<Conv2dParams> call, Conv2dShards cut) {
  static final String TEXT =
      "With the input in shards: weights as before, products over the last block of the result if"
          + " that is in tiles of their type, input rows in one or two parts, the same in tiles,"
          + " bias, 64 bytes, and input and result where they lie.";

  private static final int SCRATCH_BYTES = 64;

  List<CircularBuffer> all() {
    List<CircularBuffer> buffers = new ArrayList<>();
    add(buffers, weights(), weightTiles());
    addPartials(buffers);
    long first = firstPart() * copies();
    long second = secondPart() * copies();
    if (scheme() == TensorMemoryLayout.HEIGHT_SHARDED) {
      add(buffers, input(), first);
    } else if (!alone()) {
      add(buffers, result(), first + second);
    }
    add(buffers, input(), overlaps() ? 0 : second);
    add(buffers, result(), block());
    add(buffers, weights(), call.has(2) ? cut.perCoreWidth() : 0);
    add(buffers, input(), rowTiles(first));
    buffers.add(CircularBuffers.backedBy(call.output(), cores()));
    buffers.add(CircularBuffer.local(cores(), SCRATCH_BYTES, SCRATCH_BYTES));
    buffers.add(CircularBuffers.backedBy(call.input(0), cores()));
    return buffers;
  }

  private void add(List<CircularBuffer> buffers, DataType dtype, long tiles) {
    if (tiles > 0) {
      buffers.add(CircularBuffers.tiles(cores(), dtype, tiles));
    }
  }

  private CoreRangeSet cores() {
    return cut.cores();
  }

  private TensorMemoryLayout scheme() {
    return cut.input().scheme();
  }

  private Conv2dConfig config() {
    return cut.config();
  }

  private Window window() {
    return call.params().window();
  }

  private DataType input() {
    return HaloOperations.rowsOf(call.spec(0).dtype());
  }

  private DataType weights() {
    return call.spec(1).dtype();
  }

  private DataType result() {
    return call.params().dtype();
  }

  private long blockRows() {
    return cut.blocks().actBlockHNtiles();
  }

  private long block() {
    return blockRows() * cut.blocks().actBlockWNtiles();
  }

  private long heightBlocks() {
    return cut.perCoreHeight() / blockRows();
  }

  /** Whether no other core needs what this one reads: conv_skip_mcast of conv2d_utils.cpp. */
  private boolean alone() {
    return cut.result().coresChannels() == 1 && cut.input().coresChannels() == 1;
  }

  /** Rows of input and what is sent to the others share one buffer. */
  private boolean overlaps() {
    return scheme() == TensorMemoryLayout.BLOCK_SHARDED && input() == result() && !alone();
  }

  /** Activation reuse has the whole sum in a block already. */
  private boolean reuses() {
    return config().enableActivationReuse();
  }

  private int copies() {
    return config().enableActDoubleBuffer() && !reuses() ? 2 : 1;
  }

  private long weightTiles() {
    long depth =
        cut.depthwiseRows()
            ? blockRows() * (cut.coalesced() ? window().width() : 1)
            : cut.blocks().actBlockWNtiles();
    long tiles = cut.perCoreWidth() * depth;
    boolean byHeight = scheme() == TensorMemoryLayout.HEIGHT_SHARDED;
    if (byHeight && reuses()) {
      return tiles;
    }
    if (byHeight && heightBlocks() > 1) {
      return tiles * (cut.depthwiseRows() ? depthwiseBlocks() : window().height());
    }
    return config().enableWeightsDoubleBuffer() ? 2 * tiles : tiles;
  }

  private long depthwiseBlocks() {
    return cut.coalesced() ? 1 : (long) window().height() * window().width();
  }

  private void addPartials(List<CircularBuffer> buffers) {
    if (cut.depthwiseRows()) {
      boolean scratch = !cut.coalesced() && heightBlocks() > 1;
      add(buffers, result(), scratch ? block() : 0);
      return;
    }
    DataType partials = partials();
    long tiles = blockRows() * cut.perCoreWidth();
    boolean tiled = call.params().outputLayout() == Layout.TILE;
    if (!tiled || partials != result()) {
      add(buffers, partials, tiles);
      return;
    }
    Tensor output = call.output();
    long before = cut.perCoreHeight() * cut.perCoreWidth() - tiles;
    int tileBytes = partials.tileBytes();
    buffers.add(
        CircularBuffer.global(
            cores(),
            tiles * tileBytes,
            tileBytes,
            output.requireBuffer("output").address() + before * tileBytes));
  }

  /** The packer adds up in L1 where there is a sum of several blocks to add up. */
  private DataType partials() {
    var compute = call.params().computeKernelConfig();
    long sums = sums();
    boolean inL1 = compute.packerL1Acc() && (sums > 2 || call.has(2) && sums > 1);
    return !inL1 ? result() : compute.fp32DestAccEn() ? DataType.FLOAT32 : DataType.BFLOAT16;
  }

  private long sums() {
    long taps = (long) cut.paddedChannels() * window().height() * window().width();
    long blocks =
        Math.max(1, Math.ceilDiv(taps, TensorSpec.TILE_SIDE) / cut.blocks().actBlockWNtiles());
    return scheme() == TensorMemoryLayout.BLOCK_SHARDED
        ? blocks * cut.result().coresChannels()
        : blocks;
  }

  private boolean splits() {
    Boolean forced = config().forceSplitReader();
    boolean possible =
        scheme() != TensorMemoryLayout.WIDTH_SHARDED && !cut.depthwiseRows() && blockRows() > 1;
    return possible && (forced == null ? isWorthSplitting() : forced);
  }

  private boolean isWorthSplitting() {
    if (scheme() == TensorMemoryLayout.BLOCK_SHARDED || reuses()) {
      return true;
    }
    return new SplitReader(
            call.device().board().architecture(),
            input(),
            result(),
            call.params().computeKernelConfig().fp32DestAccEn())
        .pays(
            cut.blocks(),
            cut.paddedChannels(),
            window(),
            cut.perCoreWidth() * cut.blocks().actBlockWNtiles(),
            weights().tileBytes());
  }

  private long firstPart() {
    return splits() ? part(blockRows() - blockRows() / 2) : block();
  }

  private long secondPart() {
    return splits() ? part(blockRows() / 2) : 0;
  }

  private long part(long rows) {
    return reuses() && scheme() == TensorMemoryLayout.HEIGHT_SHARDED
        ? withReuse(rows)
        : rows * cut.blocks().actBlockWNtiles();
  }

  /**
   * Input for one row of pixels, and what each further row adds to it:
   * calculate_act_cb_size_with_reuse there.
   */
  private long withReuse(long rows) {
    int width = call.params().output().width();
    long widthTiles = Math.ceilDiv(width, TensorSpec.TILE_SIDE);
    long left = widthTiles * TensorSpec.TILE_SIDE - width;
    long bytes =
        Math.ceilDiv(rows, widthTiles)
            * cut.paddedChannels()
            * window().width()
            * (1 + left * window().height())
            * input().elementBytes();
    return widthTiles * cut.blocks().actBlockWNtiles()
        + Math.ceilDiv(bytes, (long) input().tileBytes());
  }

  /** Rows of input as they come, where they are sent on to other cores in tiles. */
  private long rowTiles(long first) {
    return switch (scheme()) {
      case WIDTH_SHARDED -> 2 * cut.blocks().actBlockWNtiles();
      case BLOCK_SHARDED -> overlaps() ? 0 : first;
      case HEIGHT_SHARDED, ND_SHARDED, INTERLEAVED -> 0;
    };
  }
}
