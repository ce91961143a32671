package dev.tilescope.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The memories of all devices, numbered as they appear. */
final class MemoryLevels {
  /** More than any mesh has; of a damaged file that names more, the rest is not measured. */
  private static final int MAX_DEVICES = 256;

  private final Map<Long, Integer> numbers = new HashMap<>();
  private final List<DeviceLevels> devices = new ArrayList<>();

  /** Does something to a device that is measured. */
  void on(long deviceId, Consumer<DeviceLevels> action) {
    DeviceLevels device = of(deviceId);
    if (device != null) {
      action.accept(device);
    }
  }

  @Nullable DeviceLevels of(long deviceId) {
    Integer number = numbers.get(deviceId);
    if (number == null) {
      if (devices.size() == MAX_DEVICES) {
        return null;
      }
      number = devices.size();
      numbers.put(deviceId, number);
      devices.add(new DeviceLevels());
    }
    return devices.get(number);
  }

  /** By number. */
  List<DeviceLevels> devices() {
    return devices;
  }

  /** Nobody will ask about what was before. */
  void forget() {
    for (DeviceLevels device : devices) {
      device.l1.forget();
      device.dram.forget();
    }
  }
}
