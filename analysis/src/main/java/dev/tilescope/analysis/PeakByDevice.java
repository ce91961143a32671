package dev.tilescope.analysis;

import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.ProgramMemory;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.EnumMap;
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
    Walk peaks = new Walk(trace);
    peaks.walk.toEnd();
    Map<Integer, List<Meter>> byPosition = new TreeMap<>();
    for (Meters device : peaks.devices.values()) {
      device.all().forEach(m -> byPosition.computeIfAbsent(m.at, _ -> new ArrayList<>()).add(m));
    }
    snapshot(trace, byPosition);
    CallTree tree = CallTree.of(trace);
    List<DevicePeak> found = new ArrayList<>();
    peaks.devices.forEach((id, m) -> found.add(m.peak(id, trace, tree)));
    return new PeakByDevice(found);
  }

  /** The second walk: stops at every peak and notes what is alive. */
  private static void snapshot(Trace trace, Map<Integer, List<Meter>> byPosition) {
    Walk walk = new Walk(trace);
    int next = 0;
    for (Map.Entry<Integer, List<Meter>> stop : byPosition.entrySet()) {
      while (next <= stop.getKey()) {
        walk.walk.step(next++);
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

  private record Live(int counter, BufferDescription buffer) {}

  private static final class Walk implements MemoryWalk.Visitor<Live> {
    final TreeMap<Integer, Meters> devices = new TreeMap<>();
    final MemoryWalk<Live> walk;
    private final MeshChips meshes;

    Walk(Trace trace) {
      this.meshes = MeshChips.of(trace);
      this.walk = new MemoryWalk<>(trace, this);
    }

    List<LiveBuffer> liveFor(Meter meter) {
      return walk.live().stream()
          .filter(live -> meter.counts(live.buffer))
          .filter(live -> meshes.holding(live.buffer.deviceId()).contains(meter.deviceId))
          .map(live -> {
            BufferDescription b = live.buffer;
            return new LiveBuffer(live.counter, b.type(), b.address(), Buffers.bytes(b));
          })
          .toList();
    }

    @Override
    public Live stood(int counter, BufferDescription buffer) {
      change(buffer, Buffers.bytes(buffer), -1);
      return new Live(counter, buffer);
    }

    @Override
    public Live allocated(TraceNode event, BufferDescription buffer, int position) {
      change(buffer, Buffers.bytes(buffer), position);
      return new Live(Buffers.identity(event), buffer);
    }

    @Override
    public void freed(Live live, TraceNode event, BufferDescription said, int position) {
      change(live.buffer, -Buffers.bytes(live.buffer), position);
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

    @Override
    public void held(TraceNode event, ProgramMemory memory, int position) {
      Meter meter = device(memory.deviceId()).l1();
      meter.program += memory.borrowed() ? 0 : memory.sizeBytes();
      meter.note(position);
    }

    @Override
    public void released(int deviceId, int position) {
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
