package dev.tilescope.tracy.live;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Texts as Tracy takes them: UTF-8 of at most 64 KiB. */
final class WireText {
  private static final int MOST_BYTES = 65_534;

  private WireText() {}

  /** Tracy's texts end with a zero, so there is none inside. */
  static byte[] utf8(String text) {
    String whole = text.indexOf('\0') < 0 ? text : text.replace('\0', ' ');
    byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= MOST_BYTES) {
      return bytes;
    }
    int end = MOST_BYTES;
    while ((bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    return Arrays.copyOf(bytes, end);
  }
}
