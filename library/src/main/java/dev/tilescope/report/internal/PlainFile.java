package dev.tilescope.report.internal;

import dev.tilescope.internal.io.DamagedPacking;
import dev.tilescope.internal.io.PackedFiles;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TilescopeException.Place;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A report that can be read at any place: the file itself, or what it unpacks to, in a file that
 * {@link #close} deletes.
 */
final class PlainFile implements AutoCloseable {
  private static final long SPARED_BYTES = 64L << 20;
  private static final int BLOCK_BYTES = 1 << 17;

  private final Path path;
  private final boolean temporary;
  private @Nullable TilescopeException damage;

  private PlainFile(Path path, boolean temporary) {
    this.path = path;
    this.temporary = temporary;
  }

  static PlainFile of(Path file, Opening opening) {
    try {
      return PackedFiles.isPacked(file) ? unpacked(file, opening) : new PlainFile(file, false);
    } catch (IOException e) {
      throw new TilescopeException(
          Place.in(file), "cannot read report " + file + ": " + RawReport.reason(e), e);
    }
  }

  private static PlainFile unpacked(Path file, Opening opening) throws IOException {
    Path target = Files.createTempFile(opening.scratch(), Opening.UNFINISHED, ".json.tmp");
    PlainFile plain = new PlainFile(target, true);
    try (InputStream bytes = PackedFiles.open(file, opening.limit());
        OutputStream out = Files.newOutputStream(target)) {
      plain.copy(bytes, out, file);
    } catch (IOException | RuntimeException e) {
      plain.close();
      throw e;
    }
    return plain;
  }

  private void copy(InputStream bytes, OutputStream out, Path file) throws IOException {
    long room = Files.getFileStore(path).getUsableSpace() - SPARED_BYTES;
    byte[] block = new byte[BLOCK_BYTES];
    try {
      for (int count = bytes.read(block); count >= 0; count = bytes.read(block)) {
        room -= count;
        if (room < 0) {
          throw new TilescopeException(
              Place.in(file),
              "report "
                  + file
                  + " does not fit unpacked into "
                  + path.getParent()
                  + ": free some space there or choose another output directory");
        }
        out.write(block, 0, count);
      }
    } catch (DamagedPacking e) {
      damage =
          new TilescopeException(
              Place.in(file), "cannot read report " + file + ": " + e.getMessage(), e);
    }
  }

  Path path() {
    return path;
  }

  /** Why the unpacked file is not whole, if it is not. */
  Optional<TilescopeException> damage() {
    return Optional.ofNullable(damage);
  }

  @Override
  public void close() {
    try {
      if (temporary) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      // It holds nothing that anybody would miss.
      path.toFile().deleteOnExit();
    }
  }
}
