package dev.tilescope.internal.store;

import dev.tilescope.internal.io.FolderLock;
import dev.tilescope.internal.io.NewFolders;
import dev.tilescope.report.internal.Opening;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The folder that an import writes into, for as long as it does: one import at a time, whatever its
 * database is called, as the YAML files beside databases belong to all of them. What a killed
 * import left is removed by the next, and a folder that was made for an import that failed goes
 * with it.
 */
final class ImportFolder implements AutoCloseable {
  private static final String LOCK = ".tilescope-import.lock";

  private final NewFolders made;
  private final List<FolderLock> locks = new ArrayList<>();

  private ImportFolder(NewFolders made) {
    this.made = made;
  }

  /**
   * @param database in the folder; if it is a link, the folder behind it is taken too
   * @param whenWaiting is run if another import has it
   */
  static ImportFolder take(Path folder, Path database, Runnable whenWaiting) throws IOException {
    ImportFolder taken = new ImportFolder(NewFolders.make(folder));
    try {
      TreeSet<Path> inOrder = new TreeSet<>();
      inOrder.add(taken.made.folder());
      if (Files.isSymbolicLink(database)) {
        inOrder.add(database.toRealPath().resolveSibling(""));
      }
      for (Path each : inOrder) {
        taken.locks.add(FolderLock.take(each, LOCK, whenWaiting));
        removeLeftovers(each);
      }
      return taken;
    } catch (IOException | RuntimeException e) {
      taken.close();
      throw e;
    }
  }

  /** The holder of the lock has no file there yet, so these are of imports that were killed. */
  private static void removeLeftovers(Path folder) throws IOException {
    try (DirectoryStream<Path> left =
        Files.newDirectoryStream(folder, Opening.UNFINISHED + "*.tmp")) {
      for (Path file : left) {
        Files.deleteIfExists(file);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try (made) {
      for (FolderLock lock : locks.reversed()) {
        lock.close();
      }
    }
  }
}
