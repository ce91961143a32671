package dev.tilescope.device;

import dev.tilescope.device.FaultPlan.FailedAllocation;
import dev.tilescope.device.FaultPlan.Hang;
import dev.tilescope.device.FaultPlan.SlowCore;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.TilescopeException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Carries out the fault plan of one device: it counts what happens there. */
final class FaultInjector {
  private final FaultPlan plan;
  private final List<ChipFaults> chips;
  private final Map<String, Integer> launches = new HashMap<>();
  private final long[] matches;

  private FaultInjector(FaultPlan plan, Board board) {
    this.plan = plan;
    this.matches = new long[plan.failedAllocations().size()];
    plan.hangs().forEach(hang -> requireChip(hang.chip(), board));
    plan.slowCores().forEach(slow -> requireCore(slow, board));
    this.chips = IntStream.range(0, board.chips()).mapToObj(this::slowedChip).toList();
  }

  /** Null if nothing is to go wrong, so that nothing is paid for it. */
  static @Nullable FaultInjector of(FaultPlan plan, Board board) {
    return plan.equals(FaultPlan.NONE) ? null : new FaultInjector(plan, board);
  }

  private static void requireChip(int chip, Board board) {
    if (chip >= board.chips()) {
      throw new TilescopeException(
          "fault plan: %s has chips 0 to %d, got %d"
              .formatted(board.name(), board.chips() - 1, chip));
    }
  }

  private static void requireCore(SlowCore slow, Board board) {
    requireChip(slow.chip(), board);
    Board.Grid grid = board.compute();
    if (slow.core().x() >= grid.width() || slow.core().y() >= grid.height()) {
      throw new TilescopeException(
          "fault plan: the compute grid of %s is %dx%d, core %s is not in it"
              .formatted(board.name(), grid.width(), grid.height(), slow.core()));
    }
  }

  private ChipFaults slowedChip(int chip) {
    Map<CoreCoord, Double> slowdowns = new HashMap<>();
    for (SlowCore slow : plan.slowCores()) {
      if (slow.isOnChip(chip)) {
        slowdowns.merge(slow.core(), slow.factor(), Math::max);
      }
    }
    return new ChipFaults(slowdowns, null);
  }

  /** What never changes on a chip. */
  ChipFaults chip(int place) {
    return chips.get(place);
  }

  /** Counts a launch; the hang that is planned for it, or null. */
  synchronized @Nullable Hang nextLaunch(String operation) {
    int launch = launches.merge(operation, 1, Integer::sum);
    for (Hang hang : plan.hangs()) {
      if (hang.launch() == launch && hang.operation().equals(operation)) {
        return hang;
      }
    }
    return null;
  }

  /** Counts an allocation; which one it is of those that are to fail, or null. */
  synchronized @Nullable String failureOf(BufferType type, long bytes) {
    String failure = null;
    for (int i = 0; i < matches.length; i++) {
      FailedAllocation planned = plan.failedAllocations().get(i);
      if (planned.describes(type, bytes) && planned.isCount(++matches[i])) {
        failure = "allocation %d of those in %s".formatted(matches[i], planned);
      }
    }
    return failure;
  }

  /** A program of the library, which has no kernels that could wait: its launch does. */
  void hang(Hang hang, Program program, Board board, int chipId, OperationTimeout timeout) {
    List<CoreCoord> cores = program.cores(board.compute()).cores();
    CoreCoord core = hang.core() == null ? cores.getFirst() : hang.core();
    Risc risc = hang.risc() == null ? firstRisc(program) : hang.risc();
    if (!cores.contains(core) || !LibraryMarkers.hasKernel(program, risc)) {
      throw hang.misses(
          "cores are %s, with %d data-movement and %d compute kernels"
              .formatted(cores, program.dataMovementKernels(), program.computeKernels()));
    }
    awaitTimeout(hang, timeout);
    throw DeviceTimeoutException.expired(
        program.name(),
        chipId,
        timeout,
        List.of("core %s %s waits for ever, hung by the fault plan".formatted(core, risc)));
  }

  private static void awaitTimeout(Hang hang, OperationTimeout timeout) {
    try {
      timeout.await(new CountDownLatch(1), () -> 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TilescopeException(
          "interrupted while " + hang.operation() + " hung by the fault plan", e);
    }
  }

  private static Risc firstRisc(Program program) {
    return program.dataMovementKernels() > 1
        ? Risc.NCRISC
        : program.dataMovementKernels() > 0 ? Risc.BRISC : Risc.TRISC_0;
  }

  /** A program is as slow as the slowest of its cores. */
  CostModel.Cost slowed(CostModel.Cost cost, List<CoreCoord> cores) {
    double slowest = 1;
    for (ChipFaults chip : chips) {
      for (CoreCoord core : cores) {
        slowest = Math.max(slowest, chip.slowdown(core));
      }
    }
    return cost.slowed(slowest);
  }
}
