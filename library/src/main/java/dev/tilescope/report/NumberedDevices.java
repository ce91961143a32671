package dev.tilescope.report;

import dev.tilescope.model.Changed;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.DeviceTensor;
import dev.tilescope.model.Report;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.TensorDescription;
import dev.tilescope.model.TraceNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Devices by the numbers that a database gives them: those that the report lists from 0, in the
 * order of the driver's ids; others keep their id, and what is without one is on device 0.
 */
public final class NumberedDevices {
  private final Map<Integer, Integer> numbers = new HashMap<>();

  private NumberedDevices(List<DeviceInfo> devices) {
    devices.stream()
        .map(DeviceInfo::deviceId)
        .sorted()
        .distinct()
        .forEach(id -> numbers.put(id, numbers.size()));
  }

  /** The report itself if its devices have these numbers already. */
  public static Report of(Report report) {
    NumberedDevices numbered = new NumberedDevices(report.devices());
    if (numbered.keepsAll(report.trace())) {
      return report;
    }
    List<TraceNode> nodes = report.trace().nodes().stream().map(numbered::renumbered).toList();
    List<DeviceInfo> devices =
        report.devices().stream()
            .map(d -> Changed.with(d, "deviceId", numbered.of(d.deviceId())))
            .toList();
    Report renumbered =
        Changed.with(report, "trace", new Trace(nodes, report.trace().chronology()));
    return Changed.with(renumbered, "devices", devices);
  }

  private boolean keepsAll(Trace trace) {
    return numbers.entrySet().stream().allMatch(e -> e.getKey().equals(e.getValue()))
        && trace.nodes().stream().noneMatch(node -> isWithoutDevice(node.event()));
  }

  private static boolean isWithoutDevice(TraceEvent event) {
    return (event instanceof TraceEvent.BufferEvent buffer && buffer.buffer().deviceId() < 0)
        || (event instanceof TraceEvent.ProgramMemory program && program.deviceId() < 0);
  }

  private int of(int id) {
    return Math.max(0, numbers.getOrDefault(id, id));
  }

  private TraceNode renumbered(TraceNode node) {
    TraceEvent event =
        switch (node.event()) {
          case TraceEvent.Buffer b -> new TraceEvent.Buffer(of(b.buffer()));
          case TraceEvent.BufferAllocate b -> new TraceEvent.BufferAllocate(of(b.buffer()));
          case TraceEvent.BufferDeallocate b -> new TraceEvent.BufferDeallocate(of(b.buffer()));
          case TraceEvent.CircularBufferAllocate c ->
              new TraceEvent.CircularBufferAllocate(
                  of(c.deviceId()), c.address(), c.sizeBytes(), c.cores(), c.borrowed());
          case TraceEvent.DataflowBufferAllocate d ->
              new TraceEvent.DataflowBufferAllocate(
                  of(d.deviceId()), d.address(), d.sizeBytes(), d.cores(), d.borrowed());
          case TraceEvent.ScratchpadAllocate s ->
              new TraceEvent.ScratchpadAllocate(
                  of(s.deviceId()), s.address(), s.sizeBytes(), s.cores());
          case TraceEvent.CircularBufferDeallocateAll all ->
              new TraceEvent.CircularBufferDeallocateAll(
                  all.deviceId() < 0 ? all.deviceId() : of(all.deviceId()));
          case TraceEvent.Tensor t -> new TraceEvent.Tensor(of(t.tensor()));
          case TraceEvent.MemoryNeutral _ -> node.event();
        };
    return new TraceNode(node.counter(), node.level(), node.thread(), node.connections(), event);
  }

  private BufferDescription of(BufferDescription b) {
    return new BufferDescription(
        of(b.deviceId()),
        b.type(),
        b.layout(),
        b.address(),
        b.sizeBytes(),
        b.pageBytes(),
        b.shardCores(),
        b.maxSizePerBankBytes());
  }

  private TensorDescription of(TensorDescription t) {
    return new TensorDescription(
        t.tensorId(),
        t.shape(),
        t.dtype(),
        t.layout(),
        t.memoryConfig(),
        t.sizeBytes(),
        t.deviceId() == null ? null : (Integer) of(t.deviceId()),
        t.address(),
        t.bufferType(),
        t.deviceTensors().stream()
            .map(d -> new DeviceTensor(of(d.deviceId()), of(d.meshDeviceId()), d.address()))
            .toList());
  }
}
