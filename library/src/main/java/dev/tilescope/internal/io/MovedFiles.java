package dev.tilescope.internal.io;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Files that are written in the sub-folder {@code .writing} and moved into place.
 *
 * <p>What a killed process leaves behind lies there, and goes with the next one that finds nobody
 * else at work. {@link File} instead of {@link Path}: half the time a file.
 */
public final class MovedFiles implements WholeFiles {
  /** Where files lie that are not whole. */
  public static final String UNFINISHED = ".writing";

  private final File folder;
  private final File unfinished;

  /** Others may write to the folder at the same time, of the same number in another container. */
  private final String prefix = UUID.randomUUID() + "-";

  private final AtomicLong temporaries = new AtomicLong();

  public MovedFiles(Path folder) throws IOException {
    this.folder = folder.toFile();
    this.unfinished = Files.createDirectories(folder.resolve(UNFINISHED)).toFile();
  }

  /**
   * Removes the sub-folder, with what a killed process may have left there; to be called by a
   * process that is alone in the folder.
   */
  public static void removeUnfinished(Path folder) {
    Path unfinished = folder.resolve(UNFINISHED);
    if (Files.isDirectory(unfinished, LinkOption.NOFOLLOW_LINKS)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(unfinished)) {
        for (Path file : files) {
          Files.deleteIfExists(file);
        }
        Files.deleteIfExists(unfinished);
      } catch (IOException e) {
        // It is hidden and in nobody's way: the next process tries again.
        return;
      }
    }
  }

  @Override
  public Draft draft() {
    return new MovedDraft();
  }

  @Override
  public void close() {}

  private final class MovedDraft implements Draft {
    private @Nullable File temporary;
    private @Nullable FileOutputStream target;

    @Override
    public void begin() throws IOException {
      File file = new File(unfinished, prefix + temporaries.incrementAndGet());
      target = new FileOutputStream(file);
      temporary = file;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      begun(target).write(bytes, offset, length);
    }

    @Override
    public void publish(String name) throws IOException {
      begun(target).close();
      target = null;
      File written = begun(temporary);
      if (!written.renameTo(new File(folder, name))) {
        // The slow way says why.
        Files.move(written.toPath(), folder.toPath().resolve(name), StandardCopyOption.ATOMIC_MOVE);
      }
      temporary = null;
    }

    private static <T> T begun(@Nullable T part) {
      if (part == null) {
        throw new IllegalStateException("no file was begun");
      }
      return part;
    }

    /** Half a file would keep a full disk full; one that is no longer there is no loss. */
    @Override
    public void discard() {
      File left = temporary;
      if (left == null) {
        return;
      }
      try {
        if (target != null) {
          target.close();
        }
        Files.deleteIfExists(left.toPath());
      } catch (IOException e) {
        // It lies where the next process cleans up.
      }
      target = null;
      temporary = null;
    }

    @Override
    public void close() {
      discard();
    }
  }
}
