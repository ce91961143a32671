package dev.tilescope.internal.tracy;

/**
 * Zones of a lane of a device.
 *
 * <pre>
 * Zone --> begin on the host i64, begin i64, place i16, call stack u24, thread u16,
 *          count of zones inside u64, Zone*, end on the host i64, end i64, query u16
 * </pre>
 *
 * <p>Both clocks are the same here. A device whose clock nobody aligned may have run before the run
 * began: its times are moved together, which changes but the first difference.
 */
final class GpuZones extends ZoneTimeline {
  /** Leaves room to move times that are before the start. */
  private static final long ROOM_NANOS = Payload.LAST_NANOS / 4;

  private final int thread;
  private long referenceNanos;

  GpuZones(SpillFile file, ZoneTotals totals, int thread) {
    super(file, totals, -ROOM_NANOS, Payload.LAST_NANOS - ROOM_NANOS);
    this.thread = thread;
  }

  @Override
  void putBegin(SpilledBytes to, long nanos, int location) {
    putTimes(to, nanos);
    to.put16(SourceLocations.id(location));
    to.put24(0);
    to.put16(thread);
  }

  @Override
  void putEnd(SpilledBytes to, long nanos) {
    putTimes(to, nanos);
    to.put16(0);
  }

  private void putTimes(SpilledBytes to, long nanos) {
    to.put64(nanos - referenceNanos);
    to.put64(nanos - referenceNanos);
    referenceNanos = nanos;
  }

  @Override
  long filling(int depth, int zonesInside) {
    return zonesInside;
  }

  void moveBy(long nanos) {
    if (zones() > 0 && nanos != 0) {
      bytes().patch64(0, firstNanos() + nanos);
      bytes().patch64(Long.BYTES, firstNanos() + nanos);
    }
  }
}
