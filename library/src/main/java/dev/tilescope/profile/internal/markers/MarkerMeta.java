package dev.tilescope.profile.internal.markers;

import dev.tilescope.device.marker.FirmwareZones;
import dev.tilescope.device.marker.MarkerWords.Packet;
import dev.tilescope.device.marker.PerfCounterType;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.device.marker.ZoneLocations;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What the last column of the device log says of a marker: JSON with semicolons in place of commas,
 * or nothing. That of a performance counter is {@code {"counter type":"FPU_COUNTER";"ref
 * cnt":25000;"value":512}}.
 */
final class MarkerMeta {
  private static final int BRISC_FIRMWARE = FirmwareZones.of(Risc.BRISC).firmware();
  private static final int TRACE_FIRMWARE = FirmwareZones.of(Risc.TENSIX_RISC_AGG).firmware();
  private static final byte[] NONE = {};
  private static final byte[] MODELLED = ascii("{\"modelled\":true}");
  private static final long LOW = 0xFFFF_FFFFL;
  private static final long TYPE = 0xFF;

  private MarkerMeta() {}

  static byte[] of(Packet packet, int zoneId, long data, long moreData) {
    return switch (packet) {
      case ZONE_START -> zoneId == BRISC_FIRMWARE || zoneId == TRACE_FIRMWARE ? MODELLED : NONE;
      case TS_DATA_16B -> zoneId == ZoneLocations.PERF_COUNTERS ? counter(data, moreData) : NONE;
      case ZONE_END, ZONE_TOTAL, TS_DATA, TS_EVENT -> NONE;
    };
  }

  /** Nothing for a counter that nobody knows. */
  private static byte[] counter(long data, long moreData) {
    Optional<PerfCounterType> type = PerfCounterType.of(moreData & TYPE);
    return type.isEmpty()
        ? NONE
        : ascii(
            "{\"counter type\":\"%s\";\"ref cnt\":%d;\"value\":%d}"
                .formatted(type.get(), data >>> 32, data & LOW));
  }

  /** What the data column shows: of a performance counter its value alone. */
  static long data(int zoneId, long data) {
    return zoneId == ZoneLocations.PERF_COUNTERS ? data & LOW : data;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
