package dev.tilescope.analysis;

import dev.tilescope.memory.BankShare;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Report;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TraceEvent.BufferDescription;
import java.util.Map;
import java.util.stream.Collectors;

/** How much of a buffer lies in one bank, by what a report says of its devices. */
record BankShares(Map<Integer, DeviceInfo> devices) {
  static BankShares of(Report report) {
    return new BankShares(
        report.devices().stream()
            .collect(Collectors.toMap(DeviceInfo::deviceId, d -> d, (first, second) -> second)));
  }

  /**
   * @param said of it by the trace; negative if nothing
   */
  long of(BufferDescription buffer, long said, boolean isFromBefore) {
    boolean interleaved =
        buffer.layout() == null || buffer.layout() == TensorMemoryLayout.INTERLEAVED;
    return BankShare.of(
        said,
        buffer.sizeBytes(),
        buffer.pageBytes(),
        interleaved ? banks(buffer.deviceId(), buffer.type().isDram()) : buffer.shardCores(),
        isFromBefore);
  }

  /** 0 if the report does not say. */
  int banks(int deviceId, boolean isDram) {
    DeviceInfo device = devices.get(deviceId);
    return device == null ? 0 : isDram ? device.dramChannels() : device.l1Banks();
  }
}
