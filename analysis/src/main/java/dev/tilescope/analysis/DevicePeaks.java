package dev.tilescope.analysis;

import dev.tilescope.memory.DeviceMemories;
import dev.tilescope.memory.Headline;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Report;
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
    OperationSteps steps = OperationSteps.of(report);
    List<Device> devices = new ArrayList<>();
    DeviceMemories account = AccountWalk.of(report);
    new TreeMap<>(account.devices())
        .forEach((id, memory) -> {
          Long mesh = account.meshOf(id);
          DeviceInfo info = known.get(id.intValue());
          int meshId = mesh == null ? NO_MESH : mesh.intValue();
          devices.add(device(id.intValue(), meshId, memory.peaks(), info, steps));
        });
    return new DevicePeaks(devices);
  }

  private static Device device(
      int id, int meshId, Peaks peaks, @Nullable DeviceInfo info, OperationSteps steps) {
    long l1Bytes = info == null ? UNKNOWN : info.l1BankBytes();
    long dramBytes = info == null ? UNKNOWN : info.dramBytesPerChannel();
    return new Device(
        peaks,
        peaks.headline(
            id, meshId, l1Bytes, dramBytes, node -> node < 0 ? steps.of(0) : steps.at((int) node)));
  }
}
