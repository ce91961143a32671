package dev.tilescope.monitor;

import com.sun.security.auth.module.UnixSystem;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The folder where the processes of one user publish: nobody else may look into it, and what is not
 * surely this user's own is neither written nor read. Symbolic links are not followed.
 *
 * @param ownerId the number of the user
 */
public record MonitorFolder(Path path, long ownerId) {
  /** Names another folder, to programs and monitors alike. */
  public static final String VARIABLE = "TILESCOPE_MONITOR_DIR";

  static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private static final int KIND = 0xF000;
  private static final int FOLDER = 0x4000;
  private static final int REGULAR = 0x8000;
  private static final int LINK = 0xA000;
  private static final int SOCKET = 0xC000;
  private static final int PRIVATE = 0700;

  /** What is to be found under a path. */
  enum Kind {
    FOLDER(MonitorFolder.FOLDER, "a folder"),
    FILE(REGULAR, "a regular file"),
    SOCKET(MonitorFolder.SOCKET, "a socket");

    private final int mode;
    private final String phrase;

    Kind(int mode, String phrase) {
      this.mode = mode;
      this.phrase = phrase;
    }
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

  static long userId() {
    try {
      return new UnixSystem().getUid();
    } catch (LinkageError | RuntimeException e) {
      throw new TilescopeException(
          "live memory needs a system with Unix users and file permissions, which this is not", e);
    }
  }

  /** Makes the folder if there is none. */
  void make() {
    try {
      Files.createDirectory(path, PRIVATE_FOLDER);
    } catch (FileAlreadyExistsException _) {
      requireSafe();
    } catch (IOException e) {
      throw new TilescopeException(
          path + ": the folder for live memory cannot be made: " + e + "; set " + VARIABLE, e);
    }
  }

  /** False if there is none; an exception if there is one that is not to be trusted. */
  boolean exists() {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    requireSafe();
    return true;
  }

  private void requireSafe() {
    String fault = fault(path, Kind.FOLDER);
    if (fault != null) {
      throw new TilescopeException(
          path
              + ": the folder for live memory "
              + fault
              + "; remove it, or name another with "
              + VARIABLE);
    }
  }

  /** Why a path is not to be trusted, to follow its name in a sentence; null if it is. */
  @Nullable String fault(Path file, Kind expected) {
    return fault(file, expected, ownerId, PRIVATE);
  }

  /**
   * @param permissions that it may have at most
   */
  static @Nullable String fault(Path file, Kind expected, long ownerId, int permissions) {
    try {
      Map<String, Object> found =
          Files.readAttributes(file, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
      return fault(number(found, "uid"), number(found, "mode"), expected, ownerId, permissions);
    } catch (NoSuchFileException _) {
      return "is gone";
    } catch (IOException | UnsupportedOperationException e) {
      return "cannot be examined: " + e;
    }
  }

  private static int number(Map<String, Object> attributes, String name) {
    return attributes.get(name) instanceof Integer value ? value : -1;
  }

  private static @Nullable String fault(
      int uid, int mode, Kind expected, long ownerId, int permissions) {
    if ((mode & KIND) == LINK) {
      return "is a symbolic link, which is not followed";
    }
    if ((mode & KIND) != expected.mode) {
      return "is not " + expected.phrase;
    }
    if (uid != ownerId) {
      return "belongs to user " + uid + ", not to user " + ownerId;
    }
    return (mode & 0777 & ~permissions) == 0
        ? null
        : "is open to other users (permissions %03o)".formatted(mode & 0777);
  }
}
