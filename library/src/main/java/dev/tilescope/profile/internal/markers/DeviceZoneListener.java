package dev.tilescope.profile.internal.markers;

/**
 * Hears the zones of devices in the order of their log: by device, core and RISC, each RISC's in
 * that of time.
 */
public interface DeviceZoneListener {
  /**
   * What a zone ran for.
   *
   * @param operation as reports count them; 0 for none
   * @param traceId of the trace that was replayed, or {@link #NONE}
   * @param session which replay of it, from 1, or {@link #NONE}
   */
  record Run(long operation, long traceId, long session) {
    public static final long NONE = -1;

    public boolean isReplay() {
      return traceId != NONE;
    }
  }

  /** Comes before the first zone of a RISC. */
  void risc(int device, int x, int y, String risc);

  void begin(String name, long cycles, Run run);

  void end(long cycles);
}
