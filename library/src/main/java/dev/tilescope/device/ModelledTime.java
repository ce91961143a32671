package dev.tilescope.device;

import java.util.Map;

/**
 * A time of the cost model with what a board may take instead, as the bands of the device
 * operations in it say together.
 *
 * @param lowNanos the least that eight of ten boards took
 * @param highNanos the most
 */
public record ModelledTime(long nanos, long lowNanos, long highNanos) {
  public static final ModelledTime NONE = new ModelledTime(0, 0, 0);

  /** Of programs of one name, where nobody knows of which architecture. */
  public static ModelledTime of(String deviceOperation, long nanos) {
    TimeBand band = TimeBand.of(deviceOperation);
    return new ModelledTime(nanos, band.lowNanos(nanos), band.highNanos(nanos));
  }

  /**
   * @param nanos by device operation
   */
  public static ModelledTime of(Map<String, Long> nanos) {
    return nanos.entrySet().stream()
        .map(each -> of(each.getKey(), each.getValue()))
        .reduce(NONE, ModelledTime::plus);
  }

  public ModelledTime plus(ModelledTime other) {
    return new ModelledTime(
        nanos + other.nanos, lowNanos + other.lowNanos, highNanos + other.highNanos);
  }
}
