package dev.tilescope.report;

import dev.tilescope.model.TilescopeException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Opens a file and undoes its compression, which its first bytes give away. */
public final class ReportBytes {
  private static final int BUFFER_BYTES = 1 << 16;

  private ReportBytes() {}

  /** The file is compressed, by its first bytes. */
  public static boolean isPacked(Path file) throws IOException {
    try (InputStream bytes = Files.newInputStream(file)) {
      byte[] first = bytes.readNBytes(4);
      return startsWith(first, 0x1f, 0x8b) || startsWith(first, 0x28, 0xb5, 0x2f, 0xfd);
    } catch (NoSuchFileException e) {
      throw missing(file, e);
    }
  }

  public static InputStream open(Path file) throws IOException {
    try {
      return plain(Files.newInputStream(file), file);
    } catch (NoSuchFileException e) {
      throw missing(file, e);
    }
  }

  /** The bytes of a file, without their compression; closed if that fails. */
  static InputStream plain(InputStream bytes, Path file) throws IOException {
    InputStream buffered = new BufferedInputStream(bytes, BUFFER_BYTES);
    try {
      return unpacked(buffered, file);
    } catch (IOException | RuntimeException e) {
      buffered.close();
      throw e;
    }
  }

  private static TilescopeException missing(Path file, NoSuchFileException e) {
    return new TilescopeException(
        "report " + file + " does not exist; check the path (a capture writes it when it ends)", e);
  }

  private static InputStream unpacked(InputStream bytes, Path file) throws IOException {
    bytes.mark(4);
    byte[] first = bytes.readNBytes(4);
    bytes.reset();
    if (startsWith(first, 0x1f, 0x8b)) {
      return new GZIPInputStream(bytes, BUFFER_BYTES);
    }
    if (startsWith(first, 0x28, 0xb5, 0x2f, 0xfd)) {
      throw new TilescopeException(
          "report "
              + file
              + " is zstd-compressed, which this version does not read; decompress it first"
              + " (zstd -d) or use gzip");
    }
    return bytes;
  }

  private static boolean startsWith(byte[] bytes, int... magic) {
    if (bytes.length < magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if ((bytes[i] & 0xff) != magic[i]) {
        return false;
      }
    }
    return true;
  }
}
