package dev.tilescope.internal.cli;

import dev.tilescope.internal.io.AtomicFiles;
import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A text file of the user's choice, and what is said if it cannot be written. */
final class WholeFile {
  private WholeFile() {}

  /** Folders on the way are made. */
  static void write(Path file, AtomicFiles.Text content) {
    try {
      if (Files.isDirectory(file)) {
        throw new IOException("it is a directory");
      }
      AtomicFiles.writeText(file, content);
    } catch (IOException e) {
      throw new TilescopeException(
          file
              + ": cannot be written: "
              + FileTrouble.writing(e)
              + "; name a file in a folder you may write to",
          e);
    }
  }
}
