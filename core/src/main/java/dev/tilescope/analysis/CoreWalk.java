package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.BufferLifetimes.Moment;
import dev.tilescope.analysis.CorePressure.CorePeak;
import dev.tilescope.analysis.CorePressure.DevicePressure;
import dev.tilescope.graph.CallTree;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceNode;
import dev.tilescope.model.TraceNode.CircularBufferDeallocateAll;
import dev.tilescope.model.TraceNode.ProgramMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The walk behind {@link CorePressure}: program memory from the trace, merged in time with the
 * beginnings and ends of L1 buffers.
 */
final class CoreWalk {
  /** Cores beyond this row or column are no real device's; a hostile range ends here. */
  private static final int GRID = 64;

  private final Trace trace;
  private final CallTree tree;
  private final OperationClock clock;
  private final MeshChips meshes;
  private final TreeMap<Integer, DeviceMeter> meters = new TreeMap<>();
  private final Map<CoreRangeSet, int[]> coreIndexes = new HashMap<>();
  private int next;

  CoreWalk(Trace trace, BufferLifetimes buffers) {
    this.trace = trace;
    this.tree = CallTree.of(trace);
    this.clock = buffers.clock();
    this.meshes = MeshChips.of(trace);
    MemoryEvents.visit(
        buffers.lifetimes().stream().filter(l -> l.description().type().isL1()).toList(),
        Lifetime::freedPosition,
        this::bufferEvent);
    programsUntil(trace.size());
  }

  SortedMap<Integer, DeviceMeter> meters() {
    meters.values().forEach(DeviceMeter::settle);
    return meters;
  }

  private void bufferEvent(int position, Lifetime lifetime, boolean begins) {
    programsUntil(position);
    meshes
        .holding(lifetime.description().deviceId())
        .forEach(holder -> device(holder).buffer(lifetime, begins));
  }

  private void programsUntil(int position) {
    for (; next < position; next++) {
      switch (trace.chronological(next)) {
        case ProgramMemory p when !p.borrowed() -> hold(p);
        case CircularBufferDeallocateAll all -> release(all.deviceId());
        case ProgramMemory _,
            TraceNode.BufferEvent _,
            TraceNode.CaptureStart _,
            TraceNode.CaptureEnd _,
            TraceNode.FunctionStart _,
            TraceNode.FunctionEnd _,
            TraceNode.Tensor _,
            TraceNode.Failure _,
            TraceNode.Unknown _ -> {}
      }
    }
  }

  private void hold(ProgramMemory memory) {
    int counter = memory.counter();
    Moment moment = new Moment(counter, next, clock.stepAt(next), tree.enclosing(counter));
    device(memory.deviceId()).hold(memory, indexes(memory.cores()), moment);
  }

  private void release(int deviceId) {
    meshes.releasedWith(deviceId, meters.keySet()).forEach(released -> device(released).release());
  }

  private DeviceMeter device(int id) {
    return meters.computeIfAbsent(id, _ -> new DeviceMeter());
  }

  private int[] indexes(CoreRangeSet cores) {
    return coreIndexes.computeIfAbsent(cores, CoreWalk::indexesOf);
  }

  private static int[] indexesOf(CoreRangeSet cores) {
    List<Integer> indexes = new ArrayList<>();
    for (CoreRange range : cores.ranges()) {
      for (int y = range.start().y(); y <= Math.min(range.end().y(), GRID - 1); y++) {
        for (int x = range.start().x(); x <= Math.min(range.end().x(), GRID - 1); x++) {
          indexes.add(y * GRID + x);
        }
      }
    }
    return indexes.stream().mapToInt(Integer::intValue).toArray();
  }

  static final class DeviceMeter {
    private final BitSet cores = new BitSet();
    private final TreeMap<Long, Integer> bufferAddresses = new TreeMap<>();

    // By core; they grow to the highest one that ran a program.
    private long[] held = new long[0];
    private long[] heldPeak = new long[0];
    private long[] totalPeak = new long[0];

    private long buffers;

    /** The most of {@link #buffers} since the programs last changed, and ever. */
    private long mostBuffers;

    private long mostBuffersEver;
    private long programPeak;
    private @Nullable Moment programPeakAt;
    private long top;
    private long highest;
    private long headroom = -1;
    private @Nullable Moment latest;
    private @Nullable Moment tightest;

    void buffer(Lifetime lifetime, boolean begins) {
      int sign = begins ? 1 : -1;
      buffers += sign * CorePressure.bankBytes(lifetime);
      mostBuffers = Math.max(mostBuffers, buffers);
      mostBuffersEver = Math.max(mostBuffersEver, buffers);
      if (lifetime.hasAddress()) {
        bufferAddresses.merge(
            lifetime.description().address(), sign, (a, b) -> a + b == 0 ? null : a + b);
        noteHeadroom(lifetime.made());
      }
    }

    void hold(ProgramMemory memory, int[] on, Moment at) {
      settle();
      for (int core : on) {
        know(core);
        held[core] += memory.sizeBytes();
        heldPeak[core] = Math.max(heldPeak[core], held[core]);
        totalPeak[core] = Math.max(totalPeak[core], held[core] + buffers);
        if (held[core] > programPeak) {
          programPeak = held[core];
          programPeakAt = at;
        }
      }
      if (memory.address() > 0) {
        top = Math.max(top, memory.address() + memory.sizeBytes());
        highest = Math.max(highest, top);
        latest = at;
        noteHeadroom(at);
      }
    }

    private void know(int core) {
      if (core >= held.length) {
        held = Arrays.copyOf(held, core + 1);
        heldPeak = Arrays.copyOf(heldPeak, core + 1);
        totalPeak = Arrays.copyOf(totalPeak, core + 1);
      }
      if (!cores.get(core)) {
        cores.set(core);
        totalPeak[core] = mostBuffersEver;
      }
    }

    void release() {
      settle();
      Arrays.fill(held, 0);
      top = 0;
    }

    /** Buffers came and went while programs stood still: each core may have a new peak. */
    void settle() {
      for (int core = cores.nextSetBit(0); core >= 0; core = cores.nextSetBit(core + 1)) {
        totalPeak[core] = Math.max(totalPeak[core], held[core] + mostBuffers);
      }
      mostBuffers = buffers;
    }

    private void noteHeadroom(@Nullable Moment at) {
      if (top == 0 || bufferAddresses.isEmpty()) {
        return;
      }
      long between = Math.max(0, bufferAddresses.firstKey() - top);
      if (headroom < 0 || between < headroom) {
        headroom = between;
        tightest = at == null ? latest : at;
      }
    }

    DevicePressure pressure(int deviceId, long limitBytes) {
      List<CorePeak> peaks = new ArrayList<>();
      cores.stream().forEach(c -> peaks.add(new CorePeak(coreOf(c), heldPeak[c], totalPeak[c])));
      return new DevicePressure(
          deviceId, limitBytes, peaks, programPeakAt, highest, headroom, tightest);
    }

    private static CoreCoord coreOf(int index) {
      return new CoreCoord(index % GRID, index / GRID);
    }
  }
}
