package dev.tilescope.device;

import dev.tilescope.device.marker.DeviceProfiling;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs programs on the chips of a device: lets modelled time pass, runs kernels, writes markers,
 * and stops what makes no progress. Adds up what all of it took.
 */
final class ProgramRunner {
  private final MeshDevice device;
  private final Board board;
  private final CostModel costs;
  private final OperationTimeout timeout;
  private final @Nullable FaultInjector faults;
  private final List<ProfiledChip> profiled;
  private volatile @Nullable DeviceTimeoutException hang;
  private long modelledNanos;
  private long idealNanos;
  private long floatingPointOperations;

  ProgramRunner(MeshDevice device, @Nullable FaultInjector faults) {
    this.device = device;
    this.board = device.board();
    this.costs = new CostModel(board);
    this.faults = faults;
    OperationTimeout asked = device.options().operationTimeout();
    this.timeout = asked == null ? OperationTimeout.fromEnvironment(System.getenv()) : asked;
    this.profiled =
        DeviceProfiling.settings().stream().flatMap(settings -> chips(settings).stream()).toList();
  }

  private List<ProfiledChip> chips(DeviceProfiling.Settings settings) {
    List<ProfiledChip> chips = new ArrayList<>();
    for (int chip = 0; chip < device.chipIds().size(); chip++) {
      chips.add(new ProfiledChip(device.chipIds().get(chip), board, settings, faultsOf(chip)));
    }
    return chips;
  }

  List<ProfiledChip> profiled() {
    return profiled;
  }

  CostModel.Cost cost(Program program) {
    return costs.of(program.work(), program.name());
  }

  /** What a program would take that is not run. */
  CostModel.Cost estimate(Program program) {
    CostModel.Cost cost = cost(program);
    account(program, cost);
    return cost;
  }

  /**
   * A program of the library, whose results are computed elsewhere.
   *
   * @param usual what it takes where nothing is wrong
   * @return what it took
   */
  CostModel.Cost run(ProgramRun run, CostModel.Cost usual) {
    hangIfPlanned(run.program());
    long launchedNanos = launchedNanos();
    for (ProfiledChip chip : profiled) {
      chip.run(run, launchedNanos, usual);
    }
    CostModel.Cost cost =
        faults == null ? usual : faults.slowed(usual, run.program().cores(board.compute()).cores());
    account(run.program(), cost);
    return cost;
  }

  private void hangIfPlanned(Program program) {
    FaultPlan.Hang planned = faults == null ? null : faults.nextLaunch(program.name());
    if (faults == null || planned == null) {
      return;
    }
    try {
      faults.hang(planned, program, board, device.chipIds().get(planned.chip()), timeout);
    } catch (DeviceTimeoutException expired) {
      throw unrecoverable(expired);
    }
  }

  /** What became of a program with kernels on all chips. */
  record KernelsRun(Program program, CostModel.Cost cost, KernelRun run) {}

  /** Runs kernels, on every chip. */
  KernelsRun run(DeviceKernels kernels, long number, int replay) {
    Program program = kernels.program();
    ProgramRun asked = new ProgramRun(program, number, replay);
    long launchedNanos = launchedNanos();
    FaultPlan.Hang planned = faults == null ? null : faults.nextLaunch(program.name());
    List<KernelExecution> executions = new ArrayList<>();
    for (int chip = 0; chip < device.chips().size(); chip++) {
      boolean hangs = planned != null && planned.chip() == chip;
      ChipFaults chipFaults = faultsOf(chip).with(hangs ? planned : null);
      executions.add(run(kernels, chip, asked, launchedNanos, chipFaults));
    }
    KernelExecution slowest =
        Collections.max(executions, Comparator.comparingLong(KernelExecution::cycles));
    Program ran = program.withWork(slowest.work());
    CostModel.Cost cost =
        costs.ofRun(
            ran.work(),
            slowest.cycles(),
            slowest.longest(Risc.NCRISC),
            slowest.longest(Risc.BRISC));
    account(ran, cost);
    List<KernelRun.Span> spans = executions.stream().flatMap(KernelExecution::spans).toList();
    return new KernelsRun(ran, cost, new KernelRun(number, cost.cycles(), cost.nanos(), spans));
  }

  private KernelExecution run(
      DeviceKernels kernels,
      int chip,
      ProgramRun asked,
      long launchedNanos,
      ChipFaults chipFaults) {
    ChipMemory memory = device.contents(chip);
    memory.lock().lock();
    try {
      KernelExecution execution =
          kernels.on(
              new LaunchChip(
                  device.chipIds().get(chip),
                  board,
                  device.programs().layout(kernels.cacheKey()),
                  memory,
                  timeout,
                  chipFaults));
      if (profiled.isEmpty()) {
        execution.run(ProfiledChip.unprofiled());
      } else {
        profiled.get(chip).run(execution, asked, launchedNanos);
      }
      return execution;
    } catch (DeviceTimeoutException expired) {
      throw unrecoverable(expired);
    } finally {
      memory.lock().unlock();
    }
  }

  /** The programs of a replay have run. */
  void endReplay(int replay) {
    profiled.forEach(chip -> chip.endReplay(replay));
  }

  private ChipFaults faultsOf(int chip) {
    return faults == null ? ChipFaults.NONE : faults.chip(chip);
  }

  private DeviceTimeoutException unrecoverable(DeviceTimeoutException expired) {
    timeout.announceExpiry();
    hang = expired;
    return expired;
  }

  /** Throws once something has hung. */
  void requireRecoverable() {
    DeviceTimeoutException before = hang;
    if (before != null) {
      throw new TilescopeException(
          device.label()
              + " is unrecoverable since "
              + before.summary()
              + "; close it and open it again",
          before);
    }
  }

  private synchronized void account(Program program, CostModel.Cost cost) {
    modelledNanos += cost.nanos();
    idealNanos += cost.idealNanos();
    floatingPointOperations += program.work().floatingPointOperations();
  }

  private long launchedNanos() {
    return profiled.isEmpty() ? 0 : profiled.getFirst().hostNanos();
  }

  synchronized long modelledNanos() {
    return modelledNanos;
  }

  synchronized long idealNanos() {
    return idealNanos;
  }

  synchronized long floatingPointOperations() {
    return floatingPointOperations;
  }
}
