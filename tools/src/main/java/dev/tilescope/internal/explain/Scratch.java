package dev.tilescope.internal.explain;

import dev.tilescope.internal.io.PrivateFolder;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A folder for what has to be made of files before they can be asked; gone once that is done. */
final class Scratch implements AutoCloseable {
  private @Nullable PrivateFolder folder;

  Path path() {
    PrivateFolder made = folder;
    if (made == null) {
      made = make();
      folder = made;
    }
    return made.path();
  }

  private static PrivateFolder make() {
    try {
      return PrivateFolder.ofThisUser(Files.createTempDirectory("tilescope-explain-"));
    } catch (IOException e) {
      throw new TilescopeException(
          "cannot make a folder for temporary files: %s; set java.io.tmpdir, or free space there"
              .formatted(e.getMessage()),
          e);
    }
  }

  @Override
  public void close() {
    if (folder != null) {
      folder.remove();
    }
  }
}
