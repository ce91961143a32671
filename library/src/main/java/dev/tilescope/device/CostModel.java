package dev.tilescope.device;

import dev.tilescope.device.Traffic.Route;

/**
 * How long a program takes on the modelled device. Nothing is measured here: times follow from
 * sizes and the board's figures alone, and every report that shows them says that they are
 * modelled.
 *
 * <p>A program's cores read, compute and write at the same time, so the slowest of these decides,
 * after a fixed cost of launching; what was read last is then still to be written. A matrix product
 * writes its result when it has it.
 *
 * <pre>
 * cycles      = launch + max(compute, read, write) + last page
 *               launch + max(compute, read) + write                    of a matrix product
 * read, write = waits x latency + pages x (issue + page bytes / rate)  of the busiest core, but
 *               no less than what all cores share: DRAM banks, the NoC
 * </pre>
 *
 * <p>The constants are those that real Blackhole boards show in their profiles, where they show
 * any; docs/device-model.md says how near that comes. The ideal figures are those of TT-NN's
 * performance model, which fills the PM columns of its profiler reports. The modelled time is never
 * below the ideal one, so no utilisation exceeds 100 %.
 */
public final class CostModel {
  /** Cores start up to so many cycles earlier or later than each other. */
  private static final int JITTER_CYCLES = 100;

  private static final double DRAM_EFFICIENCY = 0.9;

  /** What a core spends on asking for a page, and on passing it on. */
  private static final int ISSUE_CYCLES = 65;

  /** TT-NN counts peak bandwidth in units of 2^30 bytes. */
  private static final double PEAK_UNIT_BYTES = 1L << 30;

  private static final double NANOS_PER_SECOND = 1e9;
  private final Board board;
  private final Architecture architecture;
  private volatile DeviceRates rates;

  CostModel(Board board) {
    this.board = board;
    this.architecture = board.architecture();
    this.rates = DeviceRates.of(CostConstants.inUse(), architecture);
  }

  /**
   * How long it takes.
   *
   * @param cycles from launch to end
   * @param nanos the same at the board's clock
   * @param readCycles of the data-movement kernel that reads
   * @param writeCycles of the data-movement kernel that writes
   * @param idealComputeNanos with all engines busy all the time
   * @param idealBandwidthNanos at peak DRAM bandwidth
   */
  public record Cost(
      long cycles,
      long nanos,
      long readCycles,
      long computeCycles,
      long writeCycles,
      long idealComputeNanos,
      long idealBandwidthNanos) {
    /** On cores or boards that take so many times as long; what would be ideal stays. */
    Cost slowed(double factor) {
      return factor == 1
          ? this
          : new Cost(
              Math.round(cycles * factor),
              Math.round(nanos * factor),
              Math.round(readCycles * factor),
              Math.round(computeCycles * factor),
              Math.round(writeCycles * factor),
              idealComputeNanos,
              idealBandwidthNanos);
    }

    long idealNanos() {
      return Math.max(idealComputeNanos, idealBandwidthNanos);
    }
  }

  /** On the board whose factors were fitted, if any were. */
  Cost of(Work work, String deviceOperation) {
    return of(work).slowed(CostConstants.inUse().factorOf(deviceOperation, architecture));
  }

  Cost of(Work work) {
    long read = transferCycles(work.reads(), work, work.readsDram(), TransferRates.L1_READ);
    long write = transferCycles(work.writes(), work, work.writesDram(), TransferRates.L1_WRITE);
    long moving = work.writesLast() ? inTurn(work, read, write) : atOnce(work, read, write);
    long ideal = cycles((double) idealBandwidthNanos(work));
    return ofRun(work, launchCycles(work) + Math.max(moving, ideal), read, write);
  }

  private long launchCycles(Work work) {
    return cycles(rates().launchNanos() + (work.inputs() - 1) * rates().inputNanos());
  }

  private DeviceRates rates() {
    CostConstants now = CostConstants.inUse();
    DeviceRates known = rates;
    if (known.from() != now) {
      known = DeviceRates.of(now, architecture);
      rates = known;
    }
    return known;
  }

  private long inTurn(Work work, long read, long write) {
    long compute = work.computeCyclesPerCore();
    long firstBlock = Math.min(read, compute) / work.reads().parts();
    long until = max(read, compute, sharedReadCycles(work)) + firstBlock;
    return Math.max(until + Math.max(write, sharedWriteCycles(work)), dramCycles(work));
  }

  private long atOnce(Work work, long read, long write) {
    long shared = max(sharedReadCycles(work), sharedWriteCycles(work), dramCycles(work));
    long compute = work.computeCyclesPerCore();
    long slowest = max(read, compute, write);
    return Math.max(slowest, shared) + (read + compute + write - slowest) / work.stages();
  }

  private static long max(long a, long b, long c) {
    return Math.max(a, Math.max(b, c));
  }

  /**
   * The cost of a program that took what it took.
   *
   * @param cycles from the start of the first kernel to the end of the last
   */
  Cost ofRun(Work work, long cycles, long readCycles, long writeCycles) {
    long idealComputeNanos = Math.max(1, nanos(work.idealComputeCycles()));
    long idealBandwidthNanos = idealBandwidthNanos(work);
    return new Cost(
        cycles,
        Math.max(nanos(cycles), Math.max(idealComputeNanos, idealBandwidthNanos)),
        readCycles,
        work.computeCyclesPerCore(),
        writeCycles,
        idealComputeNanos,
        idealBandwidthNanos);
  }

  /** What one DRAM bank can give or take in a cycle, in bytes. */
  public static double dramBankBytesPerCycle(Board board) {
    Architecture architecture = board.architecture();
    double peakBytesPerNano =
        architecture.peakDramGigabytesPerSecond() * PEAK_UNIT_BYTES / NANOS_PER_SECOND;
    double bytesPerNano = peakBytesPerNano * DRAM_EFFICIENCY;
    return bytesPerNano / architecture.dramBanks() * (1000.0 / architecture.clockMhz());
  }

  /**
   * The cycles that one core of the program was busy: a little less than all of it, by an amount
   * that depends on the seed and the core only, and never less than the work itself.
   */
  static long cyclesOnCore(Cost cost, long seed, int core) {
    long mixed = (seed * 0x9E37_79B9_7F4A_7C15L + core + 1) * 0xBF58_476D_1CE4_E5B9L;
    return cost.cycles - Math.floorMod(mixed ^ (mixed >>> 31), JITTER_CYCLES);
  }

  private long transferCycles(Traffic traffic, Work work, boolean dram, TransferRates l1) {
    long pageBytes = traffic.pageBytes() > 0 ? traffic.pageBytes() : work.transactionBytes();
    DeviceRates.Way way = l1 == TransferRates.L1_READ ? rates().read() : rates().write();
    long waits = dram ? cycles(way.waitNanos()) : l1.latencyCycles(architecture);
    double perPage = dram ? dramPageCycles(way, traffic, pageBytes) : l1PageCycles(l1, pageBytes);
    double sent =
        traffic.route() == Route.SENT_ON ? pageBytes / rates().multicastBytesPerNano() : 0;
    return traffic.waits() * waits
        + cycles((double) traffic.queuedNanos())
        + Math.round(traffic.pages() * perPage)
        + cycles(traffic.pages() * sent);
  }

  private double l1PageCycles(TransferRates path, long bytes) {
    return ISSUE_CYCLES + bytes / path.gigabytesPerSecond(architecture, bytes) * clockGhz();
  }

  /** Small pages take as long as asking for them. */
  private double dramPageCycles(DeviceRates.Way way, Traffic traffic, long bytes) {
    double sending = bytes / way.rate(traffic.route()) * clockGhz();
    return Math.max(rates().pageCycles(), sending);
  }

  private double clockGhz() {
    return architecture.clockMhz() / 1000.0;
  }

  /** What all cores together can read: banks send so much into the NoC, and it carries so much. */
  private long sharedReadCycles(Work work) {
    if (work.reads().route() == Route.OWN_BANK) {
      return 0;
    }
    return work.readsDram()
        ? cycles(readFromDram(work) / rates().read().all())
        : nocCycles(work.readBytes());
  }

  private static double readFromDram(Work work) {
    return (double) work.readBytes() + work.rereadBytes();
  }

  private long sharedWriteCycles(Work work) {
    return work.writesDram()
        ? cycles(work.writeBytes() / rates().write().all())
        : nocCycles(work.writeBytes());
  }

  private long nocCycles(long bytes) {
    int bytesPerNano =
        switch (architecture) {
          case GRAYSKULL, WORMHOLE_B0 -> 32;
          case BLACKHOLE -> 50;
        };
    int links = board.compute().width() + board.compute().height();
    return cycles((double) bytes / (bytesPerNano * links));
  }

  private long dramCycles(Work work) {
    double bytes =
        (work.readsDram() && work.reads().route() != Route.OWN_BANK ? readFromDram(work) : 0)
            + (work.writesDram() ? (double) work.writeBytes() : 0);
    return cycles(bytes / rates().dramBytesPerNano());
  }

  /** The slower of reading and writing; a transfer within L1 counts as one nanosecond. */
  private long idealBandwidthNanos(Work work) {
    long read = work.readsDram() ? (long) peakDramNanos((double) work.readBytes()) : 1;
    long write = work.writesDram() ? (long) peakDramNanos((double) work.writeBytes()) : 1;
    return Math.max(1, Math.max(read, write));
  }

  private double peakDramNanos(double bytes) {
    return bytes / architecture.peakDramGigabytesPerSecond() / PEAK_UNIT_BYTES * NANOS_PER_SECOND;
  }

  /**
   * How long bytes take over one Ethernet link of 12.5 GB/s (Blackhole: 25), after a latency for
   * each hop, by TT-NN's own model of its collectives.
   *
   * @return cycles of the cores' clock
   */
  public static long linkCycles(Board board, long bytes, int hops) {
    Architecture architecture = board.architecture();
    double nanos =
        switch (architecture) {
          case GRAYSKULL, WORMHOLE_B0 -> bytes / 12.5 + hops * 711.0;
          case BLACKHOLE -> bytes / 25.0 + hops * 515.0;
        };
    return (long) Math.ceil(nanos * architecture.clockMhz() / 1000);
  }

  private long cycles(double nanos) {
    return (long) Math.ceil(nanos * architecture.clockMhz() / 1000);
  }

  private long nanos(long cycles) {
    return (long) Math.ceil(cycles * 1000.0 / architecture.clockMhz());
  }
}
