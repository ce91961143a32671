package dev.tilescope.cli;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.FileTrouble;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** A text file that appears whole, by rename, or not at all. */
final class WholeFile {
  private WholeFile() {}

  interface Content {
    void to(Writer out) throws IOException;
  }

  /** Folders on the way are made. */
  static void write(Path file, Content content) {
    try {
      writeOrFail(file.toAbsolutePath(), content);
    } catch (IOException e) {
      throw new TilescopeException(
          file
              + ": cannot be written: "
              + FileTrouble.writing(e)
              + "; name a file in a folder you may write to",
          e);
    }
  }

  private static void writeOrFail(Path file, Content content) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException("it is a directory");
    }
    Path folder = Files.createDirectories(file.resolveSibling("").toAbsolutePath());
    Path temporary = folder.resolve(".tilescope-" + UUID.randomUUID() + ".tmp");
    try {
      try (Writer out = Files.newBufferedWriter(temporary, StandardOpenOption.CREATE_NEW)) {
        content.to(out);
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
