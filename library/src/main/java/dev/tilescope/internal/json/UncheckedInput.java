package dev.tilescope.internal.json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Lets a failing stream speak for itself instead of as a JSON error. */
final class UncheckedInput extends InputStream {
  private final InputStream bytes;

  UncheckedInput(InputStream bytes) {
    this.bytes = bytes;
  }

  @Override
  public int read() {
    try {
      return bytes.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    try {
      return bytes.read(into, offset, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      bytes.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
