package dev.tilescope.device.marker;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether devices write markers. It is decided when a device is opened: what was opened before
 * stays as it is.
 */
public final class DeviceProfiling {
  /**
   * @param hostNanos the host's clock, which the chips' clocks run with; null if device time is to
   *     follow from the modelled times alone, so that every run has the same cycles
   * @param chips the time of each chip that was opened, by its number
   */
  public record Settings(
      MarkerOptions markers,
      @Nullable LongSupplier hostNanos,
      ConcurrentMap<Integer, ChipTime> chips) {
    public Settings(MarkerOptions markers, @Nullable LongSupplier hostNanos) {
      this(markers, hostNanos, new ConcurrentHashMap<>());
    }

    public ChipTime timeOf(int chipId) {
      return chips.computeIfAbsent(
          chipId, _ -> new ChipTime(hostNanos == null ? System.nanoTime() : hostNanos.getAsLong()));
    }
  }

  private static volatile @Nullable Settings settings;

  private DeviceProfiling() {}

  public static void on(Settings wanted) {
    settings = wanted;
  }

  public static void off() {
    settings = null;
  }

  public static Optional<Settings> settings() {
    return Optional.ofNullable(settings);
  }
}
