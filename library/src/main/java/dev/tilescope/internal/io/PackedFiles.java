package dev.tilescope.internal.io;

import com.github.luben.zstd.ZstdInputStream;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TilescopeException.Place;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Opens a file and undoes its compression, which its first bytes give away. */
public final class PackedFiles {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int MAGIC_BYTES = 4;

  /** How a file is compressed. */
  private enum Packing {
    NONE,
    GZIP,
    ZSTD
  }

  private PackedFiles() {}

  /** The file is compressed, by its first bytes. */
  public static boolean isPacked(Path file) throws IOException {
    try (InputStream bytes = Files.newInputStream(file)) {
      return packingOf(bytes.readNBytes(MAGIC_BYTES)) != Packing.NONE;
    } catch (NoSuchFileException e) {
      throw missing(file, e);
    }
  }

  /** Opens a file with the usual {@link UnpackLimit}. */
  public static InputStream open(Path file) throws IOException {
    return open(file, UnpackLimit.usual());
  }

  /**
   * Opens a file.
   *
   * <p>Reading the stream throws {@link DamagedPacking} where the compressed data is cut off or
   * damaged, after all bytes that could be unpacked, and {@link TilescopeException} beyond the
   * limit.
   */
  public static InputStream open(Path file, UnpackLimit limit) throws IOException {
    try {
      return plain(Files.newInputStream(file), file, limit);
    } catch (NoSuchFileException e) {
      throw missing(file, e);
    }
  }

  /** The bytes of a file, without their compression; closed if that fails. */
  public static InputStream plain(InputStream bytes, Path file) throws IOException {
    return plain(bytes, file, UnpackLimit.usual());
  }

  private static InputStream plain(InputStream bytes, Path file, UnpackLimit limit)
      throws IOException {
    InputStream buffered = new BufferedInputStream(bytes, BUFFER_BYTES);
    try {
      return unpacked(buffered, file, limit);
    } catch (IOException | RuntimeException e) {
      buffered.close();
      throw e;
    }
  }

  private static TilescopeException missing(Path file, NoSuchFileException e) {
    return new TilescopeException(
        Place.in(file),
        "report "
            + file
            + " does not exist; check the path (a capture writes it when it ends), or make one:"
            + " tilescope python --report FILE SCRIPT, or tilescope run --report FILE -- PROGRAM",
        e);
  }

  private static InputStream unpacked(InputStream bytes, Path file, UnpackLimit limit)
      throws IOException {
    bytes.mark(MAGIC_BYTES);
    Packing packing = packingOf(bytes.readNBytes(MAGIC_BYTES));
    bytes.reset();
    CountedStream counted = new CountedStream(bytes);
    return switch (packing) {
      case NONE -> bytes;
      case GZIP -> new UnpackedStream(gunzip(counted), "gzip", file, limit, counted::bytes);
      case ZSTD -> new UnpackedStream(unzstd(counted, file), "zstd", file, limit, counted::bytes);
    };
  }

  /** The library does without zstd-jni where nothing is packed so. */
  private static InputStream unzstd(InputStream bytes, Path file) throws IOException {
    try {
      return new ZstdInputStream(bytes);
    } catch (NoClassDefFoundError e) {
      throw new TilescopeException(
          Place.in(file),
          file
              + " is packed with zstd, and com.github.luben:zstd-jni is not on the class path: add it,"
              + " or unpack the file with zstd -d",
          e);
    }
  }

  private static InputStream gunzip(InputStream bytes) throws IOException {
    try {
      return new GZIPInputStream(bytes, BUFFER_BYTES);
    } catch (IOException e) {
      throw new DamagedPacking("gzip", 0, e);
    }
  }

  private static Packing packingOf(byte[] first) {
    if (startsWith(first, 0x1f, 0x8b)) {
      return Packing.GZIP;
    }
    return startsWith(first, 0x28, 0xb5, 0x2f, 0xfd) || isSkippableFrame(first)
        ? Packing.ZSTD
        : Packing.NONE;
  }

  /** A frame that decoders pass over; parallel compressors begin their files with one. */
  private static boolean isSkippableFrame(byte[] first) {
    return first.length == MAGIC_BYTES
        && (first[0] & 0xf0) == 0x50
        && startsWith(first, first[0] & 0xff, 0x2a, 0x4d, 0x18);
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
