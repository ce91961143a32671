package dev.tilescope.ops.internal.matmul;

import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.matmul.MatmulOperations.MatmulParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.options.MatmulProgramConfig.Blocked;
import dev.tilescope.ops.options.MatmulProgramConfig.DramSharded;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCore;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuse;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCastBatchedDramSharded;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCastDramSharded;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which shards a program config takes and gives, in TT-NN's words. Longer than most because the
 * rules of five configs belong beside each other.
 */
final class MatmulShardCheck {
  private final Call<MatmulParams> call;
  private final MatmulSizes sizes;
  private final String name;
  private final MemoryConfig a;
  private final MemoryConfig b;
  private final MemoryConfig output;

  private MatmulShardCheck(Call<MatmulParams> call, MatmulSizes sizes, String name) {
    this.call = call;
    this.sizes = sizes;
    this.name = name;
    this.a = call.spec(0).memoryConfig();
    this.b = call.spec(1).memoryConfig();
    this.output = call.params().outputMemConfig();
  }

  static void of(Call<MatmulParams> call, MatmulSizes sizes, String name) {
    MatmulShardCheck check = new MatmulShardCheck(call, sizes, name);
    switch (call.params().programConfig()) {
      case MultiCore multiCore -> {}
      case MultiCoreReuse reuse -> check.reuse(reuse);
      case MultiCoreReuseMultiCast cast -> check.twoDimensions(cast);
      case MultiCoreReuseMultiCast1D cast -> check.oneDimension(cast);
      case MultiCoreReuseMultiCastDramSharded dram -> check.dramSharded(dram);
      case MultiCoreReuseMultiCastBatchedDramSharded dram -> check.batchedDramSharded(dram);
    }
  }

  // ---- blocks that are reused

  private void reuse(MultiCoreReuse config) {
    long m = sizes.tilesOfM();
    if (config.perCoreM() > m) {
      that(
          config.perCoreM() % m == 0,
          "per_core_M, %d, must be a multiple of M, %d if per_core_M > M!",
          config.perCoreM(),
          m);
      that(
          sizes.rowsOfTiles(true) % config.perCoreM() == 0,
          "input a total height, %d, must be divisible by per_core_M, %d!",
          sizes.rowsOfTiles(true),
          config.perCoreM());
    } else {
      that(
          m % config.perCoreM() == 0,
          "per_core_M, %d, must divide M, %d, if per_core_M < M!",
          config.perCoreM(),
          m);
    }
    that(
        sizes.tilesOfN() == config.perCoreN(),
        "N (%d) must equal per_core_N (%d)",
        sizes.tilesOfN(),
        config.perCoreN());
    that(
        !sizes.batchedA() || sizes.batchedB(),
        "Batch broadcasting is not supported for the chosen program config");
    that(
        !sizes.batchedA() || !sizes.batchedB() || m % config.outSubblockH() == 0,
        "out_subblock_h (%d) needs to divide M (%d) evenly and does not. Please update your program"
            + " config.",
        config.outSubblockH(),
        m);
    reusedA(config);
    reusedB(config);
    if (output.isSharded()) {
      notByWidth("Output", output);
      wholeSubblocks(config);
      if (a.isSharded()) {
        matchesA();
      }
    }
  }

  private void reusedA(MultiCoreReuse config) {
    ShardSpec shards = a.shardSpec();
    if (shards == null) {
      return;
    }
    notByWidth("input A", a);
    int width = shards.width() / TensorSpec.TILE_SIDE;
    that(
        width == sizes.tilesOfK() && width == config.in0BlockW(),
        "K (%d) must equal in0 shard_shape[1] (%d) and in0_block_w (%d), in tiles",
        sizes.tilesOfK(),
        width,
        config.in0BlockW());
    that(
        shards.height() / sizes.tileHeight() == config.perCoreM(),
        "per_core_M (%d) * in0_tile height (%d) must equal in0 shard_shape[0] (%d)",
        config.perCoreM(),
        sizes.tileHeight(),
        shards.height());
    evenly(shards, config);
  }

  private void reusedB(MultiCoreReuse config) {
    ShardSpec shards = b.shardSpec();
    if (shards == null) {
      return;
    }
    if (a.shardSpec() != null) {
      that(
          a.bufferType() == b.bufferType() && a.memoryLayout() == b.memoryLayout(),
          "Input tensors A and B must have matching buffer types and memory layouts, got A: %s vs"
              + " B: %s",
          a,
          b);
      that(
          a.shardSpec().grid().equals(shards.grid()),
          "input A and B must have matching shard grids, got A: %s vs B: %s",
          a.shardSpec().grid(),
          shards.grid());
    } else if (b.bufferType().isL1()) {
      evenly(shards, config);
    }
    that(
        config.perCoreM() % sizes.tilesOfM() == 0,
        "per_core_M (%d) must be a multiple of M (%d) when input B is sharded",
        config.perCoreM(),
        sizes.tilesOfM());
    notByWidth("Input B", b);
    that(
        shards.width() / sizes.tileWidth() == config.perCoreN(),
        "per_core_N * in1_tile.get_width() (%d) must equal in1_shard_shape[1] (%d)",
        config.perCoreN() * sizes.tileWidth(),
        shards.width());
    that(
        shards.height() / TensorSpec.TILE_SIDE % sizes.tilesOfK() == 0,
        "Input B shard shape[0] (%d) must be divisible by K (%d)",
        shards.height(),
        sizes.tilesOfK() * TensorSpec.TILE_SIDE);
  }

  private void evenly(ShardSpec shards, MultiCoreReuse config) {
    long blocks = MatmulCores.blocksDown(config, sizes) * MatmulCores.blocksAcross(config, sizes);
    that(
        blocks % shards.grid().size() == 0,
        "num_output_blocks (%d) must be evenly divisible by the number of cores in the input shard"
            + " grid (%d)",
        blocks,
        shards.grid().size());
  }

  private void notByWidth(String what, MemoryConfig memory) {
    that(
        memory.memoryLayout() != TensorMemoryLayout.WIDTH_SHARDED,
        "%s memory layout must not be WIDTH_SHARDED, got: %s",
        what,
        memory.memoryLayout());
  }

  // ---- blocks that are sent along rows and columns

  private void twoDimensions(MultiCoreReuseMultiCast config) {
    if (a.isSharded()) {
      sentInTwoDimensions(config, a.shardSpec());
    }
    if (b.isSharded()) {
      weights(config, b.shardSpec());
    }
    if (output.isSharded()) {
      that(
          output.memoryLayout() == TensorMemoryLayout.BLOCK_SHARDED,
          "Output memory layout must be BLOCK_SHARDED, got: %s",
          output.memoryLayout());
      wholeBlocks(config);
    }
  }

  private void sentInTwoDimensions(MultiCoreReuseMultiCast config, @Nullable ShardSpec shards) {
    that(config.fuseBatch(), "Batch fusion is required when input A is sharded");
    boolean inBlocks = a.memoryLayout() == TensorMemoryLayout.BLOCK_SHARDED;
    that(
        shards != null && (inBlocks || a.memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED),
        "Unsupported memory layout %s.",
        a.memoryLayout());
    if (shards == null) {
      return;
    }
    if (inBlocks) {
      ShardOrientation expected =
          config.transposeMcast() ? ShardOrientation.COL_MAJOR : ShardOrientation.ROW_MAJOR;
      that(
          shards.orientation() == expected,
          "Input tensor A must have %s shard orientation for %s MCAST, got: %s",
          expected.name(),
          config.transposeMcast() ? "transpose" : "non-transpose",
          shards.orientation());
      if (output.isSharded()) {
        matchesA();
      }
    } else {
      that(!config.transposeMcast(), "Transpose MCAST not supported with HEIGHT_SHARDED layout");
      that(
          sizes.tilesOfK() == config.in0BlockW(),
          "K (%d) must equal in0_block_w (%d)",
          sizes.tilesOfK(),
          config.in0BlockW());
      CoreRange box = shards.grid().boundingBox();
      that(
          box.width() == 1,
          "HEIGHT_SHARDED input A must have a single-column shard grid (got x=%d to x=%d); use"
              + " MatmulMultiCoreReuseProgramConfig for multi-column HEIGHT_SHARDED inputs",
          box.start().x(),
          box.end().x());
    }
    rowsOfA(config, shards);
    depthOfA(config, shards);
  }

  private void weights(MultiCoreReuseMultiCast config, @Nullable ShardSpec shards) {
    that(!config.transposeMcast(), "Transpose MCAST not supported when input B is sharded");
    TensorMemoryLayout layout = b.memoryLayout();
    boolean byWidth = layout == TensorMemoryLayout.WIDTH_SHARDED;
    boolean inDram = b.bufferType().isDram();
    that(
        byWidth
            || layout == TensorMemoryLayout.HEIGHT_SHARDED
            || (layout == TensorMemoryLayout.ND_SHARDED && inDram),
        "Input B memory layout must be WIDTH_SHARDED, HEIGHT_SHARDED, or DRAM ND_SHARDED, got: %s",
        layout);
    if (shards == null || layout == TensorMemoryLayout.ND_SHARDED) {
      return;
    }
    if (byWidth) {
      CoreRange box = shards.grid().boundingBox();
      that(
          box.height() == 1,
          "Width-sharded input tensor B grid bounding box must have equal start and end y"
              + " coordinates, got start: %d vs end: %d",
          box.start().y(),
          box.end().y());
    } else {
      weightsOfBatches(config, shards);
    }
    if (!inDram) {
      that(
          a.memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED || !a.isSharded(),
          "Error - non-DRAM width sharded input B requires input A to be interleaved or height"
              + " sharded, rather than %s",
          a.memoryLayout());
      columnsOfB(config, shards);
    }
  }

  private void weightsOfBatches(MultiCoreReuseMultiCast config, ShardSpec shards) {
    that(
        b.bufferType().isDram(),
        "HEIGHT_SHARDED input B is only supported in DRAM, got: %s",
        b.bufferType());
    that(
        !config.fuseBatch(), "HEIGHT_SHARDED input B requires fuse_batch=false for batched matmul");
    long k = sizes.tilesOfK();
    long height = shards.height() / TensorSpec.TILE_SIDE;
    that(
        shards.width() / sizes.tileWidth() == sizes.tilesOfN(),
        "HEIGHT_SHARDED input B shard width (%d tiles) must equal N (%d tiles)",
        shards.width() / sizes.tileWidth(),
        sizes.tilesOfN());
    that(
        height >= k && height % k == 0,
        "HEIGHT_SHARDED input B shard height (%d tiles) must be divisible by K (%d tiles) so each"
            + " bank holds complete [K, N] matrices",
        height,
        k);
  }

  // ---- blocks that are sent to all

  private void oneDimension(MultiCoreReuseMultiCast1D config) {
    boolean byWidth = config.mcastIn0() || config.gatherIn0();
    if (config.gatherIn0()) {
      gathered(config);
    }
    ShardSpec shards = a.shardSpec();
    if (shards != null) {
      sharedOut(config, shards, byWidth);
    }
    if (output.isSharded()) {
      resultInOneDimension(config, byWidth);
    }
    if (!byWidth) {
      that(!b.isSharded(), "input B must be INTERLEAVED, got: %s", b.memoryLayout());
    } else if (b.isSharded() && b.bufferType().isL1() && b.shardSpec() != null) {
      that(
          b.memoryLayout() == TensorMemoryLayout.WIDTH_SHARDED,
          "input B in L1 must be WIDTH_SHARDED, got: %s",
          b.memoryLayout());
      columnsOfB(config, b.shardSpec());
    }
  }

  private void gathered(MultiCoreReuseMultiCast1D config) {
    that(
        !call.params().transposeA() && !call.params().transposeB(),
        "transpose_a and transpose_b are not supported with gather_in0");
    that(
        a.memoryLayout() == TensorMemoryLayout.WIDTH_SHARDED,
        "input A must be WIDTH_SHARDED for gather_in0, got: %s",
        a.memoryLayout());
    that(
        b.memoryLayout() == TensorMemoryLayout.WIDTH_SHARDED
            || (!b.isSharded() && b.bufferType().isDram()),
        "Input tensor B must be width sharded, DRAM interleaved, or a DRAM weight fed via a global"
            + " circular buffer when using gather_in0.");
    that(
        output.isSharded() && output.shardSpec() != null,
        "Output tensor must be sharded when using gather_in0.");
    that(
        config.numGlobalCbReceivers() == 1,
        "Num global CB receivers must be 1 when global CB is not provided.");
    that(!call.has(2), "Bias is not supported when using gather_in0.");
  }

  private void sharedOut(MultiCoreReuseMultiCast1D config, ShardSpec shards, boolean byWidth) {
    that(config.fuseBatch(), "fuse_batch must be enabled when input A is sharded");
    TensorMemoryLayout expected =
        byWidth ? TensorMemoryLayout.WIDTH_SHARDED : TensorMemoryLayout.HEIGHT_SHARDED;
    that(
        a.memoryLayout() == expected,
        "input A must be %s%s, got: %s",
        expected.name(),
        byWidth ? " when mcast_in0 or gather_in0 is set" : "",
        a.memoryLayout());
    if (output.isSharded()) {
      matchesA();
    }
    rowByRow(shards);
    rowsOfA(config, shards);
    if (byWidth) {
      that(
          sizes.rowsOfTiles(true) == config.perCoreM(),
          "M (%d) must equal per_core_M (%d)",
          sizes.rowsOfTiles(true),
          config.perCoreM());
      if (!config.gatherIn0()) {
        depthOfA(config, shards);
      }
    } else {
      that(
          MatmulCores.blocksDown(config, sizes) <= shards.grid().size(),
          "number of M blocks ceil(M/per_core_M)=%d must not exceed input A shard grid cores (%d)",
          MatmulCores.blocksDown(config, sizes),
          shards.grid().size());
      that(
          shards.width() / TensorSpec.TILE_SIDE == sizes.tilesOfK(),
          "K (%d) must equal shard_shape[1] (%d) / in0_tile width (32)",
          sizes.tilesOfK(),
          shards.width());
    }
  }

  private void resultInOneDimension(MultiCoreReuseMultiCast1D config, boolean byWidth) {
    TensorMemoryLayout expected =
        byWidth ? TensorMemoryLayout.WIDTH_SHARDED : TensorMemoryLayout.HEIGHT_SHARDED;
    CoreRange box = output.shardSpec() == null ? null : output.shardSpec().grid().boundingBox();
    boolean isStrip =
        output.memoryLayout() == TensorMemoryLayout.BLOCK_SHARDED
            && box != null
            && (byWidth ? box.height() : box.width()) == 1;
    that(
        output.memoryLayout() == expected || isStrip,
        "output memory layout must be %s or BLOCK_SHARDED on a 1-%s grid, got: %s",
        expected.name(),
        byWidth ? "row" : "column",
        output.memoryLayout());
    long m = sizes.rowsOfTiles(config.fuseBatch());
    that(
        !byWidth || m == config.perCoreM(),
        "M (%d) must equal per_core_M (%d)",
        m,
        config.perCoreM());
    that(
        byWidth || sizes.tilesOfN() == config.perCoreN(),
        "N (%d) must equal per_core_N (%d)",
        sizes.tilesOfN(),
        config.perCoreN());
    wholeBlocks(config);
  }

  // ---- weights in the banks of DRAM

  private void dramSharded(MultiCoreReuseMultiCastDramSharded config) {
    inDramShards(config, TensorMemoryLayout.WIDTH_SHARDED);
    ShardSpec shards = a.shardSpec();
    if (shards == null) {
      return;
    }
    long m = sizes.tilesOfM();
    that(m == config.perCoreM(), "M (%d) must equal per_core_M (%d)", m, config.perCoreM());
    that(m == 1, "currently only support in0 tensor height of tile height");
    that(
        shards.height() / sizes.tileHeight() == config.perCoreM(),
        "per_core_M (%d) must equal shard_shape[0] / in0_tile.get_height() (%d)",
        config.perCoreM(),
        shards.height() / sizes.tileHeight());
    int depth = shards.width() / TensorSpec.TILE_SIDE;
    that(
        depth % config.in0BlockW() == 0,
        "shard_shape[1] / in0_tile.get_width() (%d) must be divisible by in0_block_w (%d)",
        depth,
        config.in0BlockW());
    that(
        sizes.tilesOfK() % depth == 0,
        "in DRAM sharded Matmul we don't have support for un-even sharding currently. K: %d,"
            + " per_core_K: %d.",
        sizes.tilesOfK(),
        depth);
  }

  private void batchedDramSharded(MultiCoreReuseMultiCastBatchedDramSharded config) {
    inDramShards(config, TensorMemoryLayout.HEIGHT_SHARDED);
    List<CoreCoord> readers = MatmulReaders.ofBanks(call.device().board());
    onReaders("Input", a.shardSpec(), readers);
    onReaders("Output", output.shardSpec(), readers);
  }

  /** Shards lie on the readers of the banks, in the order of the banks. */
  private void onReaders(String what, @Nullable ShardSpec shards, List<CoreCoord> readers) {
    that(shards != null, "Output memory config must have a shard spec");
    if (shards == null) {
      return;
    }
    List<CoreCoord> cores = new ArrayList<>();
    for (CoreRange range : shards.grid().ranges()) {
      for (int y = range.start().y(); y <= range.end().y(); y++) {
        for (int x = range.start().x(); x <= range.end().x(); x++) {
          cores.add(new CoreCoord(x, y));
        }
      }
    }
    that(
        cores.size() == readers.size(),
        "%s storage cores (%d) must match number of workers/DRAM banks (%d)",
        what,
        cores.size(),
        readers.size());
    for (int i = 0; i < cores.size(); i++) {
      that(
          cores.get(i).equals(readers.get(i)),
          "%s storage core ordering mismatch at index %d: %s reads that bank, got %s",
          what,
          i,
          readers.get(i),
          cores.get(i));
    }
  }

  private void inDramShards(DramSharded config, TensorMemoryLayout layout) {
    that(a.isSharded(), "Input tensor A must be sharded for DRAM sharded program config");
    that(
        output.isSharded(), "Output memory config must be sharded for DRAM sharded program config");
    layout("Input A", a, layout);
    matchesA();
    if (a.shardSpec() != null) {
      rowByRow(a.shardSpec());
    }
    that(
        sizes.tilesOfK() % config.in0BlockW() == 0,
        "K (%d) must be divisible by in0_block_w (%d)",
        sizes.tilesOfK(),
        config.in0BlockW());
    layout("Input B", b, layout);
    that(b.bufferType().isDram(), "Input B must be in DRAM, got: %s", b.bufferType());
  }

  private void layout(String what, MemoryConfig memory, TensorMemoryLayout expected) {
    that(
        memory.memoryLayout() == expected,
        "%s memory layout must be %s, got: %s",
        what,
        expected.name(),
        memory.memoryLayout());
  }

  // ---- what they have in common

  private void matchesA() {
    that(
        a.bufferType() == output.bufferType(),
        "input A and output buffer types must match, got input: %s vs output: %s",
        a.bufferType(),
        output.bufferType());
    that(
        a.memoryLayout() == output.memoryLayout(),
        "input A and output memory layouts must match, got input: %s vs output: %s",
        a.memoryLayout(),
        output.memoryLayout());
  }

  private void rowByRow(ShardSpec shards) {
    that(
        shards.orientation() == ShardOrientation.ROW_MAJOR,
        "input A shard orientation must be ROW_MAJOR, got: %s",
        shards.orientation());
  }

  private void rowsOfA(Blocked config, ShardSpec shards) {
    that(
        shards.height() / sizes.tileHeight() == config.perCoreM(),
        "per_core_M (%d) must equal shard_shape[0] (%d) / in0_tile height (%d)",
        config.perCoreM(),
        shards.height(),
        sizes.tileHeight());
  }

  private void depthOfA(Blocked config, ShardSpec shards) {
    that(
        shards.width() / TensorSpec.TILE_SIDE % config.in0BlockW() == 0,
        "shard_shape[1] / in0_tile.get_width() (%d) must be divisible by in0_block_w (%d)",
        shards.width() / TensorSpec.TILE_SIDE,
        config.in0BlockW());
  }

  private void columnsOfB(Blocked config, ShardSpec shards) {
    that(
        shards.width() / sizes.tileWidth() == config.perCoreN(),
        "per_core_N (%d) must equal input tensor B shard shape[1] / in1_tile.get_width() (%d)",
        config.perCoreN(),
        shards.width() / sizes.tileWidth());
  }

  private void wholeSubblocks(Blocked config) {
    that(
        config.outSubblockW() == config.perCoreN() || config.outSubblockH() == 1,
        "out_subblock_w (%d) must equal per_core_N (%d) or out_subblock_h (%d) must be 1",
        config.outSubblockW(),
        config.perCoreN(),
        config.outSubblockH());
  }

  private void wholeBlocks(Blocked config) {
    wholeSubblocks(config);
    that(
        config.blockColumns() == config.perCoreN() || config.blockRows() == 1,
        "out_block_w (%d) must equal per_core_N (%d) or out_block_h (%d) must be 1",
        config.blockColumns(),
        config.perCoreN(),
        config.blockRows());
  }

  private void that(boolean holds, String text, Object... values) {
    if (!holds) {
      throw Check.failed("%s: %s", name, text.formatted(values));
    }
  }
}
