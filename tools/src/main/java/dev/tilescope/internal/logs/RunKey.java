package dev.tilescope.internal.logs;

/**
 * One run of an operation on a device.
 *
 * @param id the run host id: what the report calls GLOBAL CALL COUNT
 * @param traceId of the replayed trace, or {@link Marker#NONE}
 * @param replay which replay of it, from 1, or {@link Marker#NONE}; without a trace, which of the
 *     runs with this id, from 2
 */
record RunKey(int device, long id, long traceId, long replay) {
  boolean isReplay() {
    return traceId != Marker.NONE;
  }

  @Override
  public String toString() {
    return "operation "
        + id
        + " on device "
        + device
        + (isReplay() ? " (replay " + replay + " of trace " + traceId + ")" : run());
  }

  private String run() {
    return replay == Marker.NONE ? "" : " (run " + replay + ")";
  }
}
