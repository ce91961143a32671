package dev.tilescope.internal.tracy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A temporary file for what waits for its place in the trace; gone when closed. */
final class SpillFile implements AutoCloseable {
  private final FileChannel channel;
  private long end;

  private SpillFile(FileChannel channel) {
    this.channel = channel;
  }

  static SpillFile in(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, ".tilescope-", ".tmp");
    return new SpillFile(
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE));
  }

  /** Returns where it is. */
  long append(byte[] bytes, int length) {
    long at = end;
    write(at, bytes, 0, length);
    end += length;
    return at;
  }

  void write(long at, byte[] bytes, int from, int length) {
    try {
      ByteBuffer rest = ByteBuffer.wrap(bytes, from, length);
      long position = at;
      while (rest.hasRemaining()) {
        position += channel.write(rest, position);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void read(long at, byte[] bytes, int length) {
    try {
      ByteBuffer rest = ByteBuffer.wrap(bytes, 0, length);
      while (rest.hasRemaining()) {
        if (channel.read(rest, at + rest.position()) < 0) {
          throw new IOException("a temporary file was cut while it was in use");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
