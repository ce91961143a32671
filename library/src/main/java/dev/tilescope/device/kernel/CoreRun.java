package dev.tilescope.device.kernel;

import dev.tilescope.device.SparseMemory;
import dev.tilescope.device.marker.CoreActivity;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.TilescopeException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One core while a program runs on it. */
final class CoreRun {
  private final CoreCoord core;
  private final CoreCoord physical;
  private final SparseMemory l1;
  private final Map<Integer, CircularFifo> buffers = new HashMap<>();
  private final Map<Integer, KernelSemaphore> semaphores = new HashMap<>();
  private final Map<Kernel, List<RiscRun>> riscs = new LinkedHashMap<>();
  private final CoreWork work = new CoreWork();

  CoreRun(CoreCoord core, CoreCoord physical, SparseMemory l1) {
    this.core = core;
    this.physical = physical;
    this.l1 = l1;
  }

  void add(int index, CircularFifo buffer) {
    buffers.put(index, buffer);
  }

  void add(int id, KernelSemaphore semaphore) {
    semaphores.put(id, semaphore);
  }

  void add(Kernel kernel, List<RiscRun> runs) {
    riscs.put(kernel, runs);
  }

  /** The RISCs of each kernel. */
  Map<Kernel, List<RiscRun>> riscs() {
    return riscs;
  }

  /** What the engines of the core did, for performance counters. */
  CoreActivity activity() {
    List<RiscRun> compute =
        riscs.values().stream().filter(runs -> runs.size() == 3).findFirst().orElse(List.of());
    return compute.isEmpty()
        ? CoreActivity.NONE
        : new CoreActivity(
            compute.get(1).cycles() - compute.get(1).startCycles(),
            work.unpackCycles,
            work.fpuCycles,
            work.sfpuCycles,
            work.packCycles,
            compute.get(0).waitedCycles(),
            compute.get(1).waitedCycles(),
            compute.get(2).waitedCycles(),
            work.dramReadBytes + work.l1ReadBytes,
            work.dramWriteBytes + work.l1WriteBytes);
  }

  CoreCoord core() {
    return core;
  }

  /** Where it is on NoC 0. */
  CoreCoord physical() {
    return physical;
  }

  SparseMemory l1() {
    return l1;
  }

  CoreWork work() {
    return work;
  }

  CircularFifo buffer(int index) {
    CircularFifo buffer = buffers.get(index);
    if (buffer == null) {
      throw new TilescopeException(
          "core %s has no circular buffer c_%d, only %s; add it to the program for this core"
              .formatted(core, index, names(buffers.keySet().stream().sorted().toList())));
    }
    return buffer;
  }

  KernelSemaphore semaphore(int id) {
    KernelSemaphore semaphore = semaphores.get(id);
    if (semaphore == null) {
      throw new TilescopeException(
          "core %s has no semaphore %d; add it to the program for this core".formatted(core, id));
    }
    return semaphore;
  }

  private static String names(List<Integer> indices) {
    return indices.isEmpty()
        ? "none"
        : String.join(", ", indices.stream().map(index -> "c_" + index).toList());
  }
}
