package dev.tilescope.profile;

import dev.tilescope.internal.io.Varints;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that grow, with numbers in as few of them as they need. */
final class ByteSink {
  private byte[] bytes = new byte[1 << 12];
  private int size;

  int size() {
    return size;
  }

  byte[] bytes() {
    return bytes;
  }

  void clear() {
    size = 0;
  }

  void number(long value) {
    ensure(Varints.MOST_BYTES);
    size = Varints.put(bytes, size, value);
  }

  /** Small for small numbers of both signs. */
  void signed(long value) {
    number(Varints.ofSigned(value));
  }

  void text(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    number(utf8.length);
    raw(utf8, utf8.length);
  }

  void raw(byte[] source, int length) {
    ensure(length);
    System.arraycopy(source, 0, bytes, size, length);
    size += length;
  }

  private void ensure(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
    }
  }
}
