package dev.tilescope.device;

import dev.tilescope.device.marker.ChipTime;
import dev.tilescope.device.marker.DeviceProfiling;
import dev.tilescope.device.marker.MarkerMemory;
import dev.tilescope.device.marker.MarkerOptions;
import dev.tilescope.device.marker.PerfCounters;
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
 * before it; with one, not before it was launched. The firmware's zone of a RISC is a little longer
 * than its kernel's. Kernels of the library are {@link LibraryMarkers}; those of a {@code
 * KernelProgram} are run, and write their own.
 */
public final class ProfiledChip {
  private final Board board;
  private final MarkerMemory markers;
  private final ChipClock clock;
  private final @Nullable LongSupplier hostNanos;
  private final PerfCounters counters;
  private final @Nullable DispatchMarkers dispatch;
  private final ChipTime time;
  private final ChipFaults faults;

  /** Null if the runs of programs are profiled. */
  private final @Nullable WholeReplays replays;

  private long runs;

  ProfiledChip(int chipId, Board board, DeviceProfiling.Settings settings, ChipFaults faults) {
    this.board = board;
    this.faults = faults;
    this.hostNanos = settings.hostNanos();
    this.time = settings.timeOf(chipId);
    this.clock = ChipClock.of(chipId, board.architecture().clockMhz(), time.firstOpenedNanos());
    MarkerOptions options = settings.markers();
    this.markers = memory(chipId, board, options);
    this.counters =
        new PerfCounters(options.counterGroups(), board.architecture() == Architecture.BLACKHOLE);
    int workers = board.compute().size();
    this.dispatch =
        options.dispatchCores()
            ? new DispatchMarkers(markers.cores().subList(workers, markers.cores().size()))
            : null;
    this.replays =
        options.mode() == MarkerOptions.Mode.TRACES
            ? new WholeReplays(core -> core(core).riscs().getFirst(), time)
            : null;
    time.busyUntil(clock.cyclesAtOpening());
  }

  private static MarkerMemory memory(int chipId, Board board, MarkerOptions options) {
    List<CoreCoord> logical =
        CoreRangeSet.grid(board.compute().width(), board.compute().height()).cores();
    return new MarkerMemory(
        chipId,
        options,
        logical,
        logical.stream().map(board::physical).toList(),
        options.dispatchCores() ? DispatchMarkers.cores(board) : List.of());
  }

  public MarkerMemory markers() {
    return markers;
  }

  public ChipClock clock() {
    return clock;
  }

  /** What the host's clock shows now; 0 if device time does not depend on it. */
  long hostNanos() {
    return hostNanos == null ? 0 : hostNanos.getAsLong();
  }

  /**
   * A program of the library.
   *
   * @param launchedNanos by the host's clock, the same for all chips of a mesh
   */
  void run(ProgramRun run, long launchedNanos, CostModel.Cost cost) {
    markers.writeTimed(() -> write(run, launchedNanos, cost));
  }

  private void write(ProgramRun run, long launchedNanos, CostModel.Cost cost) {
    long go = go(run.number(), launchedNanos);
    LibraryMarkers usual = library(run, ++runs, cost);
    int index = 0;
    for (CoreCoord core : run.program().cores(board.compute()).cores()) {
      double slowdown = faults.slowdown(core);
      LibraryMarkers library = slowdown == 1 ? usual : library(run, runs, cost.slowed(slowdown));
      time.busyUntil(write(library, run, core, index++, go));
    }
  }

  private long write(LibraryMarkers library, ProgramRun run, CoreCoord core, int index, long go) {
    if (replays == null) {
      return core(core).pushIfNearlyFull(library.write(core(core), index, go));
    }
    CoreSpan span = library.span(index, go);
    replays.ran(run, core, span);
    return span.firmwareEnd();
  }

  /** The programs of a replay have run. */
  void endReplay(int replay) {
    if (replays != null) {
      WholeReplays whole = replays;
      markers.write(() -> whole.end(replay));
    }
  }

  private LibraryMarkers library(ProgramRun run, long seed, CostModel.Cost cost) {
    boolean keepsNocEvents = markers.options().nocEvents();
    return new LibraryMarkers(board, run, seed, cost, counters, keepsNocEvents);
  }

  /** A program whose kernels are run. */
  void run(KernelExecution execution, ProgramRun run, long launchedNanos) {
    markers.write(() -> write(execution, run, launchedNanos));
  }

  private void write(KernelExecution execution, ProgramRun run, long launchedNanos) {
    long go = go(run.number(), launchedNanos);
    if (replays != null) {
      runWhole(replays, execution, run, go);
      return;
    }
    for (CoreCoord core : execution.cores()) {
      for (RiscMarkers risc : core(core).riscs()) {
        risc.begin(run.number(), run.replay(), go + GoSignal.later(risc.risc()));
      }
    }
    execution.run(new Start(go, this));
    for (KernelExecution.CoreResult result : execution.results()) {
      time.busyUntil(core(result.core()).pushIfNearlyFull(end(result, go)));
    }
  }

  /** Kernels write no markers of their own. */
  private void runWhole(WholeReplays whole, KernelExecution execution, ProgramRun run, long go) {
    execution.run(new Start(go, null));
    for (KernelExecution.CoreResult result : execution.results()) {
      CoreSpan span = span(result, go);
      whole.ran(run, result.core(), span);
      time.busyUntil(span.firmwareEnd());
    }
  }

  private static CoreSpan span(KernelExecution.CoreResult result, long go) {
    long start = result.spans().stream().mapToLong(KernelRun.Span::startCycles).min().orElse(go);
    return new CoreSpan(go, start, result.endCycles(), result.endCycles() + GoSignal.TAIL_CYCLES);
  }

  /** BRISC waits for the others and reads the counters before it says that the core has done. */
  private long end(KernelExecution.CoreResult result, long go) {
    MarkerMemory.Core core = core(result.core());
    RiscMarkers brisc = core.markers(Risc.BRISC);
    long done = counters.write(brisc, result.activity(), result.endCycles()) + GoSignal.TAIL_CYCLES;
    for (RiscMarkers risc : core.riscs()) {
      int later = GoSignal.later(risc.risc());
      risc.end(risc == brisc ? done : kernelEnd(result, risc.risc(), go) + later);
    }
    return done;
  }

  private static long kernelEnd(KernelExecution.CoreResult result, Risc risc, long go) {
    for (KernelRun.Span span : result.spans()) {
      if (span.risc() == risc) {
        return span.endCycles();
      }
    }
    return go + GoSignal.LEAD_CYCLES + GoSignal.later(risc);
  }

  /** The next go signal; what the dispatching cores do comes before it. */
  private long go(long number, long launchedNanos) {
    long soonest = time.freeAtCycles() + GoSignal.DISPATCH_CYCLES;
    long go = hostNanos == null ? soonest : Math.max(soonest, clock.cycles(launchedNanos));
    if (dispatch != null) {
      dispatch.write(number, go);
    }
    return go;
  }

  /** When kernels start after a go signal, and where their markers go. */
  private record Start(long goCycles, @Nullable ProfiledChip chip) implements KernelStart {
    @Override
    public long kernelCycles(Risc risc) {
      return goCycles + GoSignal.LEAD_CYCLES + GoSignal.later(risc);
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
}
