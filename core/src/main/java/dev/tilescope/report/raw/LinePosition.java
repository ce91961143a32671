package dev.tilescope.report.raw;

import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Line and column of an offset, found by reading the file up to it. */
final class LinePosition {
  private LinePosition() {}

  static String of(FileChannel channel, Path file, long offset) {
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
    return file + ":" + line + ":" + (offset - lineStart + 1);
  }
}
