package dev.tilescope.ops.internal.matmul;

import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.Tile;
import dev.tilescope.ops.internal.matmul.MatmulOperations.MatmulParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreLimit;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.ops.options.MatmulProgramConfig.Blocked;
import dev.tilescope.ops.options.MatmulProgramConfig.DramSharded;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCore;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuse;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCastDramSharded;
import org.jspecify.annotations.Nullable;

/**
 * Which program configs a product can run with, in TT-NN's order and words; what shards they take
 * is in {@link MatmulShardCheck}.
 */
final class MatmulCheck {
  private final Call<MatmulParams> call;
  private final MatmulSizes sizes;
  private final MatmulProgramConfig config;
  private final String name;

  private MatmulCheck(Call<MatmulParams> call) {
    this.call = call;
    this.sizes = MatmulOperations.sizes(call);
    this.config = call.params().programConfig();
    this.name = name(config);
  }

  /** What TT-NN calls a config. */
  static String name(MatmulProgramConfig config) {
    String text = config.toString();
    return text.substring(0, text.indexOf('('));
  }

  static void call(Call<MatmulParams> call) {
    MatmulParams params = call.params();
    shapes(params.transposeA(), params.transposeB(), call.spec(0), call.spec(1));
    MatmulCheck check = new MatmulCheck(call);
    check.tiles();
    switch (params.programConfig()) {
      case MultiCore multiCore -> check.multiCore();
      case Blocked blocked -> check.blocked(blocked);
      case DramSharded dram -> {}
    }
    check.bias();
    MatmulShardCheck.of(call, check.sizes, check.name);
  }

  static void shapes(boolean transposeA, boolean transposeB, TensorSpec a, TensorSpec b) {
    rank("input_tensor_a", a.shape());
    rank("input_tensor_b", b.shape());
    int inner = a.shape().dim(transposeA ? -2 : -1);
    int other = b.shape().dim(transposeB ? -1 : -2);
    Check.that(
        inner == other,
        "The width of the first tensor must be equal to the height of the second tensor. Mismatch:"
            + " width=%d height=%d (input_tensor_a %s, input_tensor_b %s)",
        inner,
        other,
        a.shape(),
        b.shape());
    MatmulSizes.checkBatch(a.shape(), b.shape());
    int tileWidth = transposeA ? a.tile().height() : a.tile().width();
    int tileHeight = transposeB ? b.tile().width() : b.tile().height();
    Check.that(
        tileWidth == TensorSpec.TILE_SIDE && tileHeight == TensorSpec.TILE_SIDE,
        "Matmul inner tile dim must be 32 (hardware constraint): got in0 tile width %d, in1 tile"
            + " height %d",
        tileWidth,
        tileHeight);
  }

  private static void rank(String argument, Shape shape) {
    Check.that(shape.rank() >= 2, "%s: rank 1 or more is needed, got %s", argument, shape);
  }

  /** A config that fuses a whole block of bias; a row is added to the product afterwards. */
  static void bias(@Nullable MatmulProgramConfig config, TensorSpec a, TensorSpec bias) {
    boolean isRow = bias.shape().rank() < 2 || bias.shape().dim(-2) == 1;
    if (!(config instanceof MultiCoreReuse) || isRow) {
      return;
    }
    int height = a.paddedShape().dim(-2);
    Check.that(
        bias.paddedShape().dim(-2) == height,
        "Unsupported bias shape: padded second last dimension of bias, %d, not equal to expected"
            + " bias height, %d, which MatmulMultiCoreReuseProgramConfig fuses",
        bias.paddedShape().dim(-2),
        height);
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

  /** What hangs a device. */
  private void tiles() {
    if (sizes.tileHeight() == TensorSpec.TILE_SIDE && sizes.tileWidth() == TensorSpec.TILE_SIDE) {
      return;
    }
    Tile b = call.spec(1).tile();
    Check.that(
        !b.transposed() || sizes.tileWidth() != Tile.FACE_SIDE,
        "matmul does not support transposed in1 with tile width 16 (in1 tile is %dx%d with"
            + " transpose). Use tile width 32 for transposed in1, or disable transpose_tile.",
        b.height(),
        b.width());
    boolean sends =
        config instanceof MultiCoreReuseMultiCast || config instanceof MultiCoreReuseMultiCast1D;
    Check.that(
        !sends || !call.spec(1).dtype().isBlockFloat() || sizes.tileHeight() >= Tile.FACE_SIDE,
        "matmul tiny-tile combo with in1 dtype %s and tile_h %d is not currently supported on the"
            + " mcast program config path (requires tile_h >= 16); see issue #42927",
        call.spec(1).dtype(),
        sizes.tileHeight());
    Check.that(
        !(config instanceof MultiCore),
        "%s: matmul with non-optimized program config does not support tiny tile (in0 tile"
            + " height=%d, in1 tile width=%d, expected TILE_HEIGHT=32, TILE_WIDTH=32)",
        name,
        sizes.tileHeight(),
        sizes.tileWidth());
    Check.that(
        !(config instanceof MultiCoreReuseMultiCastDramSharded)
            || sizes.tileHeight() >= Tile.FACE_SIDE,
        "%s: matmul tiny-tile with tile_h %d is not currently supported on the DRAM-sharded mcast"
            + " program config path (requires tile_h >= 16); see issue #42927",
        name,
        sizes.tileHeight());
  }

  private void bias() {
    if (!call.has(2)) {
      return;
    }
    Check.that(
        !(config instanceof MultiCore),
        "bias: MatmulMultiCoreProgramConfig cannot fuse one; add it to the result");
    long volume = call.spec(2).shape().volume();
    boolean isBlock = config instanceof MultiCoreReuse;
    Check.that(
        volume == (isBlock ? (long) sizes.m() * sizes.n() : sizes.n()),
        "Unsupported bias shape: a fused one is %d row(s) of %d elements, got %s",
        isBlock ? sizes.m() : 1,
        sizes.n(),
        call.spec(2).shape());
    Tile tile = call.spec(2).tile();
    Check.that(
        tile.height() == sizes.tileHeight() && tile.width() == sizes.tileWidth(),
        "Unsupported bias tile shape: bias tile (%d, %d) has to be (in0 tile height %d, in1 tile"
            + " width %d)",
        tile.height(),
        tile.width(),
        sizes.tileHeight(),
        sizes.tileWidth());
    Check.that(
        sizes.tileHeight() != TensorSpec.TILE_SIDE || sizes.tileWidth() != Tile.FACE_SIDE,
        "matmul fused bias does not support 32x16 narrow in1 tile (in0 tile height=%d, in1 tile"
            + " width=%d). Use tile width 32 when bias is fused, or apply bias as a post-process"
            + " add.",
        sizes.tileHeight(),
        sizes.tileWidth());
  }

  private void multiCore() {
    interleaved("Input A", call.spec(0).memoryConfig());
    interleaved("Input B", call.spec(1).memoryConfig());
    interleaved("Output", call.params().outputMemConfig());
  }

  private void interleaved(String what, MemoryConfig memory) {
    Check.that(
        !memory.isSharded(),
        "%s: %s memory layout must be INTERLEAVED, got: %s",
        name,
        what,
        memory.memoryLayout());
  }

  private void blocked(Blocked blocked) {
    boolean gathers = blocked instanceof MultiCoreReuseMultiCast1D cast && cast.gatherIn0();
    if (!gathers) {
      grid(blocked.computeWithStorageGridSize());
    }
    allowed(blocked);
    divides("Kt", sizes.tilesOfK(), "in0_block_w", blocked.in0BlockW());
    Check.that(blocked.blockRows() != 0, "%s: out_block_h is 0, which is not valid", name);
    Check.that(blocked.blockColumns() != 0, "%s: out_block_w is 0, which is not valid", name);
    divides("out_block_h", blocked.blockRows(), "out_subblock_h", blocked.outSubblockH());
    divides("out_block_w", blocked.blockColumns(), "out_subblock_w", blocked.outSubblockW());
    divides("per_core_M", blocked.perCoreM(), "out_block_h", blocked.blockRows());
    divides("per_core_N", blocked.perCoreN(), "out_block_w", blocked.blockColumns());
    register(blocked);
    switch (blocked) {
      case MultiCoreReuse reuse -> {}
      case MultiCoreReuseMultiCast cast -> twoDimensions(cast);
      case MultiCoreReuseMultiCast1D cast -> oneDimension(cast);
    }
    oneAForManyB(blocked);
  }

  private void register(Blocked blocked) {
    int register =
        call.params().computeKernelConfig().destinationTiles()
            * (Tile.DEFAULT.elements() / call.params().outputTile().elements());
    Check.that(
        (long) blocked.outSubblockH() * blocked.outSubblockW() <= register,
        "%s: out_subblock_w %d times out_subblock_h %d needs to be at most %d to fit in hardware",
        name,
        blocked.outSubblockW(),
        blocked.outSubblockH(),
        register);
  }

  private void grid(CoreGrid grid) {
    CoreGrid device = CoreGrid.of(call.device());
    Check.that(
        grid.x() <= device.x() && grid.y() <= device.y(),
        "%s: compute_with_storage_grid_size (%d, %d) must fit within device grid (%d, %d)",
        name,
        grid.x(),
        grid.y(),
        device.x(),
        device.y());
  }

  private void allowed(Blocked blocked) {
    CoreRangeSet allowed = blocked.allowedWorkerCores();
    if (allowed == null) {
      return;
    }
    Check.that(allowed.size() > 0, "allowed_worker_cores must be non-empty!");
    CoreRange box = allowed.boundingBox();
    Check.that(
        allowed.size() == box.size(),
        "allowed_worker_cores must form a dense rectangle (got %d cores in a %s bounding box)",
        allowed.size(),
        box);
    Check.that(
        CoreLimit.contains(CircularBuffers.wholeGrid(call.device()), allowed),
        "allowed_worker_cores must be a subset of the device compute grid! got %s",
        allowed);
  }

  private void divides(String whole, long length, String part, long size) {
    Check.that(
        length % size == 0,
        "%s: %s (%d) must be divisible by %s (%d)",
        name,
        whole,
        length,
        part,
        size);
  }

  private void twoDimensions(MultiCoreReuseMultiCast cast) {
    batch(cast.fuseBatch());
    CoreGrid grid = cast.computeWithStorageGridSize();
    long across = MatmulCores.blocksAcross(cast, sizes);
    long down = MatmulCores.blocksDown(cast, sizes);
    along("x", cast.transposeMcast() ? down : across, "columns", grid.x());
    along("y", cast.transposeMcast() ? across : down, "rows", grid.y());
  }

  private void along(String axis, long blocks, String lines, int cores) {
    Check.that(
        blocks <= cores,
        "%s: Num output blocks along %s (%d) must be smaller than or equal to the number of %s in"
            + " compute grid (%d)!",
        name,
        axis,
        blocks,
        lines,
        cores);
  }

  private void oneDimension(MultiCoreReuseMultiCast1D cast) {
    batch(cast.fuseBatch());
    Check.that(
        !(cast.mcastIn0() && cast.gatherIn0()),
        "%s: Matmul1D does not support mcast_in0 and gather_in0 at the same time.",
        name);
    if (cast.gatherIn0()) {
      return;
    }
    Check.that(
        cast.hopCores().size() == 0,
        "%s: Hop cores are not supported for any mode besides gather_in0.",
        name);
    long across = MatmulCores.blocksAcross(cast, sizes);
    long down = MatmulCores.blocksDown(cast, sizes);
    long cores = cast.computeWithStorageGridSize().size();
    Check.that(
        across * down <= cores,
        "%s: Number of blocks exceeds number of cores: %d blocks > %d cores",
        name,
        across * down,
        cores);
    if (cast.mcastIn0()) {
      Check.that(
          down == 1,
          "%s: mcast_in0 requires M (%d) to fit within a single per_core_M block (%d), got"
              + " num_blocks_y=%d",
          name,
          sizes.rowsOfTiles(cast.fuseBatch()),
          cast.perCoreM(),
          down);
    } else {
      sentB(cast, across, down);
    }
    subDevice(cast);
  }

  private void sentB(MultiCoreReuseMultiCast1D cast, long across, long down) {
    long n = sizes.tilesOfN();
    Check.that(
        across == 1,
        "%s: mcast_in1 requires N (%d) to fit within a single per_core_N block (%d), got"
            + " num_blocks_x=%d; use MatmulMultiCoreReuseMultiCastProgramConfig (the 2D factory)"
            + " for multi-column N.",
        name,
        n,
        cast.perCoreN(),
        across);
    Check.that(
        Math.ceilDiv(n, cast.blockColumns()) == cast.perCoreN() / cast.blockColumns(),
        "%s: mcast_in1 requires the logical N tail to be in the final internal W block; got N=%d,"
            + " per_core_N=%d, out_block_w=%d. Reduce per_core_N or increase out_block_w.",
        name,
        n,
        cast.perCoreN(),
        cast.blockColumns());
    long m = sizes.rowsOfTiles(cast.fuseBatch());
    int blocksOfCore = cast.perCoreM() / cast.blockRows();
    Check.that(
        down > 1 || Math.ceilDiv(m, cast.blockRows()) == blocksOfCore,
        "%s: a single-Y mcast_in1 sender requires the logical M tail to be in the final internal H"
            + " block; got M=%d, per_core_M=%d, out_block_h=%d. Reduce per_core_M or increase"
            + " out_block_h.",
        name,
        m,
        cast.perCoreM(),
        cast.blockRows());
    Check.that(
        down > 1 || m % cast.blockRows() == 0 || blocksOfCore == 1,
        "%s: a single-Y mcast_in1 sender supports a partial final H block only when per_core_M"
            + " contains one internal H block; got M=%d, per_core_M=%d, out_block_h=%d.",
        name,
        m,
        cast.perCoreM(),
        cast.blockRows());
  }

  private void subDevice(MultiCoreReuseMultiCast1D cast) {
    Integer id = call.params().subDeviceId();
    if (id == null) {
      return;
    }
    CoreRangeSet cores = call.device().subDevices().cores(id);
    CoreRange box = cores.boundingBox();
    Check.that(
        cores.size() == box.size(),
        "%s: matmul_multicore_reuse_mcast_1d only supports rectangular sub-device worker grids."
            + " Got sub-device worker cores: %s (bounding box: %s)",
        name,
        cores,
        box);
    CoreRange workers = cast.workers();
    Check.that(
        workers.width() <= box.width() && workers.height() <= box.height(),
        "%s: matmul grid_size %s anchored at sub-device start %s extends past the sub-device's"
            + " worker bounding box %s",
        name,
        MatmulCores.extent(workers),
        box.start(),
        box);
  }

  private void batch(boolean fuseBatch) {
    Check.that(
        !fuseBatch || !sizes.batchedB(),
        "%s: Matmul with fused batch requires input tensors of shapes BCMK*11KN=BCMN or"
            + " equivalent. Please change the second input tensor or adjust the program config. Got"
            + " input_tensor_b %s",
        name,
        call.spec(1).shape());
  }

  private void oneAForManyB(Blocked blocked) {
    boolean keepsA =
        blocked instanceof MultiCoreReuseMultiCast1D cast
            && !cast.mcastIn0()
            && !cast.fuseBatch()
            && cast.fusedActivation() == null;
    Check.that(
        keepsA || sizes.batchedA() || !sizes.batchedB(),
        "bmm (non-bcast matmul) expects input tensors of shapes BCMK*BCKN=BCMN or batch dimension"
            + " mismatch: a=%s vs b=%s (only allowed when all batch dimensions of a are size 1 and"
            + " using MatmulMultiCoreReuseMultiCast1DProgramConfig with fuse_batch=false,"
            + " fused_activation=none, mcast_in0=false, and non-sharded inputs)",
        call.spec(0).shape(),
        call.spec(1).shape());
  }
}
