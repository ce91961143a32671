package dev.tilescope.device;

/**
 * A time of the cost model with what a board may take instead, as the bands of the device
 * operations in it say together; {@link TimeBands} makes it.
 *
 * @param lowNanos the least that eight of ten boards took
 * @param highNanos the most
 */
public record ModelledTime(long nanos, long lowNanos, long highNanos) {
  public static final ModelledTime NONE = new ModelledTime(0, 0, 0);

  public ModelledTime plus(ModelledTime other) {
    return new ModelledTime(
        nanos + other.nanos, lowNanos + other.lowNanos, highNanos + other.highNanos);
  }
}
