package dev.tilescope.args;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Writes elements as nested JSON lists, a row of the last dimension on each line, through a buffer
 * of fixed size. Numbers are those that Python prints: the shortest text of the value as a double.
 * Infinities and NaN become strings. A tensor of no dimensions is a bare number.
 */
final class ElementsJson {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int LONGEST_NUMBER = 64;

  /** The texts of all bfloat16 numbers, made as they are met: other float32 ones are too many. */
  private static final AtomicReferenceArray<byte[]> SHORT_FLOATS =
      new AtomicReferenceArray<>(1 << 16);

  private final Elements elements;
  private final long limit;
  private final OutputStream target;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int at;
  private int index;

  private ElementsJson(Elements elements, long limit, OutputStream target) {
    this.elements = elements;
    this.limit = limit;
    this.target = target;
  }

  /**
   * @param limit the most elements to write; lists end where it is reached
   */
  static void write(Elements elements, long limit, OutputStream target) {
    ElementsJson json = new ElementsJson(elements, limit, target);
    json.list(0);
    json.flush();
  }

  private void list(int dim) {
    int rank = elements.shape().rank();
    if (dim == rank) {
      number();
      return;
    }
    put('[');
    int length = elements.shape().dim(dim);
    boolean isLast = dim == rank - 1;
    for (int i = 0; i < length && index < limit; i++) {
      if (i > 0) {
        put(',');
        put(isLast ? ' ' : '\n');
      }
      list(dim + 1);
    }
    put(']');
  }

  private void number() {
    if (index >= limit) {
      text("null");
    } else if (elements.isFloat()) {
      real(elements.real(index));
    } else {
      text(Long.toString(elements.whole(index)));
    }
    index++;
  }

  private void real(double value) {
    int bits = Float.floatToRawIntBits((float) value);
    if ((bits & 0xFFFF) != 0 || (float) value != value) {
      text(textOf(value));
      return;
    }
    byte[] known = SHORT_FLOATS.get(bits >>> 16);
    if (known == null) {
      known = textOf(value).getBytes(StandardCharsets.US_ASCII);
      SHORT_FLOATS.set(bits >>> 16, known);
    }
    room(known.length);
    System.arraycopy(known, 0, buffer, at, known.length);
    at += known.length;
  }

  private static String textOf(double value) {
    return Double.isFinite(value) ? Double.toString(value) : '"' + Double.toString(value) + '"';
  }

  @SuppressWarnings("deprecation") // Only ASCII comes here, and this copies without an array.
  private void text(String ascii) {
    room(ascii.length());
    ascii.getBytes(0, ascii.length(), buffer, at);
    at += ascii.length();
  }

  private void put(char ascii) {
    room(1);
    buffer[at++] = (byte) ascii;
  }

  private void room(int bytes) {
    if (bytes > LONGEST_NUMBER) {
      throw new AssertionError("a number of " + bytes + " characters");
    }
    if (at + bytes > buffer.length) {
      flush();
    }
  }

  private void flush() {
    try {
      target.write(buffer, 0, at);
      at = 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
