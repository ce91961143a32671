package dev.tilescope.internal.export;

import dev.tilescope.internal.io.Varints;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of one protobuf message, field by field. */
final class Protobuf {
  private static final int VARINT = 0;
  private static final int FIXED_64 = 1;
  private static final int BYTES = 2;

  private byte[] bytes = new byte[64];
  private int size;

  Protobuf clear() {
    size = 0;
    return this;
  }

  Protobuf number(int field, long value) {
    varint((long) field << 3 | VARINT);
    varint(value);
    return this;
  }

  Protobuf decimal(int field, double value) {
    return fixed(field, Double.doubleToRawLongBits(value));
  }

  Protobuf fixed(int field, long bits) {
    varint((long) field << 3 | FIXED_64);
    reserve(Long.BYTES);
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[size++] = (byte) (bits >>> 8 * i);
    }
    return this;
  }

  Protobuf text(int field, String value) {
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    return bytes(field, encoded, encoded.length);
  }

  Protobuf message(int field, Protobuf inner) {
    return bytes(field, inner.bytes, inner.size);
  }

  private Protobuf bytes(int field, byte[] value, int length) {
    varint((long) field << 3 | BYTES);
    varint(length);
    reserve(length);
    System.arraycopy(value, 0, bytes, size, length);
    size += length;
    return this;
  }

  private void varint(long value) {
    reserve(Varints.MOST_BYTES);
    size = Varints.put(bytes, size, value);
  }

  private void reserve(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }

  byte[] array() {
    return bytes;
  }

  int size() {
    return size;
  }
}
