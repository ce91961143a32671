package dev.tilescope.journal;

import java.nio.charset.StandardCharsets;

/** Reads what {@code ByteSink} wrote; never beyond the end. */
final class ByteSource {
  private final byte[] bytes;
  private int position;

  ByteSource(byte[] bytes) {
    this.bytes = bytes;
  }

  /** What is said is not what a journal can hold. */
  static final class Malformed extends Exception {
    Malformed(String message) {
      super(message);
    }
  }

  boolean hasMore() {
    return position < bytes.length;
  }

  long number() throws Malformed {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (position == bytes.length) {
        throw new Malformed("a number ends beyond its block");
      }
      byte part = bytes[position++];
      value |= (long) (part & 0x7F) << shift;
      if (part >= 0) {
        return value;
      }
    }
    throw new Malformed("a number has more than 64 bits");
  }

  /** Up to a limit, without it. */
  int index(int limit) throws Malformed {
    long value = number();
    if (value < 0 || value >= limit) {
      throw new Malformed("expected a number below " + limit + ", found " + value);
    }
    return (int) value;
  }

  long signed() throws Malformed {
    long value = number();
    return value >>> 1 ^ -(value & 1);
  }

  String text() throws Malformed {
    int length = index(bytes.length + 1);
    if (length > bytes.length - position) {
      throw new Malformed("a text ends beyond its block");
    }
    String text = new String(bytes, position, length, StandardCharsets.UTF_8);
    position += length;
    return text;
  }
}
