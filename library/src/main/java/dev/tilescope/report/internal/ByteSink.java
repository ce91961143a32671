package dev.tilescope.report.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Growing ASCII text. */
public final class ByteSink {
  private static final byte[] DIGITS = "0123456789".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes = new byte[256];
  private int size;

  public int size() {
    return size;
  }

  public void clear() {
    size = 0;
  }

  public void add(int ascii) {
    if (size == bytes.length) {
      grow(1);
    }
    bytes[size++] = (byte) ascii;
  }

  void add(byte[] from, int start, int end) {
    int length = end - start;
    if (bytes.length - size < length) {
      grow(length);
    }
    System.arraycopy(from, start, bytes, size, length);
    size += length;
  }

  @SuppressWarnings(
      "deprecation") // of ASCII it loses nothing, and it needs no encoder and no array
  public void addAscii(String text) {
    int length = text.length();
    if (bytes.length - size < length) {
      grow(length);
    }
    text.getBytes(0, length, bytes, size);
    size += length;
  }

  public void addNumber(long value) {
    if (value < 0) {
      addAscii(Long.toString(value));
    } else if (value < 10) {
      add(DIGITS[(int) value]);
    } else {
      addDigits(value);
    }
  }

  private void addDigits(long value) {
    int digits = 0;
    for (long rest = value; rest > 0; rest /= 10) {
      digits++;
    }
    if (bytes.length - size < digits) {
      grow(digits);
    }
    long rest = value;
    for (int i = size + digits - 1; i >= size; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    size += digits;
  }

  /** The bytes with zeros behind them, as {@link JsonBytes} wants them. */
  byte[] toPaddedBytes() {
    byte[] padded = new byte[size + JsonBytes.PADDING];
    System.arraycopy(bytes, 0, padded, 0, size);
    return padded;
  }

  /** The text; it must be ASCII. */
  public String toText() {
    return new String(bytes, 0, size, StandardCharsets.ISO_8859_1);
  }

  /** Writes the text to a stream and starts over. */
  public void moveTo(OutputStream target) throws IOException {
    target.write(bytes, 0, size);
    size = 0;
  }

  private void grow(int by) {
    long wanted = Math.max((long) size + by, Math.min(2L * bytes.length, Integer.MAX_VALUE - 16));
    if (wanted > Integer.MAX_VALUE - 16) {
      throw new OutOfMemoryError("a text of more than 2 GB");
    }
    bytes = Arrays.copyOf(bytes, (int) wanted);
  }
}
