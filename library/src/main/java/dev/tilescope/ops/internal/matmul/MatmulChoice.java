package dev.tilescope.ops.internal.matmul;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Subblock;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCore;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuse;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The program config that TT-NN chooses for a product when the user gives none. It depends on
 * shapes, types and placement, and on how much L1 is free at the moment of the call: blocks shrink
 * until {@link MatmulBlocks} estimates that they fit. Longer than most because the rules of three
 * cases (sharded A, a core grid given, nothing given) belong beside each other.
 *
 * @param userGrid the user's {@code core_grid}
 * @param activation fused where the choice allows it
 * @param deviceGrid the compute grid
 */
record MatmulChoice(
    MatmulSizes sizes,
    TensorSpec a,
    TensorSpec b,
    MemoryConfig output,
    DataType outputDtype,
    ComputeKernelConfig kernel,
    @Nullable CoreGrid userGrid,
    @Nullable String activation,
    CoreGrid deviceGrid,
    MatmulBlocks blocks) {
  private static final int NARROW_RATIO = 8;

  MatmulProgramConfig choose() {
    if (sizes.isEmpty()) {
      return new MultiCore();
    }
    if (a.memoryConfig().isSharded()) {
      return fromShards(Objects.requireNonNull(a.memoryConfig().shardSpec()));
    }
    return userGrid == null ? forPlacement() : onGrid();
  }

  // ---- sharded A: the shards say who computes what

  private MatmulProgramConfig fromShards(ShardSpec shards) {
    CoreGrid grid = MatmulCores.extent(shards.grid());
    TensorMemoryLayout layout = a.memoryConfig().memoryLayout();
    if (sizes.batchedB()) {
      return reuseOfShards(shards, grid);
    }
    if (layout != TensorMemoryLayout.BLOCK_SHARDED) {
      return oneDimensionOfShards(shards, grid, layout == TensorMemoryLayout.WIDTH_SHARDED);
    }
    return grid.x() > 1 && grid.y() > 1 ? twoDimensionsOfShards(shards, grid) : onGrid();
  }

  private MatmulProgramConfig reuseOfShards(ShardSpec shards, CoreGrid grid) {
    int m = rowsOfTiles(shards);
    int n = count(sizes.tilesOfN());
    Subblock subblock = Subblock.of(m, n, output.isSharded(), kernel.fp32DestAccEn());
    return MultiCoreReuse.on(grid)
        .withIn0BlockW(tiles(shards.width()))
        .withOutSubblock(subblock.height(), subblock.width())
        .withPerCore(m, n);
  }

  private MatmulProgramConfig oneDimensionOfShards(
      ShardSpec shards, CoreGrid grid, boolean widthSharded) {
    long k = sizes.tilesOfK();
    int m = widthSharded ? count(sizes.rowsOfTiles(true)) : rowsOfTiles(shards);
    int n = count(widthSharded ? ceil(sizes.tilesOfN(), shards.grid().size()) : sizes.tilesOfN());
    int depth = count(widthSharded ? gcd(tiles(shards.width()), k) : k);
    MatmulBlocks.Block block = blocks.fitting(m, n, depth, false);
    int rows = output.isSharded() && block.columns() != n ? 1 : block.rows();
    Subblock subblock =
        Subblock.of(rows, block.columns(), output.isSharded(), kernel.fp32DestAccEn());
    MatmulBlocks.Block held = new MatmulBlocks.Block(rows, block.columns(), depth);
    return new Cut(grid, depth, subblock, held, m, n)
        .oneDimension(true, null, widthSharded)
        .withAllowedWorkerCores(CoreRangeSet.of(shards.grid().boundingBox()));
  }

  private MatmulProgramConfig twoDimensionsOfShards(ShardSpec shards, CoreGrid grid) {
    boolean transposed = shards.orientation() == ShardOrientation.COL_MAJOR;
    int across = transposed ? grid.y() : grid.x();
    int down = transposed ? grid.x() : grid.y();
    int width = tiles(shards.width());
    int m = count(ceil(sizes.rowsOfTiles(true), down));
    int n = count(ceil(sizes.tilesOfN(), across));
    int depth = across == sizes.tilesOfK() / width ? gcd(width, sizes.tilesOfK()) : 1;
    MatmulBlocks.Block block = blocks.fitting(m, n, depth, false);
    Subblock subblock =
        Subblock.of(block.rows(), block.columns(), output.isSharded(), kernel.fp32DestAccEn());
    return new Cut(grid, depth, subblock, block, m, n).twoDimensions(transposed, null, true);
  }

  // ---- a core grid was given

  private MatmulProgramConfig onGrid() {
    CoreGrid asked = userGrid == null ? deviceGrid : userGrid;
    boolean fits = asked.x() <= deviceGrid.x() && asked.y() <= deviceGrid.y();
    CoreGrid grid = fits ? asked : deviceGrid;
    if (sizes.batchedB()) {
      return batchedOnGrid(grid);
    }
    boolean blockSharded = a.memoryConfig().memoryLayout() == TensorMemoryLayout.BLOCK_SHARDED;
    boolean withinTile = sizes.tilesOfM() == 1 || sizes.tilesOfK() == 1 || sizes.tilesOfN() == 1;
    boolean narrow = isNarrow(sizes.rowsOfTiles(true), sizes.tilesOfN());
    if (!blockSharded && (narrow || withinTile)) {
      return oneDimensionOnGrid(grid);
    }
    return twoDimensionsOnGrid(grid, blockSharded ? a.memoryConfig().shardSpec() : null);
  }

  private MatmulProgramConfig batchedOnGrid(CoreGrid grid) {
    Check.that(
        activation == null,
        "activation: it cannot be fused when input_tensor_b is a batch and core_grid is given;"
            + " apply it to the result");
    int m = count(sizes.tilesOfM());
    ShardSpec shards = b.memoryConfig().shardSpec();
    int n = shards == null ? count(sizes.tilesOfN()) : tiles(shards.width());
    if (shards == null && !blocks.fits(m, n, 1)) {
      return forPlacement(grid);
    }
    Subblock subblock = Subblock.widest(m, n, kernel.fp32DestAccEn());
    return MultiCoreReuse.on(grid)
        .withOutSubblock(subblock.height(), subblock.width())
        .withPerCore(m, n);
  }

  private MatmulProgramConfig oneDimensionOnGrid(CoreGrid grid) {
    long allRows = sizes.rowsOfTiles(true);
    boolean tall = allRows > sizes.tilesOfN();
    int m = count(tall ? ceil(allRows, grid.size()) : allRows);
    int n = count(tall ? sizes.tilesOfN() : ceil(sizes.tilesOfN(), grid.size()));
    int depth = divisor(sizes.tilesOfK(), ceil(sizes.tilesOfK(), grid.size()));
    MatmulBlocks.Block block = blocks.fitting(m, n, depth, false);
    Subblock subblock = Subblock.widest(block.rows(), block.columns(), kernel.fp32DestAccEn());
    return new Cut(grid, depth, subblock, block, m, n).oneDimension(true, activation, !tall);
  }

  private MatmulProgramConfig twoDimensionsOnGrid(CoreGrid grid, @Nullable ShardSpec shards) {
    int m = count(ceil(sizes.rowsOfTiles(true), grid.y()));
    int n = count(ceil(sizes.tilesOfN(), grid.x()));
    int depth = divisor(sizes.tilesOfK(), 4);
    if (shards != null) {
      m = rowsOfTiles(shards);
      n = (int) Math.max(1, sizes.tilesOfN() * tiles(shards.width()) / sizes.tilesOfK());
      depth = gcd(tiles(shards.width()), sizes.tilesOfK());
    }
    MatmulBlocks.Block block = blocks.fitting(m, n, depth, false);
    Subblock found = Subblock.widest(block.rows(), block.columns(), kernel.fp32DestAccEn());
    Subblock subblock = found.width() == n ? found : new Subblock(1, found.width());
    boolean transposed = shards != null && shards.orientation() == ShardOrientation.COL_MAJOR;
    return new Cut(grid, depth, subblock, block, m, n).twoDimensions(transposed, activation, true);
  }

  // ---- nothing was given: by where the tensors are

  private MatmulProgramConfig forPlacement() {
    return forPlacement(deviceGrid);
  }

  private MatmulProgramConfig forPlacement(CoreGrid grid) {
    boolean interleaved = allInterleaved();
    boolean dram = interleaved && allDram();
    int side = blocks.square(2);
    long down = ceil(sizes.tilesOfM(), side);
    long across = ceil(sizes.tilesOfN(), side);
    boolean several = output.isSharded() || down > 1 || across > 1;
    int depth = several && sizes.tilesOfK() % 2 != 0 ? 1 : 2;
    if (!dram && (down * across > grid.size() || sizes.tilesOfK() % depth != 0)) {
      return new MultiCore();
    }
    boolean spread = (down > 1 || across > 1) && down <= grid.y() && across <= grid.x();
    boolean narrow = interleaved && isNarrow();
    boolean wide = narrow && sizes.tilesOfN() > sizes.tilesOfM();
    boolean oneA = interleaved && !sizes.batchedA() && sizes.batchedB();
    boolean byRow = spread && down == 1 && !dram;
    boolean byColumn = spread && across == 1 && !dram;
    TensorMemoryLayout shards = spread ? null : shardedOutput();
    if (!oneA && (byRow || wide || shards == TensorMemoryLayout.WIDTH_SHARDED)) {
      return oneDimensionForPlacement(true);
    }
    if (byColumn || narrow || oneA || shards == TensorMemoryLayout.HEIGHT_SHARDED) {
      return oneDimensionForPlacement(false);
    }
    if (dram) {
      return twoDimensionsInDram(grid);
    }
    if (spread || shards == TensorMemoryLayout.BLOCK_SHARDED) {
      Subblock subblock = new Subblock(side == 2 ? gcd(4, side) : 1, Math.min(2, side));
      MatmulBlocks.Block block = new MatmulBlocks.Block(side, side, depth);
      return new Cut(grid, depth, subblock, block, side, side).twoDimensions(false, null, false);
    }
    return new MultiCore();
  }

  private boolean allInterleaved() {
    return !a.memoryConfig().isSharded() && !b.memoryConfig().isSharded() && !output.isSharded();
  }

  private boolean allDram() {
    return a.memoryConfig().bufferType().isDram()
        && b.memoryConfig().bufferType().isDram()
        && output.bufferType().isDram();
  }

  /** How a sharded result is cut; blocks over one row or column of cores are strips. */
  private @Nullable TensorMemoryLayout shardedOutput() {
    ShardSpec shards = output.shardSpec();
    if (shards == null || output.memoryLayout() != TensorMemoryLayout.BLOCK_SHARDED) {
      return shards == null ? null : output.memoryLayout();
    }
    CoreGrid extent = MatmulCores.extent(shards.grid());
    if (extent.size() == 1 || (extent.x() > 1 && extent.y() > 1)) {
      return TensorMemoryLayout.BLOCK_SHARDED;
    }
    return extent.x() == 1 ? TensorMemoryLayout.HEIGHT_SHARDED : TensorMemoryLayout.WIDTH_SHARDED;
  }

  private MatmulProgramConfig oneDimensionForPlacement(boolean mcastIn0) {
    long cores = deviceGrid.size();
    int m = count(mcastIn0 ? sizes.tilesOfM() : ceil(sizes.tilesOfM(), cores));
    int n = count(mcastIn0 ? ceil(sizes.tilesOfN(), cores) : sizes.tilesOfN());
    int depth = sizes.tilesOfK() % 2 == 0 ? 2 : 1;
    MatmulBlocks.Block block = blocks.fitting(m, n, depth, false);
    Subblock subblock = Subblock.of(block.rows(), block.columns(), false, kernel.fp32DestAccEn());
    return new Cut(deviceGrid, depth, subblock, block, m, n).oneDimension(false, null, mcastIn0);
  }

  private MatmulProgramConfig twoDimensionsInDram(CoreGrid grid) {
    int m = count(ceil(sizes.tilesOfM(), grid.y()));
    int n = count(ceil(sizes.tilesOfN(), grid.x()));
    long k = sizes.tilesOfK();
    int depth = count(k % grid.x() == 0 ? k / grid.x() : 1);
    MatmulBlocks.Block block = blocks.fitting(m, n, depth, true);
    Subblock subblock = Subblock.of(block.rows(), block.columns(), false, kernel.fp32DestAccEn());
    return new Cut(grid, block.depth(), subblock, block, m, n).twoDimensions(false, null, false);
  }

  private boolean isNarrow() {
    boolean withinTile = sizes.tilesOfM() == 1 || sizes.tilesOfN() == 1;
    return isNarrow(sizes.tilesOfM(), sizes.tilesOfN()) || (allDram() && withinTile);
  }

  private static boolean isNarrow(long height, long width) {
    return Math.max(height, width) / Math.min(height, width) > NARROW_RATIO;
  }

  /** How cores share a product, whichever way blocks are sent. */
  private record Cut(
      CoreGrid grid, int depth, Subblock subblock, MatmulBlocks.Block block, int m, int n) {
    MultiCoreReuseMultiCast twoDimensions(
        boolean transposed, @Nullable String activation, boolean fuseBatch) {
      return MultiCoreReuseMultiCast.on(grid)
          .withIn0BlockW(depth)
          .withOutSubblock(subblock.height(), subblock.width())
          .withOutBlock(block.rows(), block.columns())
          .withPerCore(m, n)
          .withTransposeMcast(transposed)
          .withFusedActivation(activation)
          .withFuseBatch(fuseBatch);
    }

    MultiCoreReuseMultiCast1D oneDimension(
        boolean fuseBatch, @Nullable String activation, boolean mcastIn0) {
      return MultiCoreReuseMultiCast1D.on(grid)
          .withIn0BlockW(depth)
          .withOutSubblock(subblock.height(), subblock.width())
          .withOutBlock(block.rows(), block.columns())
          .withPerCore(m, n)
          .withFuseBatch(fuseBatch)
          .withFusedActivation(activation)
          .withMcastIn0(mcastIn0);
    }
  }

  private int rowsOfTiles(ShardSpec shards) {
    return Math.max(1, shards.height() / sizes.tileHeight());
  }

  private static int tiles(int elements) {
    return Math.max(1, elements / TensorSpec.TILE_SIDE);
  }

  private static long ceil(long length, long parts) {
    return Math.ceilDiv(length, parts);
  }

  /** The greatest divisor of a length that is not above a limit. */
  private static int divisor(long length, long limit) {
    long found = limit;
    while (length % found != 0) {
      found--;
    }
    return count(found);
  }

  private static int gcd(long x, long y) {
    return count(y == 0 ? x : gcd(y, x % y));
  }

  private static int count(long tiles) {
    Check.that(
        tiles <= Integer.MAX_VALUE,
        "input_tensor_a: a core would take %d tiles, more than 2^31-1; split the batch",
        tiles);
    return (int) tiles;
  }
}
