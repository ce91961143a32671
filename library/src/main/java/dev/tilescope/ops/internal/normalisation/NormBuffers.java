package dev.tilescope.ops.internal.normalisation;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.normalisation.NormOperations.LayerNormParams;
import dev.tilescope.ops.internal.normalisation.NormOperations.NormType;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.LayerNormProgramConfig;
import java.util.ArrayList;
import java.util.List;

/**
 * The circular buffers of layer_norm and rms_norm, in the order of TT-NN's {@code
 * layernorm_op_multi_core.cpp}, on the cores that its row-wise {@code split_work_to_cores} takes.
 */
final class NormBuffers {
  static final String TEXT =
      "A row of tiles in, in whole blocks of eight (four if float32 is accumulated, as layer_norm"
          + " does by itself), one of differences, one of their squares, one each for weight and"
          + " bias; two blocks for the residual, the scaled row and the result; a few single tiles"
          + " for mean, variance, scaler and epsilon. rms_norm has no differences unless there is a"
          + " residual. If that takes 95 % of L1, rows pass in parts of 56 bfloat16 tiles (112"
          + " without weight and bias) or half as many float32 ones. Sharded programs use the shards"
          + " where they lie, and hold two more, a column of tiles for each sum and a tile of every"
          + " core that sums come from.";

  /** {@code CB_can_fit_in_L1}. */
  private static final double PART_OF_L1 = 0.95;

  /** {@code with_weights_max_size} and {@code without_weights_max_size}, of bfloat16 tiles. */
  private static final int PART_WITH_WEIGHTS_TILES = 56;

  private static final int PART_WITHOUT_WEIGHTS_TILES = 112;

  private final Call<LayerNormParams> call;
  private final boolean rms;
  private final boolean residual;
  private final boolean weighted;
  private final DataType inner;
  private final long block;
  private final CoreRangeSet cores;
  private final List<CircularBuffer> buffers = new ArrayList<>();

  private NormBuffers(Call<LayerNormParams> call, CoreRangeSet cores) {
    this.call = call;
    this.cores = cores;
    this.rms = call.params().normType() == NormType.RMSNORM;
    this.residual = call.has(1);
    this.weighted = call.has(2) || call.has(3);
    boolean wide = isWide(call.params());
    this.inner = wide ? DataType.FLOAT32 : DataType.BFLOAT16;
    this.block = wide ? 4 : 8;
  }

  static List<CircularBuffer> of(Call<LayerNormParams> call) {
    if (call.params().programConfig() instanceof LayerNormProgramConfig.ShardedMultiCore config) {
      DataType inner = isWide(call.params()) ? DataType.FLOAT32 : DataType.BFLOAT16;
      return ShardedNormBuffers.of(call, config.blocks(), inner);
    }
    return new NormBuffers(call, cores(call)).interleaved();
  }

  static CoreRangeSet cores(Call<LayerNormParams> call) {
    long tileRows = call.spec(0).physicalHeight() / TensorSpec.TILE_SIDE;
    return CircularBuffers.sharingByRows(tileRows, call);
  }

  /** layernorm.cpp accumulates float32 unless told otherwise, rmsnorm.cpp does not. */
  private static boolean isWide(LayerNormParams params) {
    ComputeKernelConfig config = params.computeKernelConfig();
    return config == null ? params.normType() == NormType.LAYERNORM : config.fp32DestAccEn();
  }

  private List<CircularBuffer> interleaved() {
    long width = Math.max(1, call.spec(0).physicalWidth() / TensorSpec.TILE_SIDE);
    long row = Math.ceilDiv(width, block) * block;
    if (hasRowMajorWeights() || fits(row)) {
      return buffers(row, false);
    }
    boolean shorter = weighted || call.spec(0).dtype() == DataType.FLOAT32;
    int part = shorter ? PART_WITH_WEIGHTS_TILES : PART_WITHOUT_WEIGHTS_TILES;
    return buffers((long) part * DataType.BFLOAT16.tileBytes() / inner.tileBytes(), true);
  }

  /** The kernel that reads rows of weights as they are has no form for large tensors. */
  private boolean hasRowMajorWeights() {
    return call.has(2) && call.spec(2).layout() == Layout.ROW_MAJOR
        || call.has(3) && call.spec(3).layout() == Layout.ROW_MAJOR;
  }

  /** As the factory sums them: weight, bias and what few programs need are always counted. */
  private boolean fits(long row) {
    long inTiles = residual ? 2 * block : row;
    long bytes =
        inTiles * call.spec(0).dtype().tileBytes()
            + (residual ? 2 * block * call.spec(1).dtype().tileBytes() : 0)
            + 2 * block * call.outputSpec().dtype().tileBytes()
            + row * (rowType(2).tileBytes() + rowType(3).tileBytes())
            + (2 * row + (residual ? row : 2 * block) + 2 * block + 12) * inner.tileBytes()
            + 4L * DataType.BFLOAT16.tileBytes()
            + reciprocalBytes();
    return bytes < call.device().info().workerL1Bytes() * PART_OF_L1;
  }

  private DataType rowType(int index) {
    return call.has(index) ? call.spec(index).dtype() : DataType.BFLOAT16;
  }

  private long reciprocalBytes() {
    return call.params().useWelford() ? reciprocals().sizeBytes() : 0;
  }

  private List<CircularBuffer> buffers(long row, boolean large) {
    boolean welford = call.params().useWelford();
    add(call.spec(0).dtype(), residual ? 2 * block : row);
    add(call.outputSpec().dtype(), 2 * block);
    addIf(!rms, inner, 2);
    addIf(!welford, DataType.BFLOAT16, 2);
    add(DataType.BFLOAT16, 2);
    add(inner, 2);
    addIf(!rms || residual || large, inner, row);
    addIf(!welford, inner, row);
    add(inner, 8);
    addIf(large && !welford, inner, 1);
    addIf(weighted, inner, 2 * block);
    addIf(call.has(2), rowType(2), row);
    addIf(call.has(3), rowType(3), row);
    addIf(residual && !rms, inner, row);
    if (residual) {
      add(call.spec(1).dtype(), 2 * block);
    }
    if (welford) {
      buffers.add(reciprocals());
    }
    return buffers;
  }

  /** Reciprocals in L1 are used where they lie. */
  private CircularBuffer reciprocals() {
    return call.input(4).memoryConfig().isSharded()
        ? CircularBuffers.backedBy(call.input(4), cores)
        : CircularBuffers.pages(cores, call.spec(4), 1);
  }

  private void add(DataType type, long tiles) {
    buffers.add(CircularBuffers.tiles(cores, type, tiles));
  }

  private void addIf(boolean needed, DataType type, long tiles) {
    if (needed) {
      add(type, tiles);
    }
  }
}
