package dev.tilescope.internal.monitor;

import dev.tilescope.internal.io.FileKind;
import dev.tilescope.internal.io.PrivateFolder;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The folder where the processes of one user publish, by the rule of {@link PrivateFolder}. */
public record MonitorFolder(PrivateFolder folder) {
  /** Names another folder, to programs and monitors alike. */
  public static final String VARIABLE = "TILESCOPE_MONITOR_DIR";

  public MonitorFolder(Path path, long ownerId) {
    this(new PrivateFolder(path, ownerId));
  }

  /** In shared memory, or, where that is missing, among temporary files. */
  public static MonitorFolder ofEnvironment(Map<String, String> environment) {
    long user = userId();
    String asked = environment.get(VARIABLE);
    if (asked != null && !asked.isBlank()) {
      return new MonitorFolder(Path.of(asked).toAbsolutePath().normalize(), user);
    }
    Path memory = Path.of("/dev/shm");
    Path parent =
        Files.isDirectory(memory) && Files.isWritable(memory)
            ? memory
            : Path.of(System.getProperty("java.io.tmpdir"));
    return new MonitorFolder(parent.resolve("tilescope-" + user), user);
  }

  public static long userId() {
    long user = PrivateFolder.userId();
    if (user == PrivateFolder.NO_USERS) {
      throw new TilescopeException(
          "live memory needs a system with Unix users and file permissions, which this is not");
    }
    return user;
  }

  public Path path() {
    return folder.path();
  }

  long ownerId() {
    return folder.ownerId();
  }

  /** Makes the folder if there is none. */
  void make() {
    try {
      folder.make();
    } catch (PrivateFolder.Unsafe e) {
      throw unsafe(e);
    } catch (IOException e) {
      throw new TilescopeException(
          path() + ": the folder for live memory cannot be made: " + e + "; set " + VARIABLE, e);
    }
  }

  /** False if there is none; an exception if there is one that is not to be trusted. */
  public boolean exists() {
    try {
      return folder.exists();
    } catch (PrivateFolder.Unsafe e) {
      throw unsafe(e);
    }
  }

  private TilescopeException unsafe(PrivateFolder.Unsafe e) {
    return new TilescopeException(
        path()
            + ": the folder for live memory "
            + e.fault()
            + "; remove it, or name another with "
            + VARIABLE,
        e);
  }

  /** Why a file in the folder is not to be trusted, to follow its name; null if it is. */
  public @Nullable String fault(Path file) {
    return folder.fault(file, FileKind.FILE);
  }
}
