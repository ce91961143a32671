package dev.tilescope.device.kernel;

import dev.tilescope.device.Board;
import dev.tilescope.device.ChipMemory;
import dev.tilescope.device.KernelStart;
import dev.tilescope.device.SparseMemory;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.TilescopeException;
import java.util.LinkedHashMap;
import java.util.Map;

/** One chip while a program runs on it. */
final class ChipRun {
  private final ChipMemory memory;
  private final NocTiming timing;
  private final DramTraffic dram;
  private final boolean keepsNocEvents;
  private final KernelScheduler scheduler;
  private final Map<CoreCoord, CoreRun> cores = new LinkedHashMap<>();

  ChipRun(Board board, ChipMemory memory, KernelStart start, KernelScheduler scheduler) {
    this.scheduler = scheduler;
    this.memory = memory;
    this.timing = new NocTiming(board);
    this.dram = new DramTraffic(board, start.kernelCycles(Risc.BRISC));
    this.keepsNocEvents = start.keepsNocEvents();
  }

  KernelScheduler scheduler() {
    return scheduler;
  }

  ChipMemory memory() {
    return memory;
  }

  NocTiming timing() {
    return timing;
  }

  DramTraffic dram() {
    return dram;
  }

  boolean keepsNocEvents() {
    return keepsNocEvents;
  }

  /** A core that takes part, if only with its memory. */
  CoreRun add(CoreCoord core) {
    return cores.computeIfAbsent(
        core, _ -> new CoreRun(core, timing.board().physical(core), memory.l1(core)));
  }

  CoreRun core(CoreCoord core) {
    CoreRun run = cores.get(core);
    if (run == null) {
      throw new TilescopeException(
          "core %s has no semaphores: no kernel, circular buffer or semaphore of this program is on"
                  .formatted(core)
              + " it");
    }
    return run;
  }

  SparseMemory memory(NocAddress address) {
    return switch (address) {
      case NocAddress.Dram place -> memory.dram(place.bank());
      case NocAddress.L1 place -> memory.l1(place.core());
    };
  }
}
