package dev.tilescope.analysis;

import dev.tilescope.memory.CoreIndex;
import dev.tilescope.memory.DeviceMemories;
import dev.tilescope.memory.Headline;
import dev.tilescope.memory.Headline.Amount;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Report;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.FunctionStart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether a program fits: the most that was in use of a core's L1 and of a DRAM bank, on each
 * device, against what there is.
 *
 * @param devices by id
 */
public record DevicePeaks(List<Device> devices) {
  private static final long UNKNOWN = -1;
  private static final int NO_MESH = -1;

  public DevicePeaks {
    devices = List.copyOf(devices);
  }

  /**
   * @param headline the same with capacities, and with operations for nodes
   */
  public record Device(Peaks peaks, Headline headline) {
    public int deviceId() {
      return headline.deviceId();
    }
  }

  public List<Headline> headlines() {
    return devices.stream().map(Device::headline).toList();
  }

  public static DevicePeaks of(Report report) {
    Map<Integer, DeviceInfo> known = new HashMap<>();
    report.devices().forEach(device -> known.put(device.deviceId(), device));
    Places places =
        new Places(report.trace(), OperationNumbers.of(report.trace()), new HashMap<>());
    List<Device> devices = new ArrayList<>();
    DeviceMemories account = AccountWalk.of(report);
    new TreeMap<>(account.devices())
        .forEach((id, memory) -> {
          Long mesh = account.meshOf(id);
          DeviceInfo info = known.get(id.intValue());
          int meshId = mesh == null ? NO_MESH : mesh.intValue();
          devices.add(device(id.intValue(), meshId, memory.peaks(), info, places));
        });
    return new DevicePeaks(devices);
  }

  private static Device device(
      int id, int meshId, Peaks peaks, @Nullable DeviceInfo info, Places places) {
    long l1Bytes = info == null ? UNKNOWN : info.l1BankBytes();
    long dramBytes = info == null ? UNKNOWN : info.dramBytesPerChannel();
    return new Device(
        peaks,
        new Headline(
            id,
            meshId,
            places.amount(peaks.l1BytesPerCore(), l1Bytes, peaks.l1Node()),
            peaks.l1ProgramBytes(),
            peaks.l1Core() < 0 ? null : CoreIndex.core(peaks.l1Core()),
            peaks.l1HeadroomBytes() < 0
                ? null
                : places.amount(peaks.l1HeadroomBytes(), UNKNOWN, peaks.l1HeadroomNode()),
            places.amount(peaks.dramBytesPerBank(), dramBytes, peaks.dramNode())));
  }

  private record Places(Trace trace, OperationNumbers numbers, Map<Integer, String> names) {
    Amount amount(long bytes, long capacityBytes, long node) {
      int operation = node < 0 ? 0 : numbers.at((int) node);
      String name = operation == 0 ? "" : names.computeIfAbsent(operation, this::name);
      return new Amount(bytes, capacityBytes, node, operation, name);
    }

    /** An operation begins with its call; one that is no call frees a buffer. */
    private String name(int operation) {
      int first = 0;
      while (numbers.holding(first) != operation) {
        first++;
      }
      return trace.event(first) instanceof FunctionStart start ? start.name() : "ttnn::deallocate";
    }
  }
}
