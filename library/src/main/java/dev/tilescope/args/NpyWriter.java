package dev.tilescope.args;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Writes a tensor as {@code numpy.load} reads it. Format, version 1.0: the bytes {@code 93 NUMPY 01
 * 00}, the length of the header as two bytes, the header (a Python dictionary in ASCII, padded with
 * spaces to a multiple of 64 and ended by a line feed), then the elements in row-major order, all
 * little-endian.
 */
final class NpyWriter {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int PREFIX_BYTES = 10;

  private NpyWriter() {}

  static void write(Elements elements, OutputStream target) throws IOException {
    target.write(header(elements));
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    long count = elements.shape().volume();
    int bytes = code(elements).charAt(2) - '0';
    for (int i = 0; i < count; i++) {
      if (buffer.remaining() < Long.BYTES) {
        target.write(buffer.array(), 0, buffer.position());
        buffer.clear();
      }
      put(elements, i, bytes, buffer);
    }
    target.write(buffer.array(), 0, buffer.position());
  }

  private static byte[] header(Elements elements) {
    StringBuilder shape = new StringBuilder("(");
    for (int dim = 0; dim < elements.shape().rank(); dim++) {
      shape.append(elements.shape().dim(dim)).append(", ");
    }
    String text =
        "{'descr': '%s', 'fortran_order': False, 'shape': %s), }"
            .formatted(code(elements), shape.toString().stripTrailing());
    int padding = 64 - (PREFIX_BYTES + text.length() + 1) % 64;
    byte[] dictionary =
        (text + " ".repeat(padding % 64) + "\n").getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(PREFIX_BYTES + dictionary.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0x93)
        .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
        .put((byte) 1)
        .put((byte) 0)
        .putShort((short) dictionary.length)
        .put(dictionary)
        .array();
  }

  /** Half floats have no type in Java: they are written as float32. */
  private static String code(Elements elements) {
    String type = elements.type().equals("float16") ? "float32" : elements.type();
    int bits = type.equals("bool") ? 8 : Integer.parseInt(type.replaceAll("\\D", ""));
    return (bits == 8 ? "|" : "<") + type.charAt(0) + bits / 8;
  }

  private static void put(Elements elements, int index, int bytes, ByteBuffer buffer) {
    if (elements.isFloat() && bytes == Float.BYTES) {
      buffer.putFloat((float) elements.real(index));
    } else if (elements.isFloat()) {
      buffer.putDouble(elements.real(index));
    } else {
      // Little-endian: the low bytes come first, and those after them are written over.
      buffer.putLong(elements.whole(index)).position(buffer.position() - Long.BYTES + bytes);
    }
  }
}
