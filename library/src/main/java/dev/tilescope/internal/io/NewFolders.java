package dev.tilescope.internal.io;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a folder for what is about to be written; what was made and stays empty goes again. */
public final class NewFolders implements AutoCloseable {
  private static final int ATTEMPTS = 1000;

  private final Path folder;
  private final List<Path> deepestFirst;

  private NewFolders(Path folder, List<Path> deepestFirst) {
    this.folder = folder;
    this.deepestFirst = deepestFirst;
  }

  public static NewFolders make(Path folder) throws IOException {
    List<Path> missing = new ArrayList<>();
    @Nullable Path at = folder.toAbsolutePath();
    while (at != null && !Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
      missing.add(at);
      at = at.getParent();
    }
    return new NewFolders(real(folder), missing);
  }

  /**
   * The path of a folder without links; it is made if it is missing, also while others remove what
   * they had made in vain.
   */
  static Path real(Path folder) throws IOException {
    for (int i = 0; i < ATTEMPTS; i++) {
      try {
        return Files.createDirectories(folder.toAbsolutePath()).toRealPath();
      } catch (FileAlreadyExistsException | NoSuchFileException e) {
        if (isInTheWay(Path.of(e.getFile()))) {
          throw e;
        }
      }
    }
    return Files.createDirectories(folder.toAbsolutePath()).toRealPath();
  }

  private static boolean isInTheWay(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(path);
  }

  /** The folder, as it is called without links. */
  public Path folder() {
    return folder;
  }

  @Override
  public void close() {
    try {
      for (Path each : deepestFirst) {
        Files.delete(each);
      }
    } catch (IOException _) {
      return; // Something is in it.
    }
  }
}
