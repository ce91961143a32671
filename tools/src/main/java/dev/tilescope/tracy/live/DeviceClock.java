package dev.tilescope.tracy.live;

/**
 * The clock of a device as the peer knows it: a counter of the device's cycles, and how its ticks
 * become nanoseconds of the run.
 *
 * <pre>
 * nanoseconds = (ticks - ticks of the calibration) * nanoseconds in a tick + its nanoseconds
 * nanoseconds in a tick = nanoseconds between two calibrations / ticks between them
 * </pre>
 *
 * <p>Ticks are cycles at the rate of the newest clock fit, counted from the start of the run. The
 * device's own counter cannot be sent as it is: it begins anew when the device is opened again,
 * which Tracy takes for an overflow, and each new fit moves the past a little. Nor would it be
 * exact, as Tracy cuts off what is behind the point, where we round, and has whole nanoseconds for
 * a calibration. So times are converted by our own fit first, as for files, and of all ticks that
 * one is sent from which Tracy computes this time: a device with a cycle in every nanosecond has
 * one for each, a slower one at most a nanosecond away.
 */
final class DeviceClock {
  /** Two calibrations are so far apart that the rate has six digits. */
  private static final long LEAST_STEP_NANOS = 1_000_000;

  /**
   * @param elapsedNanos since the one before
   */
  record Calibration(long ticks, long nanos, long elapsedNanos) {}

  private long ticks;
  private long nanos;
  private double nanosPerTick = 1;

  /**
   * From now on another rate counts.
   *
   * @param atNanos when that was found out; a moment later if the last time was just before
   */
  Calibration calibrate(long atNanos, double cyclesPerNano) {
    long elapsedNanos = Math.max(LEAST_STEP_NANOS, atNanos - nanos);
    long elapsedTicks = Math.max(1, Math.round(elapsedNanos * cyclesPerNano));
    ticks += elapsedTicks;
    nanos += elapsedNanos;
    nanosPerTick = (double) elapsedNanos / elapsedTicks;
    return new Calibration(ticks, nanos, elapsedNanos);
  }

  /** As the peer computes it. */
  long nanosAt(long atTicks) {
    return (long) ((atTicks - ticks) * nanosPerTick + nanos);
  }

  /** Aims at the middle of the nanosecond, where the last bits of a product do not matter. */
  long ticksAt(long atNanos) {
    long near = ticks + (long) Math.ceil((atNanos - nanos + 0.5) / nanosPerTick - 0.5);
    long tooLate = nanosAt(near) - atNanos;
    long nearer = near - Long.signum(tooLate);
    return Math.abs(nanosAt(nearer) - atNanos) < Math.abs(tooLate) ? nearer : near;
  }
}
