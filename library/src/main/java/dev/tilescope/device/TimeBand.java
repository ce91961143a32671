package dev.tilescope.device;

import dev.tilescope.model.TilescopeException;
import java.util.Locale;

/**
 * How long boards took for what the model gives a time: of ten measured configurations of a family
 * eight were between {@code low} and {@code high} times the modelled one.
 */
public record TimeBand(double low, double high) {
  public TimeBand {
    if (!(low > 0) || !(high >= low)) {
      throw new TilescopeException(
          "time band: 0 < low <= high is needed, got %s and %s".formatted(low, high));
    }
  }

  /** Of one architecture; {@link TimeBands} says it of device operations. */
  public static TimeBand of(TimeFamily family, Architecture architecture) {
    return CostConstants.inUse().band(family, architecture);
  }

  /** What the constants call the two. */
  public static String low(TimeFamily family) {
    return "band." + family.key() + ".low";
  }

  public static String high(TimeFamily family) {
    return "band." + family.key() + ".high";
  }

  public long lowNanos(long modelledNanos) {
    return Math.round(modelledNanos * low);
  }

  public long highNanos(long modelledNanos) {
    return Math.round(modelledNanos * high);
  }

  /** {@code x0.85-1.20}, as notes have it. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "x%.2f-%.2f", low, high);
  }
}
