package dev.tilescope.device;

import dev.tilescope.device.marker.CoreActivity;
import dev.tilescope.device.marker.FirmwareZones;
import dev.tilescope.device.marker.MarkerMemory;
import dev.tilescope.device.marker.PerfCounters;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.device.marker.RiscMarkers;

/**
 * The markers of a program of the library. Its kernels are not run; a kernel zone lasts as long as
 * the cost model says the program takes. Cores begin a little late and end a little early, the
 * first one excepted.
 */
final class LibraryMarkers {
  private static final int PACK_BYTES_PER_CYCLE = 64;

  private final Program program;
  private final ProgramRun run;
  private final long seed;
  private final CostModel.Cost cost;
  private final PerfCounters counters;
  private final NocSample transfers;
  private final boolean keepsNocEvents;

  /**
   * @param seed of what differs from core to core
   */
  LibraryMarkers(
      Board board,
      ProgramRun run,
      long seed,
      CostModel.Cost cost,
      PerfCounters counters,
      boolean keepsNocEvents) {
    this.program = run.program();
    this.run = run;
    this.seed = seed;
    this.cost = cost;
    this.counters = counters;
    this.transfers = new NocSample(board, program.work());
    this.keepsNocEvents = keepsNocEvents;
  }

  /**
   * @param index of the core in the program
   * @return when the core has done
   */
  long write(MarkerMemory.Core core, int index, long goCycles) {
    long late = lateCycles(index);
    long go = goCycles + late / 2;
    long kernelEnd = kernelEnd(goCycles, late);
    long done = 0;
    for (RiscMarkers risc : core.riscs()) {
      done = Math.max(done, write(risc, index, go, kernelEnd));
    }
    return done;
  }

  private long lateCycles(int index) {
    return index == 0 ? 0 : cost.cycles() - CostModel.cyclesOnCore(cost, seed, index);
  }

  private long kernelEnd(long goCycles, long late) {
    return goCycles + GoSignal.LEAD_CYCLES + cost.cycles() - (late - late / 2);
  }

  /** When a core would be busy, over all its RISCs. */
  CoreSpan span(int index, long goCycles) {
    long late = lateCycles(index);
    long go = goCycles + late / 2;
    long kernelEnd = kernelEnd(goCycles, late);
    int later =
        MarkerMemory.TENSIX.stream()
            .filter(risc -> hasKernel(program, risc))
            .mapToInt(GoSignal::later)
            .min()
            .orElse(0);
    long start = go + GoSignal.LEAD_CYCLES + later;
    return new CoreSpan(
        go, start, Math.max(start, kernelEnd - later), kernelEnd + GoSignal.TAIL_CYCLES);
  }

  private long write(RiscMarkers markers, int index, long go, long kernelEnd) {
    Risc risc = markers.risc();
    int later = GoSignal.later(risc);
    long start = go + GoSignal.LEAD_CYCLES + later;
    markers.begin(run.number(), run.replay(), go + later);
    if (hasKernel(program, risc)) {
      long end = Math.max(start, kernelEnd - later);
      markers.kernelStart(start);
      extras(markers, index, start, end);
      markers.kernelEnd(end);
    }
    long counted = risc == Risc.BRISC ? counters.write(markers, activity(), kernelEnd) : kernelEnd;
    long done = counted + GoSignal.TAIL_CYCLES - later;
    markers.end(done);
    return done;
  }

  private void extras(RiscMarkers markers, int index, long start, long end) {
    switch (markers.risc()) {
      case BRISC, NCRISC -> {
        if (keepsNocEvents) {
          transfers.write(markers, index, start, end);
        }
      }
      case TRISC_0 ->
          markers.addToSum(
              0, FirmwareZones.WAIT_FRONT, Math.max(0, cost.readCycles() - cost.computeCycles()));
      case TRISC_2 ->
          markers.addToSum(
              1,
              FirmwareZones.RESERVE_BACK,
              Math.max(0, cost.writeCycles() - cost.computeCycles()));
      case TRISC_1, ERISC, TENSIX_RISC_AGG -> {}
    }
  }

  static boolean hasKernel(Program program, Risc risc) {
    return switch (risc) {
      case BRISC, ERISC, TENSIX_RISC_AGG -> program.dataMovementKernels() > 0;
      case NCRISC -> program.dataMovementKernels() > 1;
      case TRISC_0, TRISC_1, TRISC_2 -> program.computeKernels() > 0;
    };
  }

  /**
   * The cost model knows one time for the engines: all are taken to be busy for it, but packing.
   */
  private CoreActivity activity() {
    if (program.computeKernels() == 0) {
      return CoreActivity.NONE;
    }
    Work work = program.work();
    long sentBytes = work.writeBytes() / work.cores();
    long busy = cost.computeCycles();
    long pack = Math.min(busy, Math.ceilDiv(sentBytes, PACK_BYTES_PER_CYCLE));
    long idle = cost.cycles() - busy;
    return new CoreActivity(
        cost.cycles(),
        busy,
        busy,
        0,
        pack,
        idle,
        idle,
        cost.cycles() - pack,
        work.readBytes() / work.cores(),
        sentBytes);
  }
}
