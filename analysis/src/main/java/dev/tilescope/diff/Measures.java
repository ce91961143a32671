package dev.tilescope.diff;

import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.BufferDeallocate;
import dev.tilescope.model.TraceEvent.BufferEvent;
import dev.tilescope.model.TraceEvent.CircularBufferDeallocateAll;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceEvent.ProgramMemory;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one operation cost, with all it called.
 *
 * @param l1Bytes the most by which L1 buffers grew above what was there as it began
 * @param dramBytes the same for DRAM
 * @param buffers how many it allocated
 * @param programBytes the most that its programs' circular buffers took of one core
 * @param hostNanos real time
 * @param modelledNanos of all programs, from the cost model, by device operation
 */
public record Measures(
    long l1Bytes,
    long dramBytes,
    int buffers,
    long programBytes,
    long hostNanos,
    Map<String, Long> modelledNanos) {
  public Measures {
    modelledNanos = Map.copyOf(modelledNanos);
  }

  public long deviceNanos() {
    return modelledNanos.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Times differ from run to run. */
  Measures withoutTime() {
    return new Measures(l1Bytes, dramBytes, buffers, programBytes, 0, Map.of());
  }

  /** One for each operation that the program itself called, in the order of the nodes. */
  static List<Measures> ofRoots(Trace trace, CallTree tree) {
    List<Measures> all = new ArrayList<>();
    Walk walk = new Walk();
    List<Operation> roots = tree.roots();
    int counter = 0;
    for (int i = 0; i < roots.size(); i++) {
      int end = i + 1 < roots.size() ? roots.get(i + 1).start().counter() : trace.size();
      for (; counter < roots.get(i).start().counter(); counter++) {
        walk.add(trace.node(counter), trace);
      }
      walk.begin();
      int last = lastOf(roots.get(i), end);
      for (; counter <= last; counter++) {
        walk.add(trace.node(counter), trace);
      }
      all.add(walk.measures(roots.get(i)));
    }
    return all;
  }

  private static int lastOf(Operation operation, int next) {
    TraceNode end = operation.end();
    return end == null ? next - 1 : end.counter();
  }

  private static final class Walk {
    private long l1;
    private long dram;
    private long program;
    private long l1Most;
    private long dramMost;
    private long programMost;
    private int buffers;
    private final Map<String, Long> modelledNanos = new HashMap<>();

    void begin() {
      l1 = 0;
      dram = 0;
      l1Most = 0;
      dramMost = 0;
      programMost = 0;
      buffers = 0;
      modelledNanos.clear();
    }

    void add(TraceNode node, Trace trace) {
      switch (node.event()) {
        case BufferAllocate a -> {
          buffers++;
          change(a.buffer().type(), Math.max(0, a.buffer().sizeBytes()));
        }
        case BufferDeallocate _ -> release(node, trace);
        case ProgramMemory p -> {
          program += p.borrowed() ? 0 : p.sizeBytes();
          programMost = Math.max(programMost, program);
        }
        case CircularBufferDeallocateAll _ -> program = 0;
        case FunctionEnd end -> {
          if (end.modelledDeviceNanos() > 0) {
            modelledNanos.merge(end.name(), end.modelledDeviceNanos(), Long::sum);
          }
        }
        case TraceEvent.MemoryNeutral _ -> {}
      }
    }

    /** By what its buffer's node says: older traces write size 0 on the deallocation itself. */
    private void release(TraceNode node, Trace trace) {
      if (!node.connections().isEmpty()
          && trace.event(node.connections().get(0)) instanceof BufferEvent of) {
        change(of.buffer().type(), -Math.max(0, of.buffer().sizeBytes()));
      }
    }

    private void change(BufferType type, long bytes) {
      if (type.isL1()) {
        l1 += bytes;
        l1Most = Math.max(l1Most, l1);
      } else if (type.isDram()) {
        dram += bytes;
        dramMost = Math.max(dramMost, dram);
      }
    }

    Measures measures(Operation operation) {
      return new Measures(
          l1Most, dramMost, buffers, programMost, operation.durationNanos(), modelledNanos);
    }
  }
}
