package dev.tilescope.profile;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that grow, with numbers in as few of them as they need. */
final class ByteSink {
  private static final int MOST_BYTES_OF_NUMBER = 10;

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

  /** Seven bits a byte, low ones first; the top bit says that more follow. */
  void number(long value) {
    ensure(MOST_BYTES_OF_NUMBER);
    byte[] target = bytes;
    int at = size;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      target[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    target[at++] = (byte) rest;
    size = at;
  }

  /** Small for small numbers of both signs. */
  void signed(long value) {
    number(value << 1 ^ value >> 63);
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
