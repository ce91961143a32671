package dev.tilescope.ops.internal.matmul;

import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
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
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCastBatchedDramSharded;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCastDramSharded;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which cores a product runs on, and how a sharded result lies on them. */
final class MatmulCores {
  private MatmulCores() {}

  /** Columns and rows of the smallest rectangle around some cores. */
  static CoreGrid extent(CoreRangeSet cores) {
    return extent(cores.boundingBox());
  }

  static CoreGrid extent(CoreRange cores) {
    return new CoreGrid(cores.height(), cores.width());
  }

  /** How many blocks of rows the result has. */
  static long blocksDown(Blocked config, MatmulSizes sizes) {
    return Math.ceilDiv(sizes.rowsOfTiles(fusesBatch(config)), config.perCoreM());
  }

  /** How many blocks of columns the result has. */
  static long blocksAcross(Blocked config, MatmulSizes sizes) {
    return Math.ceilDiv(sizes.tilesOfN(), config.perCoreN());
  }

  /** Whether the batch of A counts as more rows; a reuse config hands out rows of any batch. */
  static boolean fusesBatch(Blocked config) {
    return switch (config) {
      case MultiCoreReuse reuse -> true;
      case MultiCoreReuseMultiCast twoDimensions -> twoDimensions.fuseBatch();
      case MultiCoreReuseMultiCast1D oneDimension -> oneDimension.fuseBatch();
    };
  }

  static CoreRangeSet of(Call<MatmulParams> call, MatmulSizes sizes) {
    ShardSpec shards = deciding(call);
    return switch (call.params().programConfig()) {
      case MultiCore multiCore -> {
        long tiles = sizes.batch() * sizes.tilesOfM() * sizes.tilesOfN();
        yield CircularBuffers.sharing(tiles, call.device());
      }
      case MultiCoreReuse reuse -> {
        long blocks = blocksDown(reuse, sizes) * blocksAcross(reuse, sizes);
        CoreRange workers = reuse.workers();
        yield shards != null
            ? shards.grid()
            : CoreLimit.first(CoreRangeSet.of(workers), Math.clamp(blocks, 1, workers.size()));
      }
      case MultiCoreReuseMultiCast cast ->
          movedTo(start(call, cast), rectangle(cast, sizes, shards));
      case MultiCoreReuseMultiCast1D cast -> oneDimension(call, cast, sizes, shards);
      case DramSharded dram -> {
        ShardSpec output = Objects.requireNonNull(call.outputSpec().memoryConfig().shardSpec());
        boolean storesResult = dram instanceof MultiCoreReuseMultiCastBatchedDramSharded;
        List<CoreCoord> readers = readers(call, sizes).cores();
        yield storesResult
            ? MatmulReaders.around(readers, Objects.requireNonNull(shards), output)
            : MatmulReaders.around(readers, Objects.requireNonNull(shards));
      }
    };
  }

  private static CoreRangeSet oneDimension(
      Call<MatmulParams> call,
      MultiCoreReuseMultiCast1D config,
      MatmulSizes sizes,
      @Nullable ShardSpec shards) {
    long cores = blocksDown(config, sizes) * blocksAcross(config, sizes);
    return shards != null && (config.gatherIn0() || shards.grid().size() >= cores)
        ? shards.grid()
        : movedTo(start(call, config), rowMajor((int) cores, extent(config.workers())));
  }

  /** Of a product with a config for weights in DRAM. */
  static MatmulReaders readers(Call<MatmulParams> call, MatmulSizes sizes) {
    return switch ((DramSharded) call.params().programConfig()) {
      case MultiCoreReuseMultiCastDramSharded dram ->
          MatmulReaders.ofColumns(
              call.device().board(),
              sizes,
              Objects.requireNonNull(call.spec(1).memoryConfig().shardSpec()),
              dram.perCoreM(),
              call.params().computeKernelConfig().fp32DestAccEn());
      case MultiCoreReuseMultiCastBatchedDramSharded dram ->
          new MatmulReaders(
              MatmulReaders.ofBanks(call.device().board()), dram.perCoreN(), dram.perCoreN());
    };
  }

  /** The shards of A, or for a reuse config of whichever tensor has any; null if none decides. */
  private static @Nullable ShardSpec deciding(Call<MatmulParams> call) {
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

  /** The corner of the sub-device asked for, else of the cores that the config allows. */
  private static CoreCoord start(Call<MatmulParams> call, Blocked config) {
    Integer subDevice = call.params().subDeviceId();
    return subDevice == null
        ? config.workers().start()
        : call.device().subDevices().cores(subDevice).boundingBox().start();
  }

  private static CoreRangeSet movedTo(CoreCoord start, CoreRangeSet cores) {
    return new CoreRangeSet(cores.ranges().stream().map(range -> moved(start, range)).toList());
  }

  private static CoreRange moved(CoreCoord by, CoreRange range) {
    return CoreRange.of(
        range.start().x() + by.x(),
        range.start().y() + by.y(),
        range.end().x() + by.x(),
        range.end().y() + by.y());
  }

  /** Cores that only send shards of A belong to it too. */
  private static CoreRangeSet rectangle(
      MultiCoreReuseMultiCast config, MatmulSizes sizes, @Nullable ShardSpec shards) {
    int across = (int) blocksAcross(config, sizes);
    int down = (int) blocksDown(config, sizes);
    if (shards != null) {
      CoreGrid senders = extent(shards.grid());
      across = Math.max(across, config.transposeMcast() ? senders.y() : senders.x());
    }
    return config.transposeMcast()
        ? CoreRangeSet.grid(down, across)
        : CoreRangeSet.grid(across, down);
  }

  /** The first cores of a grid taken row by row: whole rows, then the rest of one. */
  static CoreRangeSet rowMajor(int count, CoreGrid grid) {
    int rows = Math.max(grid.y(), Math.ceilDiv(count, grid.x()));
    return CoreRangeSet.rowMajor(count, grid.x(), rows);
  }

  /**
   * The memory config of a result. As in TT-NN, the shards of a sharded one follow from what each
   * core computes, whatever shards were asked for, if any were.
   */
  static MemoryConfig output(Call<MatmulParams> call, MatmulSizes sizes) {
    MemoryConfig asked = call.params().outputMemConfig();
    if (!asked.isSharded()) {
      return asked;
    }
    ShardSpec wanted = asked.shardSpec();
    return switch (call.params().programConfig()) {
      case MultiCore multiCore -> throw Check.failed("Unsupported op for output sharding");
      case MultiCoreReuse reuse -> reused(call, reuse, sizes);
      case MultiCoreReuseMultiCast cast ->
          sharded(
              asked,
              movedTo(cast.workers().start(), rectangle(cast, sizes, null)),
              shard(cast, sizes),
              cast.transposeMcast() ? ShardOrientation.COL_MAJOR : ShardOrientation.ROW_MAJOR);
      case MultiCoreReuseMultiCast1D cast when cast.gatherIn0() -> asked;
      case MultiCoreReuseMultiCast1D cast when wanted != null && isStrip(asked, wanted) ->
          MemoryConfig.sharded(strips(extent(wanted.grid())), asked.bufferType(), wanted);
      case MultiCoreReuseMultiCast1D cast -> {
        long cores = blocksDown(cast, sizes) * blocksAcross(cast, sizes);
        CoreRangeSet grid = rowMajor((int) cores, extent(cast.workers()));
        yield sharded(asked, grid, shard(cast, sizes), ShardOrientation.ROW_MAJOR);
      }
      case MultiCoreReuseMultiCastDramSharded dram -> {
        int cores = (int) Math.ceilDiv(sizes.tilesOfN(), dram.perCoreN());
        CoreRangeSet grid = rowMajor(cores, CoreGrid.of(call.device()));
        yield sharded(asked, grid, shard(dram, sizes), ShardOrientation.ROW_MAJOR);
      }
      case MultiCoreReuseMultiCastBatchedDramSharded dram -> {
        Check.that(
            wanted != null,
            "Output memory config must have a shard spec for batched DRAM sharded matmul");
        yield asked;
      }
    };
  }

  private static MemoryConfig reused(
      Call<MatmulParams> call, MultiCoreReuse config, MatmulSizes sizes) {
    MemoryConfig asked = call.params().outputMemConfig();
    ShardSpec ofA = call.spec(0).memoryConfig().shardSpec();
    ShardSpec ofB = call.spec(1).memoryConfig().shardSpec();
    ShardOrientation order =
        ofA != null
            ? ofA.orientation()
            : ofB != null ? ofB.orientation() : ShardOrientation.COL_MAJOR;
    if (asked.shardSpec() != null) {
      return sharded(asked, asked.shardSpec().grid(), shard(config, sizes), order);
    }
    int cores = (int) (blocksDown(config, sizes) * blocksAcross(config, sizes));
    CoreGrid grid = extent(config.workers());
    CoreRangeSet taken =
        order == ShardOrientation.ROW_MAJOR
            ? rowMajor(cores, grid)
            : CoreRangeSet.columnMajor(cores, grid.x(), grid.y());
    return sharded(asked, taken, shard(config, sizes), order);
  }

  /** Whether blocks were asked for over one row or column of cores. */
  private static boolean isStrip(MemoryConfig asked, ShardSpec wanted) {
    CoreGrid extent = extent(wanted.grid());
    return asked.memoryLayout() == TensorMemoryLayout.BLOCK_SHARDED
        && (extent.x() == 1 || extent.y() == 1);
  }

  private static TensorMemoryLayout strips(CoreGrid extent) {
    return extent.x() == 1 ? TensorMemoryLayout.HEIGHT_SHARDED : TensorMemoryLayout.WIDTH_SHARDED;
  }

  /** Rows and columns of what a core computes, in elements. */
  private record Extent(int rows, int columns) {}

  private static Extent shard(MatmulProgramConfig config, MatmulSizes sizes) {
    return switch (config) {
      case MultiCore multiCore -> throw new AssertionError("computes single tiles");
      case Blocked blocked -> elements(blocked.perCoreM(), blocked.perCoreN(), sizes);
      case DramSharded dram -> elements(dram.perCoreM(), dram.perCoreN(), sizes);
    };
  }

  private static Extent elements(int rows, int columns, MatmulSizes sizes) {
    return new Extent(
        Math.multiplyExact(rows, sizes.tileHeight()),
        Math.multiplyExact(columns, sizes.tileWidth()));
  }

  private static MemoryConfig sharded(
      MemoryConfig asked, CoreRangeSet grid, Extent shard, ShardOrientation order) {
    return MemoryConfig.sharded(
        asked.memoryLayout(),
        asked.bufferType(),
        new ShardSpec(grid, shard.rows(), shard.columns(), order));
  }
}
