package dev.tilescope.internal.io;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 * A folder of ours in a place where everybody may make one, such as {@code /tmp}: nobody else may
 * look into it, and what is not surely this user's own is neither written, read nor removed.
 * Symbolic links are not followed, as whoever planted one chose where it leads.
 *
 * <p>Where the system has no users, only links and the kind of a file are looked at.
 *
 * @param ownerId the number of the user; {@link #NO_USERS} where the system has none
 */
public record PrivateFolder(Path path, long ownerId) {
  public static final long NO_USERS = -1;

  /** The user root, who need not wait for anybody to be careless. */
  private static final int SYSTEM = 0;

  private static final int ONLY_OWNER = 0700;

  /** There is something that is not to be trusted. */
  public static final class Unsafe extends IOException {
    private static final long serialVersionUID = 1L;
    private final String fault;

    Unsafe(Path path, String fault) {
      super(path + " " + fault);
      this.fault = fault;
    }

    /** To follow the name of the folder in a sentence. */
    public String fault() {
      return fault;
    }
  }

  public static PrivateFolder ofThisUser(Path path) {
    return new PrivateFolder(path, userId());
  }

  /** The number of the user this process runs as, or {@link #NO_USERS}. */
  public static long userId() {
    return User.ID;
  }

  /** Asked for once, when somebody wants to know. */
  private static final class User {
    static final long ID = ask();

    private static long ask() {
      try {
        return new UnixSystem().getUid();
      } catch (LinkageError | RuntimeException e) {
        return NO_USERS;
      }
    }
  }

  /** What a new folder near this path is to be made with, so that it is the user's alone. */
  public static FileAttribute<?>[] folderAttributes(Path near) {
    return attributes(near, "rwx------");
  }

  /** What a new file near this path is to be made with, so that it is the user's alone. */
  public static FileAttribute<?>[] fileAttributes(Path near) {
    return attributes(near, "rw-------");
  }

  private static FileAttribute<?>[] attributes(Path near, String permissions) {
    if (!near.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return new FileAttribute<?>[0];
    }
    Set<PosixFilePermission> set = PosixFilePermissions.fromString(permissions);
    return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(set)};
  }

  /**
   * Makes the folder if there is none.
   *
   * @throws Unsafe if there is one that is not to be trusted
   */
  public void make() throws IOException {
    try {
      Files.createDirectory(path, folderAttributes(path));
    } catch (FileAlreadyExistsException _) {
      requireSafe();
    }
  }

  /**
   * @throws Unsafe if there is one that is not to be trusted
   */
  public boolean exists() throws Unsafe {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    requireSafe();
    return true;
  }

  /** Removes the folder with all that is in it, as far as that is ours; says nothing if not. */
  public void remove() {
    try {
      FolderRemoval.remove(this);
    } catch (IOException | UncheckedIOException _) {
      return; // Another user's, or somebody else is removing it too: it stays as it is.
    }
  }

  private void requireSafe() throws Unsafe {
    String fault = fault(path, FileKind.FOLDER);
    if (fault != null) {
      throw new Unsafe(path, fault);
    }
  }

  /** Why a path is not to be trusted, to follow its name in a sentence; null if it is. */
  public @Nullable String fault(Path file, FileKind expected) {
    return fault(file, expected, ownerId, ONLY_OWNER);
  }

  /**
   * The same for a file that need not lie in such a folder.
   *
   * @param permissions that it may have at most
   */
  public static @Nullable String fault(
      Path file, FileKind expected, long ownerId, int permissions) {
    try {
      if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
        return Files.isSymbolicLink(file) ? "is a symbolic link, which is not followed" : null;
      }
      Map<String, Object> found =
          Files.readAttributes(file, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
      return fault(number(found, "uid"), number(found, "mode"), expected, ownerId, permissions);
    } catch (NoSuchFileException _) {
      return "is gone";
    } catch (IOException e) {
      return "cannot be examined: " + e;
    }
  }

  /**
   * Why files of ours beside those of a folder that the user named are not to be trusted: it is
   * another user's, and not the system's own. Null if it is not.
   */
  public static @Nullable String foreign(Path folder) {
    try {
      if (userId() == NO_USERS
          || !(Files.getAttribute(folder, "unix:uid") instanceof Integer uid)) {
        return null;
      }
      return uid == userId() || uid == SYSTEM ? null : belongs(uid, userId());
    } catch (IOException | UnsupportedOperationException e) {
      return null; // Whoever reads it is told.
    }
  }

  private static String belongs(long uid, long ownerId) {
    return "belongs to user " + uid + ", not to user " + ownerId;
  }

  private static int number(Map<String, Object> attributes, String name) {
    return attributes.get(name) instanceof Integer value ? value : -1;
  }

  private static @Nullable String fault(
      int uid, int mode, FileKind expected, long ownerId, int permissions) {
    if (FileKind.isLink(mode)) {
      return "is a symbolic link, which is not followed";
    }
    if (!expected.is(mode)) {
      return "is not " + expected.phrase;
    }
    if (ownerId != NO_USERS && uid != ownerId) {
      return belongs(uid, ownerId);
    }
    return (mode & 0777 & ~permissions) == 0
        ? null
        : "is open to other users (permissions %03o)".formatted(mode & 0777);
  }
}
