package dev.tilescope.ops.options;

import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.TilescopeException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a matrix product is spread over the cores: TT-NN's {@code Matmul...ProgramConfig} classes,
 * with their argument names. All sizes are in tiles. Without one, {@code matmul} and {@code linear}
 * choose one as TT-NN does.
 */
public sealed interface MatmulProgramConfig {
  /** A function applied to the result inside the program. */
  default @Nullable String fusedActivation() {
    return null;
  }

  /**
   * TT-NN's {@code MatmulMultiCoreProgramConfig}: each core computes tiles of the result one by one
   * and keeps nothing.
   */
  record MultiCore() implements MatmulProgramConfig {
    @Override
    public String toString() {
      return "MatmulMultiCoreProgramConfig()";
    }
  }

  /** The configs that work in blocks which stay in L1 while K goes by. */
  sealed interface Blocked extends MatmulProgramConfig {
    CoreGrid computeWithStorageGridSize();

    /** Tiles of K in a block. */
    int in0BlockW();

    int outSubblockH();

    int outSubblockW();

    /** Rows of the result that a core computes. */
    int perCoreM();

    /** Columns of the result that a core computes. */
    int perCoreN();

    /** Rows of the result that a core holds at a time. */
    default int blockRows() {
      return perCoreM();
    }

    /** Columns of the result that a core holds at a time. */
    default int blockColumns() {
      return perCoreN();
    }

    /** The rectangle of cores to use instead of the grid, wherever it lies; null for the grid. */
    @Nullable CoreRangeSet allowedWorkerCores();

    /** The rectangle of cores to use: those allowed, or the grid at the corner (0, 0). */
    default CoreRange workers() {
      CoreRangeSet allowed = allowedWorkerCores();
      CoreGrid grid = computeWithStorageGridSize();
      return allowed == null
          ? CoreRange.of(0, 0, grid.x() - 1, grid.y() - 1)
          : allowed.boundingBox();
    }
  }

  /** The configs in which cores send each other their blocks. */
  sealed interface MultiCast extends Blocked {
    /** Rows held at a time; null for per_core_M. */
    @Nullable Integer outBlockH();

    /** Columns held at a time; null for per_core_N. */
    @Nullable Integer outBlockW();

    @Override
    default int blockRows() {
      return Objects.requireNonNullElse(outBlockH(), perCoreM());
    }

    @Override
    default int blockColumns() {
      return Objects.requireNonNullElse(outBlockW(), perCoreN());
    }
  }

  /**
   * TT-NN's {@code MatmulMultiCoreReuseProgramConfig}: for batches; every core reads what it needs
   * by itself.
   */
  record MultiCoreReuse(
      CoreGrid computeWithStorageGridSize,
      int in0BlockW,
      int outSubblockH,
      int outSubblockW,
      int perCoreM,
      int perCoreN,
      @Nullable CoreRangeSet allowedWorkerCores)
      implements Blocked, Withers.OfMultiCoreReuse {
    public MultiCoreReuse {
      requirePositive(in0BlockW, outSubblockH, outSubblockW, perCoreM, perCoreN);
    }

    /** One tile of everything. */
    public static MultiCoreReuse on(CoreGrid grid) {
      return new MultiCoreReuse(grid, 1, 1, 1, 1, 1, null);
    }

    @Override
    public String toString() {
      return "MatmulMultiCoreReuseProgramConfig(" + common(this) + allowed(this) + ")";
    }
  }

  /**
   * TT-NN's {@code MatmulMultiCoreReuseMultiCastProgramConfig}: the result lies over the grid as a
   * rectangle; blocks of A are sent along rows of cores, blocks of B along columns.
   */
  record MultiCoreReuseMultiCast(
      CoreGrid computeWithStorageGridSize,
      int in0BlockW,
      int outSubblockH,
      int outSubblockW,
      @Nullable Integer outBlockH,
      @Nullable Integer outBlockW,
      int perCoreM,
      int perCoreN,
      boolean transposeMcast,
      @Nullable String fusedActivation,
      boolean fuseBatch,
      @Nullable CoreRangeSet allowedWorkerCores)
      implements MultiCast, Withers.OfMultiCoreReuseMultiCast {
    public MultiCoreReuseMultiCast {
      requirePositive(in0BlockW, outSubblockH, outSubblockW, perCoreM, perCoreN);
      requireBlock(outBlockH, outBlockW);
    }

    /** One tile of everything, batch fused. */
    public static MultiCoreReuseMultiCast on(CoreGrid grid) {
      return new MultiCoreReuseMultiCast(grid, 1, 1, 1, null, null, 1, 1, false, null, true, null);
    }

    @Override
    public String toString() {
      return "MatmulMultiCoreReuseMultiCastProgramConfig(%s,transpose_mcast=%d,fused_activation=%s,fuse_batch=%d%s)"
          .formatted(
              common(this),
              transposeMcast ? 1 : 0,
              text(fusedActivation),
              fuseBatch ? 1 : 0,
              allowed(this));
    }
  }

  /**
   * TT-NN's {@code MatmulMultiCoreReuseMultiCast1DProgramConfig}: for results that are much wider
   * than high, or higher than wide. Every core takes some columns and A is sent to all ({@code
   * mcast_in0}), or some rows and B is sent to all, or A goes round a ring of cores ({@code
   * gather_in0}).
   *
   * @param hopCores cores that only pass on what goes round the ring
   * @param numGlobalCbReceivers cores that a sender of a global circular buffer feeds
   * @param untilizeOut whether the result is in rows
   * @param streamIn1 whether a global circular buffer delivers B in the order of the ring
   */
  record MultiCoreReuseMultiCast1D(
      CoreGrid computeWithStorageGridSize,
      int in0BlockW,
      int outSubblockH,
      int outSubblockW,
      @Nullable Integer outBlockH,
      @Nullable Integer outBlockW,
      int perCoreM,
      int perCoreN,
      boolean fuseBatch,
      @Nullable String fusedActivation,
      boolean mcastIn0,
      boolean gatherIn0,
      CoreRangeSet hopCores,
      int numGlobalCbReceivers,
      boolean untilizeOut,
      @Nullable CoreRangeSet allowedWorkerCores,
      boolean streamIn1)
      implements MultiCast, Withers.OfMultiCoreReuseMultiCast1D {
    public MultiCoreReuseMultiCast1D {
      requirePositive(in0BlockW, outSubblockH, outSubblockW, perCoreM, perCoreN);
      requireBlock(outBlockH, outBlockW);
    }

    /** One tile of everything, batch fused, A sent to all. */
    public static MultiCoreReuseMultiCast1D on(CoreGrid grid) {
      return new MultiCoreReuseMultiCast1D(
          grid,
          1,
          1,
          1,
          null,
          null,
          1,
          1,
          true,
          null,
          true,
          false,
          CoreRangeSet.EMPTY,
          1,
          false,
          null,
          false);
    }

    @Override
    public String toString() {
      return "MatmulMultiCoreReuseMultiCast1DProgramConfig(%s,fuse_batch=%d,fused_activation=%s,mcast_in0=%d%s%s)"
          .formatted(
              common(this),
              fuseBatch ? 1 : 0,
              text(fusedActivation),
              mcastIn0 ? 1 : 0,
              gatherIn0 ? ",gather_in0=1,hop_cores=" + hopCores : "",
              allowed(this));
    }
  }

  /** The configs for weights that are sharded over the banks of DRAM: each bank has a reader. */
  sealed interface DramSharded extends MatmulProgramConfig {
    /** Tiles of K in a block. */
    int in0BlockW();

    /** Rows of a matrix of the result. */
    int perCoreM();

    /** Columns of the result in a shard. */
    int perCoreN();
  }

  /**
   * TT-NN's {@code MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig}: for results one tile
   * high. The weights are cut by columns; A is sent to all readers.
   */
  record MultiCoreReuseMultiCastDramSharded(
      int in0BlockW, int perCoreM, int perCoreN, @Nullable String fusedActivation)
      implements DramSharded, Withers.OfMultiCoreReuseMultiCastDramSharded {
    public MultiCoreReuseMultiCastDramSharded {
      requirePositive(in0BlockW, perCoreM, perCoreN);
    }

    @Override
    public String toString() {
      return "MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig(" + dramSharded(this) + ")";
    }
  }

  /**
   * TT-NN's {@code MatmulMultiCoreReuseMultiCastBatchedDRAMShardedProgramConfig}: batches of
   * weights are dealt to the banks, and each reader multiplies what its bank has.
   */
  record MultiCoreReuseMultiCastBatchedDramSharded(
      int in0BlockW, int perCoreM, int perCoreN, @Nullable String fusedActivation)
      implements DramSharded, Withers.OfMultiCoreReuseMultiCastBatchedDramSharded {
    public MultiCoreReuseMultiCastBatchedDramSharded {
      requirePositive(in0BlockW, perCoreM, perCoreN);
    }

    @Override
    public String toString() {
      return "MatmulMultiCoreReuseMultiCastBatchedDRAMShardedProgramConfig("
          + dramSharded(this)
          + ")";
    }
  }

  private static String dramSharded(DramSharded config) {
    return "in0_block_w=%d,per_core_M=%d,per_core_N=%d,fused_activation=%s"
        .formatted(
            config.in0BlockW(),
            config.perCoreM(),
            config.perCoreN(),
            text(config.fusedActivation()));
  }

  private static String allowed(Blocked config) {
    CoreRangeSet allowed = config.allowedWorkerCores();
    return allowed == null ? "" : ",allowed_worker_cores=" + allowed;
  }

  private static String common(Blocked config) {
    String block =
        config instanceof MultiCast
            ? "out_block_h=%d,out_block_w=%d,".formatted(config.blockRows(), config.blockColumns())
            : "";
    return "compute_with_storage_grid_size=(x=%d,y=%d),in0_block_w=%d,out_subblock_h=%d,out_subblock_w=%d,%sper_core_M=%d,per_core_N=%d"
        .formatted(
            config.computeWithStorageGridSize().x(),
            config.computeWithStorageGridSize().y(),
            config.in0BlockW(),
            config.outSubblockH(),
            config.outSubblockW(),
            block,
            config.perCoreM(),
            config.perCoreN());
  }

  private static String text(@Nullable String activation) {
    return activation == null ? "std::nullopt" : activation;
  }

  private static void requirePositive(int in0BlockW, int h, int w, int m, int n) {
    requirePositive("out_subblock_h", h);
    requirePositive("out_subblock_w", w);
    requirePositive(in0BlockW, m, n);
  }

  private static void requirePositive(int in0BlockW, int m, int n) {
    requirePositive("in0_block_w", in0BlockW);
    requirePositive("per_core_M", m);
    requirePositive("per_core_N", n);
  }

  private static void requireBlock(@Nullable Integer height, @Nullable Integer width) {
    requireNotNegative("out_block_h", height == null ? 1 : height);
    requireNotNegative("out_block_w", width == null ? 1 : width);
  }

  /** Operations refuse a block of nothing in words of their own. */
  private static void requireNotNegative(String argument, int tiles) {
    if (tiles < 0) {
      throw new TilescopeException(
          "program_config: %s must be >= 1, got %d".formatted(argument, tiles));
    }
  }

  private static void requirePositive(String argument, int tiles) {
    if (tiles < 1) {
      throw new TilescopeException(
          "program_config: %s must be >= 1, got %d".formatted(argument, tiles));
    }
  }
}
