package dev.tilescope.internal.io;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets those who write into one folder take turns, threads and processes alike.
 *
 * <p>It is a file in the folder that the system keeps locked for as long as its process lives: a
 * dead one holds up nobody. Whoever is done removes the file. So somebody who waited may get the
 * lock of a file that is there no more, which he sees by the file that is; then he tries again.
 */
public final class FolderLock implements AutoCloseable {
  /** The system's locks are of processes: threads of this one wait here. */
  private static final Set<Path> TAKEN = new HashSet<>();

  private final Path file;
  private final FileChannel channel;

  private FolderLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * @param folder is made if it is missing
   * @param name of the file; who uses another name does not wait
   * @param whenWaiting is run once if somebody else has it
   */
  public static FolderLock take(Path folder, String name, Runnable whenWaiting) throws IOException {
    Once waiting = new Once(whenWaiting);
    Path real = NewFolders.real(folder);
    enter(real.resolve(name), waiting);
    try {
      return new FolderLock(real.resolve(name), locked(real, name, waiting));
    } catch (IOException | RuntimeException e) {
      leave(real.resolve(name));
      throw e;
    }
  }

  private static FileChannel locked(Path folder, String name, Once waiting) throws IOException {
    Path file = folder.resolve(name);
    while (true) {
      try {
        FileChannel channel = attempt(folder, file, waiting);
        if (channel != null) {
          return channel;
        }
      } catch (NoSuchFileException _) {
        // Its holder removed it, perhaps with the folder.
      }
    }
  }

  /** Null if the file that was locked is no longer the one in the folder. */
  private static @Nullable FileChannel attempt(Path folder, Path file, Once waiting)
      throws IOException {
    NewFolders.real(folder);
    try {
      Files.createFile(file);
    } catch (FileAlreadyExistsException _) {
      // Somebody has the lock, or died with it.
    }
    Object key = keyOf(file);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    boolean isHeld = false;
    try {
      if (channel.tryLock() == null) {
        waiting.run();
        channel.lock();
      }
      isHeld = Objects.equals(key, keyOf(file));
    } finally {
      if (!isHeld) {
        channel.close();
      }
    }
    return isHeld ? channel : null;
  }

  private static @Nullable Object keyOf(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  private static void enter(Path lock, Once waiting) throws IOException {
    synchronized (TAKEN) {
      while (!TAKEN.add(lock)) {
        waiting.run();
        try {
          TAKEN.wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new InterruptedIOException("interrupted while waiting for " + lock);
        }
      }
    }
  }

  private static void leave(Path lock) {
    synchronized (TAKEN) {
      TAKEN.remove(lock);
      TAKEN.notifyAll();
    }
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      Files.deleteIfExists(file);
    } finally {
      leave(file);
    }
  }

  /** Runs something the first time. */
  private static final class Once {
    private final Runnable action;
    private boolean isDone;

    Once(Runnable action) {
      this.action = action;
    }

    void run() {
      if (!isDone) {
        isDone = true;
        action.run();
      }
    }
  }
}
