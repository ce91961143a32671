package dev.tilescope.profile.internal.markers;

/**
 * Which replay of a metal trace a run belongs to.
 *
 * @param traceId of the trace
 * @param session which of its replays, from 1
 */
record Replay(long traceId, long session) {
  /** Of a run outside of any trace. */
  static final Replay NONE = new Replay(-1, -1);

  boolean isNone() {
    return traceId < 0;
  }
}
