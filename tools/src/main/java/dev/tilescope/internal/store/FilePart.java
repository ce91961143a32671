package dev.tilescope.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** A range of a file as a value of a row: read and packed when the row is inserted, not before. */
record FilePart(Path file, FileChannel channel, long offset, int length) {
  byte[] packed() {
    ByteBuffer part = ByteBuffer.allocate(length);
    try {
      while (part.hasRemaining()) {
        if (channel.read(part, offset + part.position()) < 0) {
          throw new IOException("it became shorter while it was copied");
        }
      }
    } catch (IOException e) {
      throw ReportCopy.failed(file, e);
    }
    return PackedPart.pack(part.array(), length);
  }
}
