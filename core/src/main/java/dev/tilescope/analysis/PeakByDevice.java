package dev.tilescope.analysis;

import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.BufferDeallocate;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.CircularBufferDeallocateAll;
import dev.tilescope.model.TraceEvent.ProgramMemory;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * For each device the most L1 and DRAM in use at once by whole sizes, as TT-NN counts, who was
 * running then, and what was alive. Whether a program fits is for {@link DevicePeaks} to say.
 *
 * <p>Counts like {@link PeakL1} (buffers by whole size, program memory by its size on one core) but
 * carefully: memory borrowed from a tensor takes none of its own, and a buffer from before the
 * capture, which shows only when it is first used, counts from the beginning. A buffer of a mesh
 * has one event and counts on each of its chips.
 *
 * @param devices by device id; -1 where an older trace does not say
 */
public record PeakByDevice(List<DevicePeak> devices) {
  public PeakByDevice {
    devices = List.copyOf(devices);
  }

  /**
   * @param buffers the peaks of buffers alone, by their type; only of those that the device held
   */
  public record DevicePeak(int deviceId, Peak l1, Peak dram, Map<BufferType, Peak> buffers) {
    public DevicePeak {
      buffers = Map.copyOf(buffers);
    }
  }

  /**
   * @param programBytes the part that is program memory (circular buffers and the like)
   * @param counter the node that first reached the peak; -1 if it stood before the first event
   * @param operationPath the operation of that node, outermost caller first
   * @param live the buffers that make up the rest, oldest first
   */
  public record Peak(
      long bytes,
      long programBytes,
      int counter,
      List<String> operationPath,
      List<LiveBuffer> live) {
    public Peak {
      operationPath = List.copyOf(operationPath);
      live = List.copyOf(live);
    }
  }

  /** A buffer by the counter of the node that stands for it. */
  public record LiveBuffer(int counter, BufferType type, long address, long bytes) {}

  public static PeakByDevice of(Trace trace) {
    BitSet allocated = Buffers.allocatedInCapture(trace);
    Walk peaks = new Walk(trace, allocated);
    for (int i = 0; i < trace.size(); i++) {
      peaks.step(i);
    }
    Map<Integer, List<Meter>> byPosition = new TreeMap<>();
    for (Meters device : peaks.devices.values()) {
      device.all().forEach(m -> byPosition.computeIfAbsent(m.at, _ -> new ArrayList<>()).add(m));
    }
    snapshot(trace, allocated, byPosition);
    CallTree tree = CallTree.of(trace);
    List<DevicePeak> found = new ArrayList<>();
    peaks.devices.forEach((id, m) -> found.add(m.peak(id, trace, tree)));
    return new PeakByDevice(found);
  }

  /** The second walk: stops at every peak and notes what is alive. */
  private static void snapshot(
      Trace trace, BitSet allocated, Map<Integer, List<Meter>> byPosition) {
    Walk walk = new Walk(trace, allocated);
    int next = 0;
    for (Map.Entry<Integer, List<Meter>> stop : byPosition.entrySet()) {
      while (next <= stop.getKey()) {
        walk.step(next++);
      }
      stop.getValue().forEach(meter -> meter.live = walk.liveFor(meter));
    }
  }

  private static final class Meter {
    final int deviceId;
    private final Predicate<BufferType> types;
    long buffers;
    long program;
    long most;
    long mostProgram;
    int at = -1;
    List<LiveBuffer> live = List.of();

    Meter(int deviceId, Predicate<BufferType> types) {
      this.deviceId = deviceId;
      this.types = types;
    }

    void note(int position) {
      if (buffers + program > most) {
        most = buffers + program;
        mostProgram = program;
        at = position;
      }
    }

    boolean counts(BufferDescription buffer) {
      return types.test(buffer.type());
    }

    Peak peak(Trace trace, CallTree tree) {
      if (at < 0) {
        return new Peak(most, mostProgram, -1, List.of(), live);
      }
      int counter = trace.chronological(at).counter();
      Operation operation = tree.enclosing(counter);
      return new Peak(
          most, mostProgram, counter, operation == null ? List.of() : operation.path(), live);
    }
  }

  private record Meters(Meter l1, Meter dram, Map<BufferType, Meter> buffers) {
    static Meters of(int deviceId) {
      Map<BufferType, Meter> buffers = new EnumMap<>(BufferType.class);
      for (BufferType type : BufferType.values()) {
        buffers.put(type, new Meter(deviceId, type::equals));
      }
      return new Meters(
          new Meter(deviceId, BufferType::isL1), new Meter(deviceId, BufferType::isDram), buffers);
    }

    List<Meter> all() {
      List<Meter> all = new ArrayList<>(buffers.values());
      all.add(l1);
      all.add(dram);
      return all;
    }

    DevicePeak peak(int deviceId, Trace trace, CallTree tree) {
      Map<BufferType, Peak> peaks = new EnumMap<>(BufferType.class);
      buffers.forEach((type, meter) -> {
        if (meter.most > 0) {
          peaks.put(type, meter.peak(trace, tree));
        }
      });
      return new DevicePeak(deviceId, l1.peak(trace, tree), dram.peak(trace, tree), peaks);
    }
  }

  private static final class Walk {
    final TreeMap<Integer, Meters> devices = new TreeMap<>();
    private final Trace trace;
    private final LinkedHashMap<Integer, BufferDescription> live = new LinkedHashMap<>();
    private final MeshChips meshes;

    Walk(Trace trace, BitSet allocated) {
      this.trace = trace;
      this.meshes = MeshChips.of(trace);
      for (TraceNode node : trace.nodes()) {
        if (node.event() instanceof TraceEvent.Buffer buffer && !allocated.get(node.counter())) {
          add(node.counter(), buffer.buffer(), -1);
        }
      }
    }

    void step(int position) {
      TraceNode node = trace.chronological(position);
      switch (node.event()) {
        case BufferAllocate a -> add(Buffers.identity(node), a.buffer(), position);
        case BufferDeallocate _ -> remove(Buffers.identity(node), position);
        case ProgramMemory p -> program(p, position);
        case CircularBufferDeallocateAll all -> release(all.deviceId());
        case TraceEvent.MemoryNeutral _ -> {}
      }
    }

    List<LiveBuffer> liveFor(Meter meter) {
      List<LiveBuffer> found = new ArrayList<>();
      live.forEach((counter, b) -> {
        if (meter.counts(b) && meshes.holding(b.deviceId()).contains(meter.deviceId)) {
          found.add(new LiveBuffer(counter, b.type(), b.address(), Buffers.bytes(b)));
        }
      });
      return found;
    }

    private void add(int identity, BufferDescription buffer, int position) {
      if (live.putIfAbsent(identity, buffer) == null) {
        change(buffer, Buffers.bytes(buffer), position);
      }
    }

    private void remove(int identity, int position) {
      BufferDescription buffer = live.remove(identity);
      if (buffer != null) {
        change(buffer, -Buffers.bytes(buffer), position);
      }
    }

    private void change(BufferDescription buffer, long bytes, int position) {
      for (int holder : meshes.holding(buffer.deviceId())) {
        for (Meter meter : device(holder).all()) {
          if (meter.counts(buffer)) {
            meter.buffers += bytes;
            meter.note(position);
          }
        }
      }
    }

    private void program(ProgramMemory memory, int position) {
      Meter meter = device(memory.deviceId()).l1();
      meter.program += memory.borrowed() ? 0 : memory.sizeBytes();
      meter.note(position);
    }

    private void release(int deviceId) {
      if (deviceId >= 0) {
        device(deviceId);
      }
      meshes
          .releasedWith(deviceId, devices.keySet())
          .forEach(released -> device(released).l1().program = 0);
    }

    private Meters device(int id) {
      return devices.computeIfAbsent(id, Meters::of);
    }
  }
}
