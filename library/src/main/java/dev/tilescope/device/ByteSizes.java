package dev.tilescope.device;

import java.util.Locale;

/** Arithmetic on sizes. */
final class ByteSizes {
  private ByteSizes() {}

  /** The next multiple of an alignment; throws {@link ArithmeticException} past 2^63-1. */
  static long roundUp(long bytes, long alignmentBytes) {
    return Math.multiplyExact(Math.ceilDiv(bytes, alignmentBytes), alignmentBytes);
  }

  /** For people: {@code 1,393,472 B}. */
  static String text(long bytes) {
    return String.format(Locale.ROOT, "%,d B", bytes);
  }
}
