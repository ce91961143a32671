package dev.tilescope.tracy.live;

/**
 * Writes events of devices. Zones have two times: the host's, which only orders them, and ticks of
 * the device's {@link DeviceClock}, from which the peer computes where they are.
 */
final class DeviceStream {
  private static final int CUSTOM = 7;
  private static final int IS_CALIBRATED = 1;

  private final EventStream stream;
  private final Frame frame;
  private long lastTicks;

  DeviceStream(EventStream stream) {
    this.stream = stream;
    this.frame = stream.frame();
  }

  /**
   * A device whose clock shows 0 when the run begins, with lanes for the threads of its zones. A
   * tick is announced as a nanosecond, since Tracy then keeps them whole; {@link #calibrate} says
   * how long it is.
   */
  void device(int context, String name) {
    stream.event(Event.GPU_NEW_CONTEXT, 28);
    frame.put64(EventStream.START);
    frame.put64(0);
    frame.put32(0); // of no thread
    frame.put32(Float.floatToIntBits(1));
    frame.put8(context);
    frame.put8(IS_CALIBRATED);
    frame.put8(CUSTOM);
    stream.single(name);
    stream.event(Event.GPU_CONTEXT_NAME, 2);
    frame.put8(context);
  }

  void calibrate(int context, DeviceClock.Calibration calibration) {
    stream.event(Event.GPU_CALIBRATION, 26);
    frame.put64(calibration.ticks());
    frame.put64(EventStream.START + calibration.nanos());
    frame.put64(calibration.elapsedNanos());
    frame.put8(context);
  }

  void zoneBegin(long nanos, long ticks, int context, int lane, int query, long place) {
    stream.event(Event.GPU_ZONE_BEGIN_SERIAL, 24);
    zone(nanos, context, lane, query);
    frame.put64(place);
    time(ticks, context, query);
  }

  void zoneEnd(long nanos, long ticks, int context, int lane, int query) {
    stream.event(Event.GPU_ZONE_END_SERIAL, 16);
    zone(nanos, context, lane, query);
    time(ticks, context, query);
  }

  private void zone(long nanos, int context, int lane, int query) {
    frame.put64(stream.serial(nanos));
    frame.put32(lane);
    frame.put16(query);
    frame.put8(context);
  }

  private void time(long ticks, int context, int query) {
    stream.event(Event.GPU_TIME, 12);
    frame.put64(ticks - lastTicks);
    frame.put16(query);
    frame.put8(context);
    lastTicks = ticks;
  }
}
