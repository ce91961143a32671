package dev.tilescope.args;

import dev.tilescope.internal.io.UninterruptedWork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * The numbers of the files of one folder, shared by all threads and processes that write to it.
 *
 * <p>Protocol of the file {@code .numbers}: bytes 0 to 7 are the last number that was given out,
 * mapped into each process and counted up atomically. Locks on its bytes (nothing is stored there)
 * say who is there: byte 8 is held while coming, byte 9 is shared by everybody who writes. Who
 * comes and finds nobody sets the counter to the greatest number among the files of the folder, so
 * a folder that was emptied begins at 1 again.
 */
final class FolderNumbers {
  private static final String FILE = ".numbers";
  private static final String THREAD = "tilescope-trace-folder";
  private static final int BYTES = 16;
  private static final VarHandle COUNTER = ValueLayout.JAVA_LONG.varHandle();

  /** One for each folder of this process: a process cannot lock against itself. */
  private static final Map<Path, FolderNumbers> OPEN = new HashMap<>();

  private final Path folder;
  private final FileChannel channel;
  private final FileLock presence;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment counter;
  private final boolean foundNobody;
  private int users;

  private FolderNumbers(Path folder) throws IOException {
    this.folder = folder;
    this.channel =
        FileChannel.open(
            folder.resolve(FILE),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    try (FileLock _ = channel.lock(8, 1, false)) {
      foundNobody = isAlone();
      fill();
      counter = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
      if (foundNobody) {
        COUNTER.setVolatile(counter, 0L, greatest(folder));
      }
      presence = channel.lock(9, 1, true);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Takes space on the disk: to write where the map has none would end the process. */
  private void fill() throws IOException {
    for (long size = channel.size(); size < BYTES; size = channel.size()) {
      channel.write(ByteBuffer.allocate((int) (BYTES - size)), size);
    }
  }

  static FolderNumbers open(Path directory) throws IOException {
    return UninterruptedWork.call(THREAD, () -> openHere(directory));
  }

  private static FolderNumbers openHere(Path directory) throws IOException {
    Path folder = Files.createDirectories(directory).toRealPath();
    synchronized (OPEN) {
      FolderNumbers numbers = OPEN.get(folder);
      if (numbers == null) {
        numbers = new FolderNumbers(folder);
        OPEN.put(folder, numbers);
      }
      numbers.users++;
      return numbers;
    }
  }

  private boolean isAlone() throws IOException {
    try (FileLock alone = channel.tryLock(9, 1, false)) {
      return alone != null;
    }
  }

  /** Whether no other process wrote to the folder when this one came. */
  boolean foundNobody() {
    return foundNobody && users == 1;
  }

  /** Never the same twice, and none left out. */
  long next() {
    return (long) COUNTER.getAndAdd(counter, 0L, 1L) + 1;
  }

  private static long greatest(Path folder) throws IOException {
    long greatest = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "[0-9]*_*")) {
      for (Path file : files) {
        greatest = Math.max(greatest, number(file.getFileName().toString()));
      }
    }
    return greatest;
  }

  /** The number that a file's name begins with; 0 if it is none of ours. */
  private static long number(String name) {
    String digits = name.substring(0, name.indexOf('_'));
    return digits.length() <= 18 && digits.chars().allMatch(c -> c >= '0' && c <= '9')
        ? Long.parseLong(digits)
        : 0;
  }

  /**
   * Leaves the folder.
   *
   * @param last done if nobody else is left, and before anybody else can come
   */
  void close(Runnable last) {
    try {
      UninterruptedWork.call(THREAD, () -> closeHere(last));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean closeHere(Runnable last) throws IOException {
    synchronized (OPEN) {
      if (--users > 0) {
        return false;
      }
      OPEN.remove(folder);
      try (arena;
          channel;
          FileLock _ = channel.lock(8, 1, false)) {
        presence.release();
        if (isAlone()) {
          last.run();
        }
      }
      return true;
    }
  }
}
