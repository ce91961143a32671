package dev.tilescope.internal.io;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes that pass. */
final class CountedStream extends FilterInputStream {
  private long bytes;

  CountedStream(InputStream in) {
    super(in);
  }

  long bytes() {
    return bytes;
  }

  @Override
  public int read() throws IOException {
    int read = super.read();
    bytes += read < 0 ? 0 : 1;
    return read;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = super.read(into, offset, length);
    bytes += Math.max(0, count);
    return count;
  }

  /** Not to be gone back in: what passed is counted. */
  @Override
  public boolean markSupported() {
    return false;
  }
}
