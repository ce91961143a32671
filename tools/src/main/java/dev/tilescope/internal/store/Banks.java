package dev.tilescope.internal.store;

import dev.tilescope.memory.BankShare;
import dev.tilescope.report.internal.Param;
import dev.tilescope.report.internal.PythonNumbers;
import dev.tilescope.report.internal.RawNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How much of a buffer lies in one bank, for traces that do not say. */
final class Banks {
  private record Counts(
      long dramChannels,
      long l1Banks,
      @Nullable Long dramChannelBytes,
      @Nullable Long l1BankBytes) {}

  private final Map<Object, Counts> byDevice = new HashMap<>();

  /**
   * @param devices with their final numbers
   */
  Banks(List<Map<Object, @Nullable Object>> devices) {
    for (Map<Object, @Nullable Object> device : devices) {
      byDevice.put(
          RowSink.orZero(device, "device_id"),
          new Counts(
              count(device, "num_dram_channels"),
              count(device, "l1_num_banks"),
              size(device, "dram_size_per_channel"),
              size(device, "l1_bank_size")));
    }
  }

  private static long count(Map<Object, @Nullable Object> device, String key) {
    return device.get(key) == null ? 0 : PythonNumbers.toLong(device.get(key));
  }

  private static @Nullable Long size(Map<Object, @Nullable Object> device, String key) {
    return device.get(key) instanceof Long bytes && bytes > 0 ? bytes : null;
  }

  /** What there is of L1 on a core; null if the report does not say. */
  @Nullable Long l1BankBytes(long device) {
    Counts counts = byDevice.get(device);
    return counts == null ? null : counts.l1BankBytes;
  }

  /** What there is of a bank of DRAM; null if the report does not say. */
  @Nullable Long dramChannelBytes(long device) {
    Counts counts = byDevice.get(device);
    return counts == null ? null : counts.dramChannelBytes;
  }

  /** As TT-NN's importer has it: the whole size where the pages are not known. */
  long bytesPerBank(RawNode buffer, long device, long type, NodeReading reading) {
    boolean isKnown =
        buffer.has(Param.MAX_SIZE_PER_BANK) || reading.integerOrZero(buffer, Param.PAGE_SIZE) > 0;
    return isKnown
        ? share(buffer, device, type, reading, false)
        : reading.integerOrZero(buffer, Param.SIZE);
  }

  /** The same, but a part also of what has no pages. */
  long share(RawNode buffer, long device, long type, NodeReading reading, boolean isFromBefore) {
    boolean interleaved =
        !buffer.has(Param.LAYOUT) || "INTERLEAVED".equals(buffer.param(Param.LAYOUT));
    return BankShare.of(
        buffer.has(Param.MAX_SIZE_PER_BANK) ? buffer.integer(Param.MAX_SIZE_PER_BANK, 0) : -1,
        reading.integerOrZero(buffer, Param.SIZE),
        reading.integerOrZero(buffer, Param.PAGE_SIZE),
        interleaved ? banks(device, type) : reading.integerOrZero(buffer, Param.NUM_CORES),
        isFromBefore);
  }

  private long banks(long device, long type) {
    Counts counts = byDevice.get(device);
    return counts == null ? 0 : type == 0 ? counts.dramChannels : counts.l1Banks;
  }
}
