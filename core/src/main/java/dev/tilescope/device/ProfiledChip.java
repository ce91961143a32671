package dev.tilescope.device;

import dev.tilescope.device.marker.DeviceProfiling;
import dev.tilescope.device.marker.MarkerMemory;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.device.marker.RiscMarkers;
import dev.tilescope.device.marker.ZoneLocations;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import java.util.ArrayList;
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

  private static final int WAIT_FRONT =
      ZoneLocations.idOf(
          "CB-COMPUTE-WAIT-FRONT",
          "tt_metal/hw/ckernels/wormhole_b0/metal/llk_io/llk_io_unpack.h",
          68);
  private static final int RESERVE_BACK =
      ZoneLocations.idOf(
          "CB-COMPUTE-RESERVE-BACK",
          "tt_metal/hw/ckernels/wormhole_b0/metal/llk_io/llk_io_pack.h",
          21);

  private final Board board;
  private final MarkerMemory markers;
  private final ChipClock clock;
  private final @Nullable LongSupplier hostNanos;
  private long freeAtCycles;
  private long runs;

  ProfiledChip(int chipId, Board board, DeviceProfiling.Settings settings) {
    this.board = board;
    this.hostNanos = settings.hostNanos();
    this.clock =
        ChipClock.of(
            chipId,
            board.architecture().clockMhz(),
            hostNanos == null ? System.nanoTime() : hostNanos.getAsLong());
    List<CoreCoord> logical =
        cores(CoreRangeSet.grid(board.compute().width(), board.compute().height()));
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

  void run(Program program, long number, CostModel.Cost cost) {
    markers.write(() -> write(program, number, cost));
  }

  private void write(Program program, long number, CostModel.Cost cost) {
    long start = nextStart();
    runs++;
    CoreRangeSet cores = coresOf(program);
    int index = 0;
    for (CoreRange range : cores.ranges()) {
      for (int x = range.start().x(); x <= range.end().x(); x++) {
        for (int y = range.start().y(); y <= range.end().y(); y++) {
          MarkerMemory.Core core = markers.cores().get(x * board.compute().height() + y);
          write(core, index++, program, number, cost, start);
        }
      }
    }
    freeAtCycles = start + LEAD_CYCLES + cost.cycles() + TAIL_CYCLES;
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
    long late = index == 0 ? 0 : cost.cycles() - CostModel.cyclesOnCore(cost, runs, index);
    long kernelStart = start + LEAD_CYCLES + late / 2;
    long kernelEnd = start + LEAD_CYCLES + cost.cycles() - (late - late / 2);
    for (int i = 0; i < MarkerMemory.TENSIX.size(); i++) {
      RiscMarkers markersOfRisc = core.riscs().get(i);
      Risc risc = markersOfRisc.risc();
      int later = risc == Risc.BRISC ? 0 : HANDOVER_CYCLES * Math.min(i, 2);
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
      markers.addToSum(0, WAIT_FRONT, Math.max(0, cost.readCycles() - cost.computeCycles()));
    } else if (markers.risc() == Risc.TRISC_2) {
      markers.addToSum(1, RESERVE_BACK, Math.max(0, cost.writeCycles() - cost.computeCycles()));
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

  private static List<CoreCoord> cores(CoreRangeSet set) {
    List<CoreCoord> cores = new ArrayList<>(set.size());
    for (CoreRange range : set.ranges()) {
      for (int x = range.start().x(); x <= range.end().x(); x++) {
        for (int y = range.start().y(); y <= range.end().y(); y++) {
          cores.add(new CoreCoord(x, y));
        }
      }
    }
    return cores;
  }
}
