package dev.tilescope.ops.internal.matmul;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.matmul.MatmulOperations.MatmulParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.MatmulProgramConfig.Blocked;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCore;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuse;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;

/** Which program configs a product can run with. */
final class MatmulCheck {
  private final Call<MatmulParams> call;
  private final MatmulSizes sizes;

  private MatmulCheck(Call<MatmulParams> call) {
    this.call = call;
    this.sizes = MatmulOperations.sizes(call);
  }

  static void call(Call<MatmulParams> call) {
    MatmulParams params = call.params();
    Shape a = call.spec(0).shape();
    Shape b = call.spec(1).shape();
    shapes(params.transposeA(), params.transposeB(), a, b);
    if (call.has(2)) {
      MatmulSizes sizes = MatmulOperations.sizes(call);
      long volume = call.spec(2).shape().volume();
      boolean isBlock = params.programConfig() instanceof MultiCoreReuse;
      Check.that(
          volume == (isBlock ? (long) sizes.m() * sizes.n() : sizes.n()),
          "bias: a fused one is %d row(s) of %d elements, got %s",
          isBlock ? sizes.m() : 1,
          sizes.n(),
          call.spec(2).shape());
    }
    config(call);
  }

  static void shapes(boolean transposeA, boolean transposeB, Shape a, Shape b) {
    rank("input_tensor_a", a);
    rank("input_tensor_b", b);
    int inner = a.dim(transposeA ? -2 : -1);
    int other = b.dim(transposeB ? -1 : -2);
    Check.that(
        inner == other,
        "input_tensor_b: %s does not fit input_tensor_a %s: the inner dimensions are %d and %d",
        b,
        a,
        inner,
        other);
    MatmulSizes.checkBatch(a, b);
  }

  private static void rank(String argument, Shape shape) {
    Check.that(shape.rank() >= 2, "%s: rank 1 or more is needed, got %s", argument, shape);
  }

  /** A bias that is not a row of the result is added by broadcasting. */
  static void bias(Shape bias, Shape result) {
    boolean fits = bias.rank() > 0;
    for (int i = 1; fits && i <= bias.rank(); i++) {
      int dim = bias.dim(-i);
      fits = dim == 1 && i > 1 || i <= result.rank() && dim == result.dim(-i);
    }
    Check.that(
        fits,
        "bias: one row of %d elements is needed, e.g. Shape([1, %d]), or what broadcasts to the"
            + " result %s, got %s",
        result.dim(-1),
        result.dim(-1),
        result,
        bias);
  }

  private static void config(Call<MatmulParams> call) {
    MatmulCheck check = new MatmulCheck(call);
    switch (call.params().programConfig()) {
      case MultiCore multiCore -> check.multiCore();
      case Blocked blocked -> check.blocked(blocked);
    }
  }

  private void multiCore() {
    Check.that(
        !call.has(2), "bias: MatmulMultiCoreProgramConfig cannot fuse one; add it to the result");
    interleaved("input_tensor_a", call.spec(0).memoryConfig());
    interleaved("input_tensor_b", call.spec(1).memoryConfig());
    interleaved("memory_config", call.params().outputMemConfig());
  }

  private static void interleaved(String argument, MemoryConfig memory) {
    Check.that(
        !memory.isSharded(),
        "%s: MatmulMultiCoreProgramConfig takes INTERLEAVED, got %s; give a program_config that"
            + " reuses blocks",
        argument,
        memory.memoryLayout());
  }

  private void blocked(Blocked config) {
    grid(config.computeWithStorageGridSize());
    divides("in0_block_w", config.in0BlockW(), "the tiles of K,", sizes.tilesOfK());
    divides("out_block_h", config.blockRows(), "per_core_M", config.perCoreM());
    divides("out_block_w", config.blockColumns(), "per_core_N", config.perCoreN());
    divides("out_subblock_h", config.outSubblockH(), "out_block_h", config.blockRows());
    divides("out_subblock_w", config.outSubblockW(), "out_block_w", config.blockColumns());
    int register = call.params().computeKernelConfig().destinationTiles();
    Check.that(
        (long) config.outSubblockH() * config.outSubblockW() <= register,
        "program_config: out_subblock_h x out_subblock_w must be at most %d tiles, got %d x %d",
        register,
        config.outSubblockH(),
        config.outSubblockW());
    sharded(config);
    switch (config) {
      case MultiCoreReuse reuse -> reuse(reuse);
      case MultiCoreReuseMultiCast cast -> twoDimensions(cast);
      case MultiCoreReuseMultiCast1D cast -> oneDimension(cast);
    }
  }

  private void grid(CoreGrid grid) {
    CoreGrid device = CoreGrid.of(call.device());
    Check.that(
        grid.x() <= device.x() && grid.y() <= device.y(),
        "program_config: compute_with_storage_grid_size must lie in %s, got %s",
        device,
        grid);
  }

  private static void divides(String part, long size, String whole, long length) {
    Check.that(
        length % size == 0,
        "program_config: %s must divide %s %d, got %d",
        part,
        whole,
        length,
        size);
  }

  private void reuse(MultiCoreReuse config) {
    Check.that(
        sizes.batchedA() == sizes.batchedB(),
        "program_config: MatmulMultiCoreReuseProgramConfig takes a batch of both tensors or of"
            + " neither, got %s and %s",
        call.spec(0).shape(),
        call.spec(1).shape());
    divides("per_core_N", config.perCoreN(), "the tiles of N,", sizes.tilesOfN());
    divides("per_core_M", config.perCoreM(), "the tile rows of all", sizes.rowsOfTiles(true));
    long m = sizes.tilesOfM();
    Check.that(
        config.perCoreM() > m ? config.perCoreM() % m == 0 : m % config.perCoreM() == 0,
        "program_config: per_core_M must divide the tiles of M, %d, or be a multiple, got %d",
        m,
        config.perCoreM());
    long rows = Math.min(config.perCoreM(), m);
    divides("out_subblock_h", config.outSubblockH(), "the rows of a batch on a core,", rows);
  }

  private void twoDimensions(MultiCoreReuseMultiCast config) {
    batch(config.fuseBatch());
    oneAForManyB(false);
    CoreGrid grid = config.computeWithStorageGridSize();
    int columns = config.transposeMcast() ? grid.y() : grid.x();
    int rows = config.transposeMcast() ? grid.x() : grid.y();
    long across = MatmulCores.blocksAcross(config, sizes);
    long down = MatmulCores.blocksDown(config, sizes);
    Check.that(
        across <= columns && down <= rows,
        "program_config: the result needs %d x %d cores (rows x columns) with per_core_M=%d and"
            + " per_core_N=%d, the grid has %d x %d",
        down,
        across,
        config.perCoreM(),
        config.perCoreN(),
        rows,
        columns);
  }

  private void oneDimension(MultiCoreReuseMultiCast1D config) {
    batch(config.fuseBatch());
    oneAForManyB(!config.mcastIn0() && !config.fuseBatch());
    long across = MatmulCores.blocksAcross(config, sizes);
    long down = MatmulCores.blocksDown(config, sizes);
    Check.that(
        config.mcastIn0() ? down == 1 : across == 1,
        config.mcastIn0()
            ? "program_config: with mcast_in0 a core takes all %d rows of tiles, got per_core_M=%d"
            : "program_config: without mcast_in0 a core takes all %d columns of tiles, got"
                + " per_core_N=%d",
        config.mcastIn0() ? sizes.rowsOfTiles(config.fuseBatch()) : sizes.tilesOfN(),
        config.mcastIn0() ? config.perCoreM() : config.perCoreN());
    Check.that(
        across * down <= config.computeWithStorageGridSize().size(),
        "program_config: the result needs %d cores with per_core_M=%d and per_core_N=%d, the grid"
            + " has %d",
        across * down,
        config.perCoreM(),
        config.perCoreN(),
        config.computeWithStorageGridSize().size());
  }

  private void batch(boolean fuseBatch) {
    Check.that(
        !fuseBatch || !sizes.batchedB(),
        "program_config: fuse_batch must be false for a batch of input_tensor_b, got %s",
        call.spec(1).shape());
  }

  private void oneAForManyB(boolean allowed) {
    Check.that(
        allowed || sizes.batchedA() || !sizes.batchedB(),
        "program_config: one input_tensor_a %s for a batch of input_tensor_b %s needs"
            + " MatmulMultiCoreReuseMultiCast1DProgramConfig with fuse_batch=False and"
            + " mcast_in0=False",
        call.spec(0).shape(),
        call.spec(1).shape());
  }

  private void sharded(Blocked config) {
    MemoryConfig output = call.params().outputMemConfig();
    TensorSpec a = call.spec(0);
    if (output.isSharded()) {
      Check.that(
          config.outSubblockW() == config.perCoreN() || config.outSubblockH() == 1,
          "program_config: for a sharded result out_subblock_w must be per_core_N, %d, or"
              + " out_subblock_h 1, got %d x %d",
          config.perCoreN(),
          config.outSubblockH(),
          config.outSubblockW());
      Check.that(
          !(config instanceof MultiCoreReuseMultiCast)
              || output.memoryLayout() == TensorMemoryLayout.BLOCK_SHARDED,
          "memory_config: MatmulMultiCoreReuseMultiCastProgramConfig gives BLOCK_SHARDED or"
              + " INTERLEAVED results, got %s",
          output.memoryLayout());
    }
    ShardSpec shards = a.memoryConfig().shardSpec();
    if (shards != null) {
      shardsOfA(config, shards, a.memoryConfig().memoryLayout());
    }
  }

  private void shardsOfA(Blocked config, ShardSpec shards, TensorMemoryLayout layout) {
    int height = shards.height() / TensorSpec.TILE_SIDE;
    int width = shards.width() / TensorSpec.TILE_SIDE;
    Check.that(
        height == config.perCoreM(),
        "program_config: per_core_M must be the shard height of input_tensor_a, %d tiles, got %d",
        height,
        config.perCoreM());
    divides("in0_block_w", config.in0BlockW(), "the shard width of input_tensor_a,", width);
    Check.that(
        MatmulCores.fusesBatch(config),
        "program_config: fuse_batch must be true for a sharded input_tensor_a");
    if (config instanceof MultiCoreReuseMultiCast cast
        && layout == TensorMemoryLayout.BLOCK_SHARDED) {
      ShardOrientation expected =
          cast.transposeMcast() ? ShardOrientation.COL_MAJOR : ShardOrientation.ROW_MAJOR;
      Check.that(
          shards.orientation() == expected,
          "program_config: transpose_mcast=%s takes an input_tensor_a sharded in %s order, got %s",
          cast.transposeMcast(),
          expected,
          shards.orientation());
    }
  }
}
