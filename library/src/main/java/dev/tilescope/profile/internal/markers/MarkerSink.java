package dev.tilescope.profile.internal.markers;

import dev.tilescope.device.marker.MarkerWords.Packet;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreCoord;
import java.io.IOException;

/**
 * Makes a log of the markers of a chip. It hears them read by read: RISC by RISC, each RISC's in
 * the order of time, and then that the read is over.
 */
interface MarkerSink {
  /** The markers that follow are this RISC's. */
  void stream(CoreCoord physical, Risc risc) throws IOException;

  /**
   * @param programNumber that the run belongs to; 0 on a core that dispatches
   * @param replay of a trace that the run belongs to
   * @param data the sum of a ZONE_TOTAL, what a TS_DATA carries, otherwise 0
   * @param moreData the second half of what a TS_DATA_16B carries, otherwise 0
   */
  void marker(
      int programNumber,
      Replay replay,
      Packet packet,
      int zoneId,
      long cycles,
      long data,
      long moreData)
      throws IOException;

  /** All of a read was heard: it can be written. */
  void endOfRead() throws IOException;
}
