package dev.tilescope.golden;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes one protobuf message: each field is a varint {@code number << 3 | wire type}, then the
 * value. Wire types used: 0 varint, 2 length and bytes, 5 four bytes little-endian.
 */
final class ProtobufWriter {
  private static final int VARINT = 0;
  private static final int BYTES = 2;
  private static final int FOUR_BYTES = 5;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  ProtobufWriter integer(int field, long value) {
    varint((long) field << 3 | VARINT);
    varint(value);
    return this;
  }

  ProtobufWriter real(int field, float value) {
    varint((long) field << 3 | FOUR_BYTES);
    int bits = Float.floatToRawIntBits(value);
    for (int shift = 0; shift < 32; shift += 8) {
      out.write(bits >>> shift);
    }
    return this;
  }

  ProtobufWriter text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  ProtobufWriter message(int field, ProtobufWriter value) {
    return bytes(field, value.toByteArray());
  }

  ProtobufWriter bytes(int field, byte[] value) {
    varint((long) field << 3 | BYTES);
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  byte[] toByteArray() {
    return out.toByteArray();
  }

  /** Seven bits at a time, lowest first; negative numbers take ten bytes. */
  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) rest & 0x7F | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
