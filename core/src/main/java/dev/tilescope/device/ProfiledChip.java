package dev.tilescope.device;

import dev.tilescope.device.kernel.KernelExecution;
import dev.tilescope.device.kernel.KernelRun;
import dev.tilescope.device.kernel.KernelStart;
import dev.tilescope.device.marker.DeviceProfiling;
import dev.tilescope.device.marker.FirmwareZones;
import dev.tilescope.device.marker.MarkerMemory;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.device.marker.RiscMarkers;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A chip that writes markers: when programs run on it, and what their kernels put down.
 *
 * <p>Programs run one after the other. Without a host clock each begins a fixed time after the one
 * before it; with one, not before it was launched. A kernel zone lasts as long as the cost model
 * says the program takes; the firmware's zone is a little longer. Cores begin a little late and end
 * a little early, the first one excepted.
 */
public final class ProfiledChip {
  /** From the go signal to the kernel, and from the kernel's end to done. */
  private static final int LEAD_CYCLES = 100;

  private static final int TAIL_CYCLES = 220;

  /** From done to the next go signal. */
  private static final int DISPATCH_CYCLES = 400;

  /** A RISC other than BRISC starts so much later and ends so much earlier. */
  private static final int HANDOVER_CYCLES = 20;

  private static final int JITTER_SEED_STEP = 31;

  private final Board board;
  private final MarkerMemory markers;
  private final ChipClock clock;
  private final @Nullable LongSupplier hostNanos;
  private long freeAtCycles;

  ProfiledChip(int chipId, Board board, DeviceProfiling.Settings settings) {
    this.board = board;
    this.hostNanos = settings.hostNanos();
    this.clock =
        ChipClock.of(
            chipId,
            board.architecture().clockMhz(),
            hostNanos == null ? System.nanoTime() : hostNanos.getAsLong());
    List<CoreCoord> logical =
        CoreRangeSet.grid(board.compute().width(), board.compute().height()).cores();
    this.markers =
        new MarkerMemory(
            chipId, settings.markers(), logical, logical.stream().map(board::physical).toList());
    this.freeAtCycles = clock.cyclesAtOpening();
  }

  public MarkerMemory markers() {
    return markers;
  }

  public ChipClock clock() {
    return clock;
  }

  /** A program of the library: its kernels are not run, but their times are known. */
  void run(Program program, long number, CostModel.Cost cost) {
    markers.write(() -> write(program, number, cost));
  }

  private void write(Program program, long number, CostModel.Cost cost) {
    long start = nextStart();
    int index = 0;
    for (CoreCoord core : coresOf(program).cores()) {
      write(core(core), index++, program, number, cost, start);
    }
    freeAtCycles = start + LEAD_CYCLES + cost.cycles() + TAIL_CYCLES;
  }

  /** A program whose kernels are run, with their own markers. */
  void run(KernelExecution execution, long number) {
    markers.write(() -> write(execution, number));
  }

  private void write(KernelExecution execution, long number) {
    long start = nextStart();
    for (CoreCoord core : execution.program().cores()) {
      core(core).riscs().forEach(risc -> risc.begin(number, 0, start + later(risc.risc())));
    }
    execution.run(new Start(start, this));
    long end = start;
    for (KernelExecution.CoreResult result : execution.results()) {
      end(result, start);
      end = Math.max(end, result.endCycles());
    }
    freeAtCycles = end + TAIL_CYCLES;
  }

  /** BRISC waits for the others before it says that the core has done. */
  private void end(KernelExecution.CoreResult result, long start) {
    for (RiscMarkers risc : core(result.core()).riscs()) {
      long kernelEnd = start + LEAD_CYCLES + later(risc.risc());
      for (KernelRun.Span span : result.spans()) {
        kernelEnd = span.risc() == risc.risc() ? span.endCycles() : kernelEnd;
      }
      risc.end(
          risc.risc() == Risc.BRISC
              ? result.endCycles() + TAIL_CYCLES
              : kernelEnd + HANDOVER_CYCLES);
    }
  }

  /** When kernels start after a go signal, and where their markers go. */
  private record Start(long goCycles, @Nullable ProfiledChip chip) implements KernelStart {
    @Override
    public long kernelCycles(Risc risc) {
      return goCycles + LEAD_CYCLES + later(risc);
    }

    @Override
    public @Nullable RiscMarkers markers(CoreCoord core, Risc risc) {
      return chip == null ? null : chip.core(core).markers(risc);
    }

    @Override
    public boolean keepsNocEvents() {
      return chip != null && chip.markers.options().nocEvents();
    }
  }

  /** On a chip that has no profiler. */
  static KernelStart unprofiled() {
    return new Start(0, null);
  }

  private MarkerMemory.Core core(CoreCoord core) {
    return markers.cores().get(core.x() * board.compute().height() + core.y());
  }

  private static int later(Risc risc) {
    return HANDOVER_CYCLES * Math.min(risc.ordinal(), 2);
  }

  private long nextStart() {
    long start = freeAtCycles + DISPATCH_CYCLES;
    return hostNanos == null ? start : Math.max(start, clock.cycles(hostNanos.getAsLong()));
  }

  private void write(
      MarkerMemory.Core core,
      int index,
      Program program,
      long number,
      CostModel.Cost cost,
      long start) {
    long late =
        index == 0
            ? 0
            : cost.cycles() - CostModel.cyclesOnCore(cost, number * JITTER_SEED_STEP, index);
    long kernelStart = start + LEAD_CYCLES + late / 2;
    long kernelEnd = start + LEAD_CYCLES + cost.cycles() - (late - late / 2);
    for (RiscMarkers markersOfRisc : core.riscs()) {
      Risc risc = markersOfRisc.risc();
      int later = later(risc);
      markersOfRisc.begin(number, 0, kernelStart - LEAD_CYCLES + later);
      if (hasKernel(program, risc)) {
        markersOfRisc.kernelStart(kernelStart + later);
        if (program.computeKernels() > 0) {
          sums(markersOfRisc, cost);
        }
        markersOfRisc.kernelEnd(Math.max(kernelStart + later, kernelEnd - later));
      }
      markersOfRisc.end(kernelEnd + TAIL_CYCLES - later);
    }
  }

  private static void sums(RiscMarkers markers, CostModel.Cost cost) {
    if (markers.risc() == Risc.TRISC_0) {
      markers.addToSum(
          0, FirmwareZones.WAIT_FRONT, Math.max(0, cost.readCycles() - cost.computeCycles()));
    } else if (markers.risc() == Risc.TRISC_2) {
      markers.addToSum(
          1, FirmwareZones.RESERVE_BACK, Math.max(0, cost.writeCycles() - cost.computeCycles()));
    }
  }

  private static boolean hasKernel(Program program, Risc risc) {
    return switch (risc) {
      case BRISC, ERISC, TENSIX_RISC_AGG -> program.dataMovementKernels() > 0;
      case NCRISC -> program.dataMovementKernels() > 1;
      case TRISC_0, TRISC_1, TRISC_2 -> program.computeKernels() > 0;
    };
  }

  /** Where its circular buffers are; a program without any is split over the grid by columns. */
  private CoreRangeSet coresOf(Program program) {
    Board.Grid grid = board.compute();
    for (CircularBuffer buffer : program.circularBuffers()) {
      if (buffer.cores().size() == program.work().cores()) {
        return buffer.cores();
      }
    }
    return CoreRangeSet.columnMajor(
        Math.min(program.work().cores(), grid.size()), grid.width(), grid.height());
  }
}
