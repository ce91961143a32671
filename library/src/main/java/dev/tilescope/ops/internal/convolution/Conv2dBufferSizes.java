package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.Architecture;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.Conv2dConfig;
import java.util.ArrayList;
import java.util.List;

/**
 * How large the circular buffers of a convolution are, in the order that get_cb_info of TT-NN's
 * conv2d_op_program_factory_common.cpp gives them: a program asks when it is made, and whoever
 * decides how much of an image fits into L1 asks before.
 *
 * @param input of rows with their margin
 * @param summedChannels of the input, as many as the sum of a result is over
 * @param alone whether no other core needs what a core reads
 */
record Conv2dBufferSizes(
    Conv2dShards cut,
    DataType input,
    DataType weights,
    DataType result,
    boolean hasBias,
    ComputeKernelConfig compute,
    int summedChannels,
    boolean alone,
    Architecture architecture) {
  static final int SCRATCH_BYTES = 64;

  /**
   * Tiles in one buffer.
   *
   * @param overResult whether they are the last of the result's own
   */
  record Part(DataType dtype, long tiles, boolean overResult) {
    private long bytes() {
      return overResult ? 0 : tiles * dtype.tileBytes();
    }
  }

  /** Those that do not lie over input and result as a whole. */
  List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    add(parts, weights, weightTiles());
    addPartials(parts);
    long first = firstPart() * copies();
    long second = secondPart() * copies();
    if (scheme() == TensorMemoryLayout.HEIGHT_SHARDED) {
      add(parts, input, first);
    } else if (!alone) {
      add(parts, result, first + second);
    }
    add(parts, input, overlaps() ? 0 : second);
    add(parts, result, block());
    add(parts, weights, hasBias ? cut.perCoreWidth() : 0);
    add(parts, input, rowTiles(first));
    return parts;
  }

  /** What the program takes of a core's L1, the result included. */
  long programBytes() {
    long resultTiles = cut.perCoreHeight() * cut.perCoreWidth();
    return parts().stream().mapToLong(Part::bytes).sum()
        + SCRATCH_BYTES
        + resultTiles * result.tileBytes();
  }

  private static void add(List<Part> parts, DataType dtype, long tiles) {
    if (tiles > 0) {
      parts.add(new Part(dtype, tiles, false));
    }
  }

  private TensorMemoryLayout scheme() {
    return cut.input().scheme();
  }

  private Conv2dConfig config() {
    return cut.config();
  }

  private Window window() {
    return cut.halo().window();
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

  /** Rows of input and what is sent to the others share one buffer. */
  private boolean overlaps() {
    return scheme() == TensorMemoryLayout.BLOCK_SHARDED && input == result && !alone;
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

  private void addPartials(List<Part> parts) {
    if (cut.depthwiseRows()) {
      boolean scratch = !cut.coalesced() && heightBlocks() > 1;
      add(parts, result, scratch ? block() : 0);
      return;
    }
    DataType partials = partials();
    boolean overResult = config().outputLayout() == Layout.TILE && partials == result;
    parts.add(new Part(partials, blockRows() * cut.perCoreWidth(), overResult));
  }

  /** The packer adds up in L1 where there is a sum of several blocks to add up. */
  private DataType partials() {
    long sums = sums();
    boolean inL1 = compute.packerL1Acc() && (sums > 2 || hasBias && sums > 1);
    return !inL1 ? result : compute.fp32DestAccEn() ? DataType.FLOAT32 : DataType.BFLOAT16;
  }

  private long sums() {
    long taps = (long) summedChannels * window().height() * window().width();
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
    return new SplitReader(architecture, input, result, compute.fp32DestAccEn())
        .pays(
            cut.blocks(),
            cut.paddedChannels(),
            window(),
            cut.perCoreWidth() * cut.blocks().actBlockWNtiles(),
            weights.tileBytes());
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
    int width = cut.halo().output().width();
    long widthTiles = Math.ceilDiv(width, TensorSpec.TILE_SIDE);
    long left = widthTiles * TensorSpec.TILE_SIDE - width;
    long bytes =
        Math.ceilDiv(rows, widthTiles)
            * summedChannels
            * window().width()
            * (1 + left * window().height())
            * input.elementBytes();
    return widthTiles * cut.blocks().actBlockWNtiles()
        + Math.ceilDiv(bytes, (long) input.tileBytes());
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
