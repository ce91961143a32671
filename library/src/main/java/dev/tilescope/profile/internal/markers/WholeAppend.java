package dev.tilescope.profile.internal.markers;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Appends to a file all that is written between opening and closing, or nothing: what a full disk
 * has no room for takes along what was written before it, so that no row is cut.
 */
final class WholeAppend extends OutputStream {
  private final Path path;
  private final RandomAccessFile file;
  private final long bytesBefore;
  private @Nullable IOException failure;

  private WholeAppend(Path path, RandomAccessFile file) throws IOException {
    this.path = path;
    this.file = file;
    this.bytesBefore = file.length();
  }

  /**
   * @param head what the file begins with if it is new
   */
  static WholeAppend to(Path path, byte[] head) throws IOException {
    WholeAppend appended = new WholeAppend(path, new RandomAccessFile(path.toFile(), "rw"));
    try {
      appended.file.seek(appended.bytesBefore);
      if (appended.bytesBefore == 0) {
        appended.write(head);
      }
      return appended;
    } catch (IOException e) {
      appended.close();
      throw e;
    }
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (failure != null) {
      throw new IOException(failure.getMessage(), failure);
    }
    try {
      file.write(bytes, offset, length);
    } catch (IOException e) {
      failure = e;
      takeBack();
      throw e;
    }
  }

  private void takeBack() throws IOException {
    file.setLength(bytesBefore);
    if (bytesBefore == 0) {
      Files.deleteIfExists(path);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
