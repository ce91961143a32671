package dev.tilescope.analysis;

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

  public DevicePeaks {
    devices = List.copyOf(devices);
  }

  /**
   * @param l1Bytes of a core, for buffers and programs together; -1 if the report does not say
   * @param dramBytes of a bank; -1 if the report does not say
   */
  public record Device(int deviceId, Peaks peaks, long l1Bytes, long dramBytes) {}

  public static DevicePeaks of(Report report) {
    Map<Integer, DeviceInfo> known = new HashMap<>();
    report.devices().forEach(device -> known.put(device.deviceId(), device));
    List<Device> devices = new ArrayList<>();
    new TreeMap<>(AccountWalk.of(report).devices())
        .forEach((id, memory) ->
            devices.add(device(id.intValue(), memory.peaks(), known.get(id.intValue()))));
    return new DevicePeaks(devices);
  }

  private static Device device(int id, Peaks peaks, @Nullable DeviceInfo info) {
    return new Device(
        id,
        peaks,
        info == null ? UNKNOWN : info.l1BankBytes(),
        info == null ? UNKNOWN : info.dramBytesPerChannel());
  }
}
