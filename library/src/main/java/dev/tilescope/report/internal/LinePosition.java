package dev.tilescope.report.internal;

import java.nio.channels.FileChannel;

/** Line and column of an offset, found by reading the file up to it. */
record LinePosition(long line, long column) {
  static LinePosition of(FileChannel channel, long offset) {
    byte[] block = new byte[1 << 16];
    long line = 1;
    long lineStart = 0;
    for (long at = 0; at < offset; at += block.length) {
      int length = (int) Math.min(block.length, offset - at);
      FileWindow.readFully(channel, block, 0, length, at);
      for (int i = 0; i < length; i++) {
        if (block[i] == '\n') {
          line++;
          lineStart = at + i + 1;
        }
      }
    }
    return new LinePosition(line, offset - lineStart + 1);
  }

  @Override
  public String toString() {
    return line + ":" + column;
  }
}
