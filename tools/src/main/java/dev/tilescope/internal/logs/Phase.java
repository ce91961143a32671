package dev.tilescope.internal.logs;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The {@code type} column of the device log. */
enum Phase {
  ZONE_START,
  ZONE_END,
  ZONE_TOTAL,
  TS_DATA,
  TS_EVENT;

  private static final Phase[] ALL = values();

  private final byte[] word = name().getBytes(StandardCharsets.US_ASCII);

  static @Nullable Phase of(byte[] bytes, int from, int to) {
    for (Phase phase : ALL) {
      if (Arrays.equals(bytes, from, to, phase.word, 0, phase.word.length)) {
        return phase;
      }
    }
    return null;
  }
}
