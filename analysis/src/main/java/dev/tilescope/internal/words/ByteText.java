package dev.tilescope.internal.words;

import java.util.Locale;

/** A size as people read it, with the exact number beside it. */
public final class ByteText {
  private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

  private ByteText() {}

  /** {@code 94.0 KiB (96,256 bytes)}; below 1024 just {@code 64 bytes}. */
  public static String of(long bytes) {
    String exact = String.format(Locale.ROOT, "%,d bytes", bytes);
    return Math.abs(bytes) < 1024 ? exact : brief(bytes) + " (" + exact + ")";
  }

  /** {@code 94.0 KiB}; below 1024 {@code 64 B}. */
  public static String brief(long bytes) {
    if (Math.abs(bytes) < 1024) {
      return bytes + " B";
    }
    double value = bytes;
    int unit = -1;
    while (Math.abs(value) >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
  }
}
