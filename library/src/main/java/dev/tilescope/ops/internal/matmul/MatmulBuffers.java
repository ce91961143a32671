package dev.tilescope.ops.internal.matmul;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.matmul.MatmulOperations.MatmulParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.MatmulProgramConfig.Blocked;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCore;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuse;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCastBatchedDramSharded;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCastDramSharded;
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
    this.cores = MatmulCores.of(call, sizes);
  }

  public static List<CircularBuffer> of(Call<MatmulParams> call) {
    MatmulBuffers made = new MatmulBuffers(call);
    switch (call.params().programConfig()) {
      case MultiCore multiCore -> made.multiCore();
      case MultiCoreReuse reuse -> made.reuse(reuse);
      case MultiCoreReuseMultiCast cast -> made.twoDimensions(cast);
      case MultiCoreReuseMultiCast1D cast -> made.oneDimension(cast);
      case MultiCoreReuseMultiCastDramSharded dram -> made.dramSharded(dram);
      case MultiCoreReuseMultiCastBatchedDramSharded dram -> made.batchedDramSharded(dram);
    }
    return made.buffers;
  }

  private void multiCore() {
    add(call.spec(0), 2);
    add(call.spec(1), 2);
    add(call.outputSpec(), 2);
  }

  private void reuse(MultiCoreReuse config) {
    long rows = Math.min(config.perCoreM(), sizes.tilesOfM());
    input(0, 2 * rows * config.in0BlockW());
    input(1, 2L * config.perCoreN() * config.in0BlockW());
    boolean accumulates = blocksOfK(config) > 2;
    result(config, accumulates, false);
    if (call.has(2)) {
      add(call.spec(2), rows * config.perCoreN());
    }
    transposed(2 * rows * config.in0BlockW());
  }

  private void twoDimensions(MultiCoreReuseMultiCast config) {
    long loops = config.fuseBatch() ? 1 : sizes.batchOfA();
    long times = loops * blocksOfK(config) > 1 ? 2 : 1;
    long tilesOfA = times * config.blockRows() * config.in0BlockW();
    TensorSpec a = call.spec(0);
    boolean shards = MatmulCores.isInL1Shards(a);
    boolean inPlace =
        shards && a.memoryConfig().memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED;
    addOrUse(inPlace ? call.input(0) : null, a, tilesOfA);
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
    boolean shards = MatmulCores.isInL1Shards(call.spec(0));
    boolean inPlace = shards && !config.mcastIn0() && usesShardsOfA(config);
    addOrUse(inPlace ? call.input(0) : null, call.spec(0), tilesOfA);
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
    if (!config.mcastIn0() && MatmulCores.isInL1Shards(call.spec(0))) {
      return whole * loops;
    }
    long times = loops * blocks > 1 ? 2 : 1;
    return times * config.blockRows() * config.in0BlockW();
  }

  /** Unless K is cut, or blocks are needed more than once. */
  private boolean usesShardsOfA(MultiCoreReuseMultiCast1D config) {
    ShardSpec shards = call.spec(0).memoryConfig().shardSpec();
    int width = shards == null ? 0 : shards.width() / call.spec(0).tile().width();
    boolean again =
        config.perCoreM() > config.blockRows() && config.perCoreN() > config.blockColumns();
    return width / config.in0BlockW() <= 1 && !again;
  }

  /**
   * On a rectangle around readers and shards: blocks of A, blocks of weights three times, the
   * shards of A, what a reader computes and how it is stored, a row of bias.
   */
  private void dramSharded(MultiCoreReuseMultiCastDramSharded config) {
    MatmulReaders readers = MatmulCores.readers(call, sizes);
    long blocks = sizes.tilesOfK() / config.in0BlockW();
    long tilesOfA = (long) config.perCoreM() * config.in0BlockW();
    long tilesOfB = (long) readers.columns() * config.in0BlockW();
    add(call.spec(0), blocks > 1 ? 2 * tilesOfA : tilesOfA);
    addAligned(call.input(1), blocks > 1 ? 3 * tilesOfB : tilesOfB);
    buffers.add(CircularBuffers.backedBy(call.input(0), cores));
    long tiles = (long) config.perCoreM() * readers.computedColumns();
    add(call.outputSpec(), tiles);
    addIntermediate(intermediate(blocks > 1), tiles);
    buffers.add(CircularBuffers.backedBy(call.output(), cores));
    if (call.has(2)) {
      addAligned(call.input(2), readers.computedColumns());
    }
  }

  /** The same for batches: readers take whole matrices and keep their results. */
  private void batchedDramSharded(MultiCoreReuseMultiCastBatchedDramSharded config) {
    CoreRangeSet workers = MatmulCores.readers(call, sizes).coreRanges();
    add(call.spec(0), 2L * config.perCoreM() * config.in0BlockW());
    add(call.spec(1), 3L * config.perCoreN() * config.in0BlockW());
    buffers.add(CircularBuffers.backedBy(call.input(0)));
    if (call.has(2)) {
      add(call.spec(2), config.perCoreN());
    }
    CircularBuffer stored = CircularBuffers.backedBy(call.output());
    buffers.add(CircularBuffer.local(workers, stored.sizeBytes(), stored.pageBytes()));
    DataType type = intermediate(sizes.tilesOfK() / config.in0BlockW() > 1);
    if (type != call.outputSpec().dtype()) {
      long tiles = (long) config.perCoreM() * config.perCoreN();
      buffers.add(CircularBuffers.tiles(workers, call.outputSpec().withDtype(type), tiles));
    }
    buffers.add(stored);
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
    DataType intermediate = intermediate(accumulates);
    boolean inPlace = MatmulCores.isInL1Shards(call.outputSpec());
    long tiles = (long) config.blockRows() * config.blockColumns();
    addOrUse(inPlace ? call.output() : null, call.outputSpec(), tiles);
    if (inPlace && apart) {
      add(call.outputSpec().withDtype(intermediate), tiles);
    } else {
      addIntermediate(intermediate, tiles);
    }
  }

  private DataType intermediate(boolean accumulates) {
    ComputeKernelConfig kernel = call.params().computeKernelConfig();
    if (kernel.fp32DestAccEn()) {
      return DataType.FLOAT32;
    }
    return kernel.packerL1Acc() && accumulates ? DataType.BFLOAT16 : call.outputSpec().dtype();
  }

  /** Unless partial sums can share the buffer of the result. */
  private void addIntermediate(DataType type, long tiles) {
    if (type != call.outputSpec().dtype()) {
      add(call.outputSpec().withDtype(type), tiles);
    }
  }

  private void bias(Blocked config) {
    if (call.has(2)) {
      add(call.spec(2), config.blockColumns());
    }
  }

  private void transposed(long tilesOfA) {
    if (call.params().transposeA()) {
      add(call.spec(0), tilesOfA);
    }
  }

  private void input(int index, long tiles) {
    Tensor inPlace = MatmulCores.isInL1Shards(call.spec(index)) ? call.input(index) : null;
    addOrUse(inPlace, call.spec(index), tiles);
  }

  private void addOrUse(@Nullable Tensor inPlace, TensorSpec spec, long tiles) {
    if (inPlace == null) {
      add(spec, tiles);
    } else {
      buffers.add(CircularBuffers.backedBy(inPlace));
    }
  }

  private void add(TensorSpec spec, long tiles) {
    buffers.add(CircularBuffers.tiles(cores, spec, tiles));
  }

  /** Tiles as far apart as they are in DRAM. */
  private void addAligned(Tensor tensor, long tiles) {
    buffers.add(CircularBuffers.aligned(cores, tensor, tiles));
  }
}
