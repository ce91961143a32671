package dev.tilescope.store;

import dev.tilescope.report.raw.Param;
import dev.tilescope.report.raw.PythonNumbers;
import dev.tilescope.report.raw.RawNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How much of a buffer lies in one bank, for traces that do not say. */
final class Banks {
  private record Counts(long dramChannels, long l1Banks) {}

  private final Map<Object, Counts> byDevice = new HashMap<>();

  /**
   * @param devices with their final numbers
   */
  Banks(List<Map<Object, @Nullable Object>> devices) {
    for (Map<Object, @Nullable Object> device : devices) {
      byDevice.put(
          Rows.orZero(device, "device_id"),
          new Counts(count(device, "num_dram_channels"), count(device, "l1_num_banks")));
    }
  }

  private static long count(Map<Object, @Nullable Object> device, String key) {
    return device.get(key) == null ? 0 : PythonNumbers.toLong(device.get(key));
  }

  long bytesPerBank(RawNode allocation, long device, long type, NodeReading reading) {
    if (allocation.has(Param.MAX_SIZE_PER_BANK)) {
      return allocation.integer(Param.MAX_SIZE_PER_BANK, 0);
    }
    long size = reading.integerOrZero(allocation, Param.SIZE);
    long page = reading.integerOrZero(allocation, Param.PAGE_SIZE);
    long cores = reading.integerOrZero(allocation, Param.NUM_CORES);
    if (page <= 0 || size <= 0) {
      return size;
    }
    boolean interleaved =
        !allocation.has(Param.LAYOUT) || "INTERLEAVED".equals(allocation.param(Param.LAYOUT));
    long parts = interleaved ? banks(device, type) : cores;
    return parts > 0 ? Math.ceilDiv(size / page, parts) * page : size;
  }

  private long banks(long device, long type) {
    Counts counts = byDevice.get(device);
    return counts == null ? 0 : type == 0 ? counts.dramChannels : counts.l1Banks;
  }
}
