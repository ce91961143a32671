package dev.tilescope.profile.markers;

import dev.tilescope.device.marker.MarkerWords.Packet;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreCoord;

/** Hears the markers of a chip, RISC by RISC, each RISC's in the order of time. */
interface MarkerSink {
  /** The markers that follow are this RISC's. */
  void stream(CoreCoord physical, Risc risc);

  /**
   * @param programNumber that the run belongs to
   * @param replay counts the replays of traces on the core; 0 outside of any
   * @param data the sum of a ZONE_TOTAL, what a TS_DATA carries, otherwise 0
   * @param moreData the second half of what a TS_DATA_16B carries, otherwise 0
   */
  void marker(
      int programNumber,
      int replay,
      Packet packet,
      int zoneId,
      long cycles,
      long data,
      long moreData);
}
