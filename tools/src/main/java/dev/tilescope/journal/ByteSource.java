package dev.tilescope.journal;

import dev.tilescope.internal.io.Varints;
import dev.tilescope.model.Coded;
import dev.tilescope.model.Codes;
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

  /** A constant by its code. */
  <E extends Coded> E coded(String what, Codes<E> codes) throws Malformed {
    long code = number();
    E constant = codes.of(code);
    if (constant == null) {
      throw new Malformed("there is no %s %d, the last is %d".formatted(what, code, codes.most()));
    }
    return constant;
  }

  long signed() throws Malformed {
    return Varints.toSigned(number());
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
