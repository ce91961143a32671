package dev.tilescope.internal.monitor;

import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.DeviceRef;
import java.util.List;

/**
 * What is published of an open device besides its buffers.
 *
 * @param chipIds the first 64; no board has more
 * @param capacityBytes of each chip, by the order of {@link MemoryFileLayout#REGIONS}
 */
record DeviceFacts(
    int id,
    List<Integer> chipIds,
    String arch,
    int dramChannels,
    long dramBytesPerChannel,
    long l1BytesPerCore,
    long l1BankBytes,
    List<Long> capacityBytes) {
  static DeviceFacts of(DeviceRef device) {
    DeviceInfo info = device.info();
    return new DeviceFacts(
        device.id(),
        device.chipIds().stream().limit(MemoryFileLayout.CHIPS).toList(),
        info.arch(),
        info.dramChannels(),
        info.dramBytesPerChannel(),
        info.workerL1Bytes(),
        info.l1BankBytes(),
        MemoryFileLayout.REGIONS.stream().map(device::capacityBytes).toList());
  }
}
