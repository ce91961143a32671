package dev.tilescope.capture;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The folder in which captures keep their journals: {@code tilescope.journal.dir}, or {@code
 * tilescope-<user>} in the temporary directory. Folder and files are closed to other users. Files
 * are named {@code <pid>-<number>.journal} and vanish when their capture ends; one that is left
 * over belongs to a process that died, or still runs.
 */
public final class JournalFolder {
  private static final String SUFFIX = ".journal";

  /** Linux tells the start of a process relative to its own, which it knows to the second. */
  private static final Duration CLOCK_ERROR = Duration.ofSeconds(2);

  private static final AtomicInteger NEXT = new AtomicInteger();

  private JournalFolder() {}

  public static Path path() {
    String chosen = System.getProperty("tilescope.journal.dir");
    return chosen != null
        ? Path.of(chosen)
        : Path.of(
            System.getProperty("java.io.tmpdir"), "tilescope-" + System.getProperty("user.name"));
  }

  /** A file name nobody uses, in a folder that exists. */
  static Path newFile() throws IOException {
    return newFile(path());
  }

  static Path newFile(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      createPrivate(folder);
    }
    Path file;
    do {
      // A process that died may have had the same number: in a container it always has.
      file = folder.resolve(ProcessHandle.current().pid() + "-" + NEXT.getAndIncrement() + SUFFIX);
    } while (Files.exists(file, LinkOption.NOFOLLOW_LINKS));
    return file;
  }

  private static void createPrivate(Path folder) throws IOException {
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } else {
      Files.createDirectories(folder);
    }
  }

  /** The journals whose process is gone, oldest first. */
  public static List<Path> orphans() throws IOException {
    return orphans(path());
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
