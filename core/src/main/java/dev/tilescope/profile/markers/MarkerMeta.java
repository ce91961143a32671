package dev.tilescope.profile.markers;

import dev.tilescope.device.marker.FirmwareZones;
import dev.tilescope.device.marker.MarkerWords.Packet;
import dev.tilescope.device.marker.Risc;
import java.nio.charset.StandardCharsets;

/** What the last column of the device log says of a marker. */
final class MarkerMeta {
  private static final int BRISC_FIRMWARE = FirmwareZones.of(Risc.BRISC).firmware();
  private static final byte[] NONE = {};
  private static final byte[] MODELLED = "{\"modelled\":true}".getBytes(StandardCharsets.US_ASCII);

  private MarkerMeta() {}

  static byte[] of(Packet packet, int zoneId, long data, long moreData) {
    return packet == Packet.ZONE_START && zoneId == BRISC_FIRMWARE ? MODELLED : NONE;
  }

  static long data(int zoneId, long data) {
    return data;
  }
}
