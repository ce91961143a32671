package dev.tilescope.export;

import java.util.Locale;

/** A size as people read it, with the exact number beside it. */
public final class ByteText {
  private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

  private ByteText() {}

  /** {@code 94.0 KiB (96,256 bytes)}; below 1024 just {@code 64 bytes}. */
  public static String of(long bytes) {
    String exact = String.format(Locale.ROOT, "%,d bytes", bytes);
    if (Math.abs(bytes) < 1024) {
      return exact;
    }
    double value = bytes;
    int unit = -1;
    while (Math.abs(value) >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s (%s)", value, UNITS[unit], exact);
  }
}
