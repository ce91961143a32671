package dev.tilescope.ops.internal.matmul;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.Traffic;
import dev.tilescope.device.Traffic.Route;
import dev.tilescope.device.TransferRates;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.ops.options.MatmulProgramConfig.Blocked;
import dev.tilescope.ops.options.MatmulProgramConfig.DramSharded;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuse;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCastBatchedDramSharded;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCastDramSharded;

/**
 * What the busiest core of a matrix product computes, reads and writes, in tiles. Blocks of A and B
 * that several cores need are read by one of them, which sends them on; it waits once for each
 * block. A tensor that is sharded in L1 is not moved.
 *
 * @param cores that compute
 */
record MatmulTraffic(
    MatmulProgramConfig config,
    MatmulSizes sizes,
    int cores,
    TensorSpec a,
    TensorSpec b,
    TensorSpec result) {
  /** What the NoC of Wormhole carries at once, Blackhole's twice that. */
  private static final long BURST_BYTES = 8192;

  Traffic reads() {
    return switch (config) {
      case MatmulProgramConfig.MultiCore each -> tileByTile();
      case Blocked blocked -> inBlocks(blocked);
      case DramSharded dram -> {
        long tiles = matrices(dram) * sizes.tilesOfK() * columns(dram);
        yield fromBank(tiles * b.dtype().tileBytes());
      }
    };
  }

  /** A reader asks for whole runs of tiles ahead of those that it works on, and never waits. */
  private static Traffic fromBank(long bytes) {
    return new Traffic(Math.ceilDiv(bytes, BURST_BYTES), 1, BURST_BYTES, Route.OWN_BANK);
  }

  /**
   * What DRAM gives more than once: B for each block of rows that a core works on in turn and for
   * each of a batch of A, and what no core sends on to each that needs it.
   */
  long rereadBytes() {
    return switch (config) {
      case MatmulProgramConfig.MultiCore each -> reread(sizes.tilesOfN(), sizes.tilesOfM());
      case MultiCoreReuse reuse ->
          reread(MatmulCores.blocksAcross(reuse, sizes), MatmulCores.blocksDown(reuse, sizes));
      case Blocked blocked -> reread(partsAcross(blocked), partsDown(blocked));
      case DramSharded dram -> 0;
    };
  }

  /**
   * @param timesOfA that each tile of A is read
   */
  private long reread(long timesOfA, long timesOfB) {
    long loops =
        config instanceof Blocked blocked && MatmulCores.fusesBatch(blocked) ? 1 : sizes.batch();
    return again(a, loops * sizes.rowsOfTiles(loops == 1) * sizes.tilesOfK() * timesOfA)
        + again(b, loops * sizes.tilesOfK() * sizes.tilesOfN() * timesOfB);
  }

  private static long again(TensorSpec tensor, long tiles) {
    return tensor.memoryConfig().bufferType().isDram()
        ? Math.max(0, tiles * tensor.dtype().tileBytes() - tensor.bufferBytes())
        : 0;
  }

  private static long partsDown(Blocked config) {
    return Math.ceilDiv(config.perCoreM(), config.blockRows());
  }

  private static long partsAcross(Blocked config) {
    return Math.ceilDiv(config.perCoreN(), config.blockColumns());
  }

  Traffic writes() {
    if (Costs.isInPlace(result)) {
      return Traffic.NONE;
    }
    return switch (config) {
      case MatmulProgramConfig.MultiCore each -> new Traffic(tilesOfCore(), tilesOfCore());
      case Blocked blocked -> {
        long tiles = turns(blocked) * blocked.perCoreM() * blocked.perCoreN();
        long together = (long) blocked.outSubblockH() * blocked.outSubblockW();
        yield new Traffic(tiles, Math.ceilDiv(tiles, together));
      }
      case DramSharded dram -> Traffic.NONE;
    };
  }

  /** Columns of tiles that a reader reads. */
  private long columns(DramSharded config) {
    return switch (config) {
      case MultiCoreReuseMultiCastDramSharded dram -> Math.ceilDiv(sizes.tilesOfN(), cores);
      case MultiCoreReuseMultiCastBatchedDramSharded dram -> dram.perCoreN();
    };
  }

  /** Matrices that a reader multiplies. */
  private long matrices(DramSharded config) {
    return switch (config) {
      case MultiCoreReuseMultiCastDramSharded dram -> 1;
      case MultiCoreReuseMultiCastBatchedDramSharded dram -> Math.ceilDiv(sizes.batch(), cores);
    };
  }

  /** Products of two tiles that the busiest core computes. */
  long tileProducts() {
    long k = sizes.tilesOfK();
    return switch (config) {
      case MatmulProgramConfig.MultiCore each -> tilesOfCore() * k;
      case Blocked blocked -> turns(blocked) * blocked.perCoreM() * blocked.perCoreN() * k;
      case DramSharded dram -> matrices(dram) * dram.perCoreM() * columns(dram) * k;
    };
  }

  /** Cycles of the busiest core. */
  long computeCycles(ComputeKernelConfig compute, boolean hasBias, Architecture architecture) {
    long blocks =
        switch (config) {
          case MatmulProgramConfig.MultiCore each -> 1;
          case Blocked blocked -> Math.ceilDiv(sizes.tilesOfK(), blocked.in0BlockW());
          case DramSharded dram -> Math.ceilDiv(sizes.tilesOfK(), dram.in0BlockW());
        };
    return new ProductCosts(
                architecture,
                compute,
                subblockHeight(),
                subblockWidth(),
                a.dtype().tileBytes(),
                b.dtype().tileBytes(),
                blocks,
                hasBias)
            .cycles(tileProducts(), tileProducts() / Math.max(1, sizes.tilesOfK()))
        + waitCycles(blocks, architecture);
  }

  /** Where weights lie in DRAM shards, each block of A comes from the core that holds it. */
  private long waitCycles(long blocks, Architecture architecture) {
    return config instanceof DramSharded && Costs.isInPlace(a)
        ? blocks * TransferRates.L1_READ.latencyCycles(architecture)
        : 0;
  }

  private int subblockWidth() {
    return config instanceof Blocked blocked ? blocked.outSubblockW() : 1;
  }

  private int subblockHeight() {
    return config instanceof Blocked blocked ? blocked.outSubblockH() : 1;
  }

  /** For each tile of the result a row of A and a column of B, one tile after the other. */
  private Traffic tileByTile() {
    long pages = 2 * tilesOfCore() * sizes.tilesOfK();
    return new Traffic(pages, pages);
  }

  private long tilesOfCore() {
    return Math.ceilDiv(sizes.batch() * sizes.tilesOfM() * sizes.tilesOfN(), cores);
  }

  private Traffic inBlocks(Blocked config) {
    long k = turns(config) * sizes.tilesOfK();
    long down = partsDown(config);
    long across = partsAcross(config);
    long ownA = Costs.isInPlace(a) ? 0 : k * config.perCoreM() * across;
    long ownB = Costs.isInPlace(b) ? 0 : k * config.perCoreN() * down;
    long blocks = Math.ceilDiv(k, config.in0BlockW()) * down * across;
    return switch (config) {
      case MultiCoreReuse reuse -> read(ownA, ownB, blocks, Route.SPREAD);
      case MultiCoreReuseMultiCast cast -> slower(ownA, ownB, blocks, Route.SENT_ON);
      case MultiCoreReuseMultiCast1D cast when cast.mcastIn0() ->
          slower(
              Costs.isInPlace(a) ? 0 : k * sizes.tilesOfM() * across, ownB, blocks, Route.SENT_ON);
      case MultiCoreReuseMultiCast1D cast ->
          slower(ownA, Costs.isInPlace(b) ? 0 : k * sizes.tilesOfN() * down, blocks, Route.SENT_ON);
    };
  }

  /** Of two readers the one with more to read. */
  private Traffic slower(long tilesOfA, long tilesOfB, long blocks, Route route) {
    boolean isA = tilesOfA * a.dtype().tileBytes() > tilesOfB * b.dtype().tileBytes();
    return read(isA ? tilesOfA : 0, isA ? 0 : tilesOfB, blocks, route);
  }

  private Traffic read(long tilesOfA, long tilesOfB, long blocks, Route route) {
    long tiles = tilesOfA + tilesOfB;
    if (tiles == 0) {
      return Traffic.NONE;
    }
    long bytes = tilesOfA * a.dtype().tileBytes() + tilesOfB * b.dtype().tileBytes();
    return new Traffic(tiles, blocks, bytes / tiles, route, isSingleBuffered());
  }

  /** Blocks have room twice only if there are several of K or of the batch. */
  private boolean isSingleBuffered() {
    return config instanceof Blocked blocked
        && sizes.tilesOfK() <= blocked.in0BlockW()
        && (MatmulCores.fusesBatch(blocked) || sizes.batch() == 1);
  }

  /** How many blocks of the result the busiest core computes, one after the other. */
  private long turns(Blocked config) {
    long blocks = MatmulCores.blocksDown(config, sizes) * MatmulCores.blocksAcross(config, sizes);
    long loops = MatmulCores.fusesBatch(config) ? 1 : sizes.batch();
    return loops * Math.ceilDiv(blocks, cores);
  }
}
