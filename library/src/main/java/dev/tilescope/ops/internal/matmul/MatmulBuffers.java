package dev.tilescope.ops.internal.matmul;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.matmul.MatmulOperations.MatmulParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.MatmulProgramConfig.Blocked;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCore;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuse;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The circular buffers of a product, in the order in which TT-NN's programs create them. With k =
 * in0_block_w and blocks of h x w tiles of the result:
 *
 * <ul>
 *   <li>A: h * k tiles, B: w * k tiles, each twice unless there is only one block of K to read;
 *   <li>the result: h * w tiles, and as many of the intermediate type if that is another;
 *   <li>a bias: w tiles, or h * w if it is for all rows. A transposed A: its blocks once more.
 * </ul>
 *
 * Tensors sharded in L1 are used where they lie.
 */
public final class MatmulBuffers {
  static final String TEXT =
      "Blocks of A (out_block_h x in0_block_w tiles) and of B (in0_block_w x out_block_w), twice if"
          + " there are several; out_block_h x out_block_w tiles of the result, and as many of the"
          + " intermediate type (bfloat16 if the packer accumulates, float32 with fp32_dest_acc_en)"
          + " if that is another; out_block_w tiles of bias, or out_block_h x out_block_w of one for all rows."
          + " MultiCore: two tiles of each.";

  private static final int SCRATCH_BYTES = 64;

  private final Call<MatmulParams> call;
  private final MatmulSizes sizes;
  private final CoreRangeSet cores;
  private final List<CircularBuffer> buffers = new ArrayList<>(6);

  private MatmulBuffers(Call<MatmulParams> call) {
    this.call = call;
    this.sizes = MatmulOperations.sizes(call);
    this.cores = cores(call, sizes);
  }

  static CoreRangeSet cores(Call<MatmulParams> call, MatmulSizes sizes) {
    return MatmulCores.of(
        call.params().programConfig(), sizes, CoreGrid.of(call.device()), shards(call));
  }

  /** Those of A, or for a reuse config of whichever tensor has any. */
  private static @Nullable ShardSpec shards(Call<MatmulParams> call) {
    if (isInL1Shards(call.spec(0))) {
      return call.spec(0).memoryConfig().shardSpec();
    }
    if (!(call.params().programConfig() instanceof MultiCoreReuse)) {
      return null;
    }
    TensorSpec other = isInL1Shards(call.spec(1)) ? call.spec(1) : call.outputSpec();
    return isInL1Shards(other) ? other.memoryConfig().shardSpec() : null;
  }

  static boolean isInL1Shards(TensorSpec spec) {
    MemoryConfig memory = spec.memoryConfig();
    return memory.isSharded() && memory.bufferType().isL1();
  }

  public static List<CircularBuffer> of(Call<MatmulParams> call) {
    MatmulBuffers made = new MatmulBuffers(call);
    switch (call.params().programConfig()) {
      case MultiCore multiCore -> made.multiCore();
      case MultiCoreReuse reuse -> made.reuse(reuse);
      case MultiCoreReuseMultiCast cast -> made.twoDimensions(cast);
      case MultiCoreReuseMultiCast1D cast -> made.oneDimension(cast);
    }
    return made.buffers;
  }

  private void multiCore() {
    add(call.spec(0).dtype(), 2);
    add(call.spec(1).dtype(), 2);
    add(call.outputSpec().dtype(), 2);
  }

  private void reuse(MultiCoreReuse config) {
    long rows = Math.min(config.perCoreM(), sizes.tilesOfM());
    input(0, 2 * rows * config.in0BlockW());
    input(1, 2L * config.perCoreN() * config.in0BlockW());
    boolean accumulates = blocksOfK(config) > 2;
    result(config, accumulates, false);
    if (call.has(2)) {
      add(call.spec(2).dtype(), rows * config.perCoreN());
    }
    transposed(2 * rows * config.in0BlockW());
  }

  private void twoDimensions(MultiCoreReuseMultiCast config) {
    long loops = config.fuseBatch() ? 1 : sizes.batchOfA();
    long times = loops * blocksOfK(config) > 1 ? 2 : 1;
    long tilesOfA = times * config.blockRows() * config.in0BlockW();
    TensorSpec a = call.spec(0);
    boolean shards = isInL1Shards(a);
    boolean inPlace =
        shards && a.memoryConfig().memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED;
    addOrUse(inPlace ? call.input(0) : null, a.dtype(), tilesOfA);
    input(1, times * config.blockColumns() * config.in0BlockW());
    if (shards && !inPlace) {
      shardsToSend();
    }
    boolean accumulates = blocksOfK(config) > (call.has(2) ? 1 : 2);
    result(config, accumulates, config.perCoreM() != config.blockRows());
    bias(config);
    transposed(tilesOfA);
  }

  private void oneDimension(MultiCoreReuseMultiCast1D config) {
    long blocks = blocksOfK(config);
    long tilesOfA = tilesOfA(config, blocks);
    long loopsB = config.fuseBatch() ? 1 : sizes.batchOfB();
    long timesB = loopsB * blocks > 1 ? 2 : 1;
    boolean shards = isInL1Shards(call.spec(0));
    boolean inPlace = shards && !config.mcastIn0() && usesShardsOfA(config);
    addOrUse(inPlace ? call.input(0) : null, call.spec(0).dtype(), tilesOfA);
    if (shards && !config.mcastIn0() && !inPlace) {
      buffers.add(CircularBuffers.backedBy(call.input(0)));
    }
    input(1, timesB * config.blockColumns() * config.in0BlockW());
    if (shards && config.mcastIn0()) {
      shardsToSend();
    }
    boolean accumulates = blocks > (config.mcastIn0() || call.has(2) ? 1 : 2);
    result(config, accumulates, config.perCoreM() != config.blockRows());
    bias(config);
    transposed(tilesOfA);
  }

  /** All of K if one A serves a batch of B, or if A is sharded by rows. */
  private long tilesOfA(MultiCoreReuseMultiCast1D config, long blocks) {
    long loops = config.fuseBatch() ? 1 : sizes.batchOfA();
    long whole = (long) config.perCoreM() * blocks * config.in0BlockW();
    if (!config.mcastIn0() && !sizes.batchedA() && sizes.batchedB()) {
      return whole;
    }
    if (!config.mcastIn0() && isInL1Shards(call.spec(0))) {
      return whole * loops;
    }
    long times = loops * blocks > 1 ? 2 : 1;
    return times * config.blockRows() * config.in0BlockW();
  }

  /** Unless K is cut, or blocks are needed more than once. */
  private boolean usesShardsOfA(MultiCoreReuseMultiCast1D config) {
    ShardSpec shards = call.spec(0).memoryConfig().shardSpec();
    int width = shards == null ? 0 : shards.width() / TensorSpec.TILE_SIDE;
    boolean again =
        config.perCoreM() > config.blockRows() && config.perCoreN() > config.blockColumns();
    return width / config.in0BlockW() <= 1 && !again;
  }

  private long blocksOfK(Blocked config) {
    return sizes.tilesOfK() / config.in0BlockW();
  }

  /** The shards of A, sent to other cores from where they lie, and a few bytes for the sender. */
  private void shardsToSend() {
    buffers.add(CircularBuffers.backedBy(call.input(0)));
    buffers.add(CircularBuffer.local(cores, SCRATCH_BYTES, SCRATCH_BYTES));
  }

  /**
   * The result, and an intermediate buffer if partial sums cannot share it.
   *
   * @param accumulates if the packer may add up partial sums in L1
   * @param apart if a sharded result is made in several blocks
   */
  private void result(Blocked config, boolean accumulates, boolean apart) {
    ComputeKernelConfig kernel = call.params().computeKernelConfig();
    DataType type = call.outputSpec().dtype();
    DataType intermediate =
        kernel.fp32DestAccEn()
            ? DataType.FLOAT32
            : kernel.packerL1Acc() && accumulates ? DataType.BFLOAT16 : type;
    boolean inPlace = isInL1Shards(call.outputSpec());
    long tiles = (long) config.blockRows() * config.blockColumns();
    addOrUse(inPlace ? call.output() : null, type, tiles);
    if (intermediate != type || (inPlace && apart)) {
      add(intermediate, tiles);
    }
  }

  private void bias(Blocked config) {
    if (call.has(2)) {
      add(call.spec(2).dtype(), config.blockColumns());
    }
  }

  private void transposed(long tilesOfA) {
    if (call.params().transposeA()) {
      add(call.spec(0).dtype(), tilesOfA);
    }
  }

  private void input(int index, long tiles) {
    Tensor inPlace = isInL1Shards(call.spec(index)) ? call.input(index) : null;
    addOrUse(inPlace, call.spec(index).dtype(), tiles);
  }

  private void addOrUse(@Nullable Tensor inPlace, DataType dtype, long tiles) {
    if (inPlace == null) {
      add(dtype, tiles);
    } else {
      buffers.add(CircularBuffers.backedBy(inPlace));
    }
  }

  private void add(DataType dtype, long tiles) {
    buffers.add(CircularBuffers.tiles(cores, dtype, tiles));
  }
}
