package dev.tilescope.internal.explain;

import java.util.Locale;

/** A time for a person. */
public final class Nanos {
  private Nanos() {}

  /** Three digits or more of nanoseconds, microseconds, milliseconds or seconds. */
  public static String text(double nanos) {
    if (nanos < 1e3) {
      return String.format(Locale.ROOT, "%.0f ns", nanos);
    }
    return nanos < 1e6
        ? scaled(nanos / 1e3, "µs")
        : nanos < 1e9 ? scaled(nanos / 1e6, "ms") : scaled(nanos / 1e9, "s");
  }

  private static String scaled(double amount, String unit) {
    return String.format(Locale.ROOT, amount < 10 ? "%.1f %s" : "%,.0f %s", amount, unit);
  }
}
