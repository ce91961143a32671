package dev.tilescope.capture;

import dev.tilescope.internal.io.FileKind;
import dev.tilescope.internal.io.PrivateFolder;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The folder in which captures keep their journals: {@code tilescope.journal.dir}, or {@code
 * tilescope-<user>} in the temporary directory, which is a {@link PrivateFolder}. Files are closed
 * to other users, named {@code <pid>-<number>.journal}, and vanish when their capture ends; one
 * that is left over belongs to a process that died, or still runs.
 */
public final class JournalFolder {
  /** Names another folder. */
  static final String PROPERTY = "tilescope.journal.dir";

  private static final String SUFFIX = ".journal";

  /** Linux tells the start of a process relative to its own, which it knows to the second. */
  private static final Duration CLOCK_ERROR = Duration.ofSeconds(2);

  private static final AtomicInteger NEXT = new AtomicInteger();

  private JournalFolder() {}

  public static Path path() {
    String chosen = System.getProperty(PROPERTY);
    return chosen != null ? Path.of(chosen) : usual();
  }

  private static Path usual() {
    return Path.of(
        System.getProperty("java.io.tmpdir"), "tilescope-" + System.getProperty("user.name"));
  }

  /** A file name nobody uses, in a folder that exists. */
  static Path newFile() throws IOException {
    Path folder = path();
    if (folder.equals(usual())) {
      PrivateFolder.ofThisUser(folder).make();
    }
    return newFile(folder);
  }

  /** The same in a folder that the user named. */
  static Path newFile(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, PrivateFolder.folderAttributes(folder));
    }
    Path file;
    do {
      // A process that died may have had the same number: in a container it always has.
      file = folder.resolve(ProcessHandle.current().pid() + "-" + NEXT.getAndIncrement() + SUFFIX);
    } while (Files.exists(file, LinkOption.NOFOLLOW_LINKS));
    return file;
  }

  /**
   * Refuses a journal in a folder of somebody else, who chooses what lies there under which name.
   *
   * @throws TilescopeException with what to do instead
   */
  public static void requireOurs(Path journal) {
    Path folder = journal.toAbsolutePath().normalize().getParent();
    String fault = folder == null ? null : fault(folder);
    if (fault != null) {
      throw new TilescopeException(
          "journal "
              + journal
              + " is not read: its folder "
              + fault
              + "; if you trust it, copy it into a folder of your own and recover it there");
    }
  }

  private static @Nullable String fault(Path folder) {
    return folder.equals(usual().toAbsolutePath().normalize())
        ? PrivateFolder.ofThisUser(folder).fault(folder, FileKind.FOLDER)
        : PrivateFolder.foreign(folder);
  }

  /** The journals whose process is gone, oldest first. */
  public static List<Path> orphans() throws IOException {
    Path folder = path();
    if (folder.equals(usual()) && !PrivateFolder.ofThisUser(folder).exists()) {
      return List.of();
    }
    return orphans(folder);
  }

  /** Those in another folder than the usual one. */
  public static List<Path> orphans(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        if (!ownerIsAlive(file)) {
          found.add(file);
        }
      }
    }
    found.sort((a, b) -> Long.compare(a.toFile().lastModified(), b.toFile().lastModified()));
    return found;
  }

  private static boolean ownerIsAlive(Path file) {
    String name = file.getFileName().toString();
    try {
      long pid = Long.parseLong(name.substring(0, Math.max(0, name.indexOf('-'))));
      return ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .filter(process -> !beganAfter(process, file))
          .isPresent();
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** True if the process only has the number of the one that wrote the file last. */
  private static boolean beganAfter(ProcessHandle process, Path file) {
    Instant written = Instant.ofEpochMilli(file.toFile().lastModified());
    return process
        .info()
        .startInstant()
        .map(start -> start.minus(CLOCK_ERROR).isAfter(written))
        .orElse(false);
  }
}
