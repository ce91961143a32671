package dev.tilescope.ops.internal.normalisation;

import dev.tilescope.device.Board;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.normalisation.NormOperations.LayerNormParams;
import dev.tilescope.ops.internal.normalisation.NormOperations.NormType;
import dev.tilescope.ops.options.ShardBlocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The circular buffers of layernorm_op_multi_core_sharded.cpp, whose sizes {@code
 * CBSizeParams::compute} of sharded_layernorm_factory_helpers.cpp has.
 */
final class ShardedNormBuffers {
  private final Call<LayerNormParams> call;
  private final ShardBlocks blocks;
  private final ShardSpec shards;
  private final DataType inner;

  /** Where a grid has holes, buffers fill them: cores send to all of the rectangle around. */
  private final CoreRangeSet cores;

  private final List<CircularBuffer> buffers = new ArrayList<>();

  private ShardedNormBuffers(Call<LayerNormParams> call, ShardBlocks blocks, DataType inner) {
    this.call = call;
    this.blocks = blocks;
    this.inner = inner;
    shards = Objects.requireNonNull(call.spec(0).memoryConfig().shardSpec());
    cores = CoreRangeSet.of(shards.grid().boundingBox());
  }

  /**
   * @param inner what sums are kept in
   */
  static List<CircularBuffer> of(Call<LayerNormParams> call, ShardBlocks blocks, DataType inner) {
    ShardedNormBuffers made = new ShardedNormBuffers(call, blocks, inner);
    made.addInputs();
    made.addSums();
    made.buffers.add(CircularBuffers.backedBy(call.output()));
    return made.buffers;
  }

  private void addInputs() {
    for (int i = 0; i < 2; i++) {
      if (call.has(i)) {
        buffers.add(CircularBuffers.backedBy(call.input(i)));
      }
    }
    for (int i = 2; i < 4; i++) {
      if (call.has(i)) {
        add(call.spec(i).dtype(), blocks.blockW());
      }
    }
  }

  private void addSums() {
    boolean isRms = call.params().normType() == NormType.RMSNORM;
    boolean isWelford = call.params().useWelford();
    long rows = (long) blocks.blockH() * (isWelford ? 2 : 1);
    long others = externals() * (isWelford ? 2 : 1);
    long shard = (long) blocks.blockH() * blocks.blockW();
    add(inner, shard);
    add(inner, shard);
    if (!isRms) {
      addExchanged(rows, others);
    }
    if (isWelford) {
      add(inner, rows);
      buffers.add(reciprocals());
    } else {
      addScalers(isRms, shard);
      addExchanged(rows, others);
      add(inner, Math.ceilDiv(blocks.blockH(), senders()));
    }
    add(inner, rows);
  }

  /** A core's own sums, what becomes of them, and those of the other cores of its row. */
  private void addExchanged(long rows, long others) {
    add(inner, rows);
    add(inner, rows);
    add(inner, others);
  }

  private void addScalers(boolean isRms, long shard) {
    if (call.spec(0).shape().dim(-1) % TensorSpec.TILE_SIDE != 0) {
      add(DataType.BFLOAT16, blocks.blockW());
      if (!isRms) {
        add(inner, shard);
      }
    }
    add(DataType.BFLOAT16, 1);
    add(DataType.BFLOAT16, 1);
    add(inner, 1);
  }

  private CircularBuffer reciprocals() {
    return call.input(4).memoryConfig().isSharded()
        ? CircularBuffers.backedBy(call.input(4), cores)
        : CircularBuffers.pages(cores, call.spec(4), 1);
  }

  /** Whether all rows are on each core, so that all cores have to exchange sums. */
  private boolean isOneRow() {
    return call.spec(0).physicalHeight() == (long) blocks.blockH() * TensorSpec.TILE_SIDE;
  }

  private boolean isRowWise() {
    return shards.orientation() == ShardOrientation.ROW_MAJOR;
  }

  /** {@code should_use_two_stage_reduce}: first along rows of cores, then across them. */
  private boolean hasTwoStages() {
    CoreRange box = shards.grid().boundingBox();
    Board.Grid grid = call.device().board().compute();
    boolean isFull = isRowWise() ? box.height() > 1 : box.height() == grid.height();
    return isOneRow() && box.size() == shards.grid().size() && box.width() > 1 && isFull;
  }

  /** Cores that a core gets sums from at once, one tile of each. */
  private long externals() {
    CoreRange box = shards.grid().boundingBox();
    if (hasTwoStages()) {
      return (long) box.width() + box.height() - 1;
    }
    long width = call.spec(0).physicalWidth() / TensorSpec.TILE_SIDE;
    return Math.ceilDiv(width, blocks.blockW());
  }

  /** Among how many cores rows are shared out for the sums of all. */
  private int senders() {
    CoreRange box = shards.grid().boundingBox();
    int side = isRowWise() ? box.width() : box.height();
    return isOneRow() && !hasTwoStages() ? shards.grid().size() : side;
  }

  private void add(DataType type, long tiles) {
    buffers.add(CircularBuffers.tiles(cores, type, tiles));
  }
}
