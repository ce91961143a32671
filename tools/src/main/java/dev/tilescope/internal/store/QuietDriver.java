package dev.tilescope.internal.store;

import dev.tilescope.internal.io.PrivateFolder;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteJDBCLoader;

/**
 * SQLite's driver unpacks its library for each process and removes what dead ones left. Where two
 * processes remove the same file, the slower one logs a stack trace, and nothing is wrong; what
 * matters, it throws.
 *
 * <p>Systems that are kept safe allow no programs among temporary files ({@code noexec}). Then a
 * folder of the user's own is tried, unless he named one.
 */
final class QuietDriver {
  /** Names the folder that the library is unpacked to. */
  private static final String FOLDER = "org.sqlite.tmpdir";

  /** Held here: the JDK forgets the levels of loggers that nobody holds. */
  private static final Logger LOADER = Logger.getLogger("org.sqlite.SQLiteJDBCLoader");

  private static boolean isLoaded;

  private QuietDriver() {}

  /**
   * To be called before a connection is made.
   *
   * @throws TilescopeException if SQLite cannot be used here, with what to do
   */
  static synchronized void prepare() {
    LOADER.setLevel(Level.OFF);
    if (!isLoaded) {
      load();
      isLoaded = true;
    }
  }

  private static void load() {
    String named = System.getProperty(FOLDER);
    String usual = named == null ? System.getProperty("java.io.tmpdir") : named;
    Exception failure = attempt();
    if (failure == null || (named == null && isLoadedElsewhere())) {
      return;
    }
    throw new TilescopeException(
        "SQLite's library cannot be loaded from "
            + usual
            + ", where it was unpacked ("
            + String.valueOf(failure.getMessage()).replaceFirst(", paths=.*", "")
            + "); perhaps no programs are allowed there (mount option noexec), or it is full. Name"
            + " another folder: TILESCOPE_JAVA_OPTS=-D"
            + FOLDER
            + "=DIR",
        failure);
  }

  /** Why it could not be loaded; null if it is. */
  private static @Nullable Exception attempt() {
    try {
      SQLiteJDBCLoader.initialize();
      return null;
    } catch (Exception e) {
      return e;
    }
  }

  private static boolean isLoadedElsewhere() {
    for (Path folder : others()) {
      try {
        Files.createDirectories(folder.resolveSibling(""));
        PrivateFolder.ofThisUser(folder).make();
        System.setProperty(FOLDER, folder.toString());
        if (attempt() == null) {
          return true;
        }
      } catch (IOException _) {
        // The next one may do.
      }
    }
    System.clearProperty(FOLDER);
    return false;
  }

  private static List<Path> others() {
    List<Path> all = new ArrayList<>();
    add(all, System.getenv("XDG_CACHE_HOME"), "tilescope");
    add(all, System.getProperty("user.home"), ".cache/tilescope");
    add(all, System.getenv("XDG_RUNTIME_DIR"), "tilescope");
    add(all, "/var/tmp", "tilescope-" + PrivateFolder.userId());
    return all;
  }

  private static void add(List<Path> all, @Nullable String parent, String name) {
    try {
      if (parent != null && Path.of(parent).isAbsolute()) {
        all.add(Path.of(parent).resolve(name));
      }
    } catch (InvalidPathException _) {
      return; // It cannot be named, so nothing can be put there.
    }
  }
}
