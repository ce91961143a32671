package dev.tilescope.internal.io;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Files of Linux that have no name while they are written: {@code openat(O_TMPFILE)}, {@code
 * write}, {@code linkat}, {@code close}, relative to the open folder. A killed process leaves
 * nothing behind: the kernel frees a file that has no name when nobody holds it any more.
 *
 * <p>Not every file system has them, and the JVM must allow native access; {@link #in} finds out,
 * without a warning from the JVM.
 */
public final class UnnamedFiles implements WholeFiles {
  private static final int O_WRONLY = 1;
  private static final int O_CLOEXEC = 0x80000;
  private static final int O_PATH = 0x200000;
  private static final int O_TMPFILE = 0x400000;
  private static final int AT_FDCWD = -100;
  private static final int AT_SYMLINK_FOLLOW = 0x400;
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int READ_AND_WRITE_FOR_ALL = 0666;
  private static final int NONE = -1;

  /** {@code O_DIRECTORY}, which differs between processors, by {@code os.arch}. */
  private static final Map<String, Integer> O_DIRECTORY =
      Map.of("amd64", 0x10000, "aarch64", 0x4000);

  private static final int SCRATCH_BYTES = 1 << 16;
  private static final int MAX_NAME_BYTES = 255;

  private final Arena arena = Arena.ofAuto();
  private final MemorySegment dot = arena.allocateFrom(".");
  private final MemorySegment nothing = arena.allocateFrom("");
  private final int unnamed;
  private final int folder;

  /** {@code /proc/self/fd}, by way of which files get their names; {@link #NONE} if directly. */
  private final int descriptors;

  /**
   * This one and its drafts. The folder stays open until the last of them is closed: another file
   * may have its number afterwards.
   */
  private final AtomicInteger users = new AtomicInteger(1);

  private UnnamedFiles(Path path, int directory, boolean isByWayOfProc) throws IOException {
    this.unnamed = O_TMPFILE | directory | O_WRONLY | O_CLOEXEC;
    this.descriptors = isByWayOfProc ? open(Path.of("/proc/self/fd"), directory) : NONE;
    try {
      this.folder = open(path, directory);
    } catch (IOException e) {
      release(new Posix(arena), descriptors);
      throw e;
    }
  }

  private int open(Path path, int directory) throws IOException {
    return new Posix(arena)
        .openAt(AT_FDCWD, arena.allocateFrom(path.toString()), O_PATH | directory | O_CLOEXEC, 0);
  }

  /** Null where there are none. */
  public static @Nullable UnnamedFiles in(Path folder) {
    UnnamedFiles direct = in(folder, false);
    return direct == null ? in(folder, true) : direct;
  }

  /**
   * Null where there are none.
   *
   * @param isByWayOfProc how kernels before 6.10 let everybody name a file, and not root alone
   */
  static @Nullable UnnamedFiles in(Path folder, boolean isByWayOfProc) {
    Integer directory = O_DIRECTORY.get(System.getProperty("os.arch"));
    if (directory == null
        || !System.getProperty("os.name").equals("Linux")
        || !UnnamedFiles.class.getModule().isNativeAccessEnabled()) {
      return null;
    }
    try {
      UnnamedFiles files = new UnnamedFiles(folder, directory, isByWayOfProc);
      if (files.canName(folder)) {
        return files;
      }
      files.close();
      return null;
    } catch (IOException | RuntimeException | LinkageError e) {
      // Then files are moved into place, and that says what is wrong with the folder.
      return null;
    }
  }

  /** Tries it where others clean up after a process that is killed here. */
  private boolean canName(Path path) {
    String name = MovedFiles.UNFINISHED + "/" + UUID.randomUUID();
    try (Draft probe = draft()) {
      Files.createDirectories(path.resolve(MovedFiles.UNFINISHED));
      probe.begin();
      probe.publish(name);
      Files.delete(path.resolve(name));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public Draft draft() {
    int others = users.getAndUpdate(count -> count == 0 ? 0 : count + 1);
    if (others == 0) {
      throw new IllegalStateException("the folder has been closed");
    }
    return new UnnamedDraft();
  }

  @Override
  public void close() {
    if (users.decrementAndGet() == 0) {
      Posix posix = new Posix(arena);
      release(posix, folder);
      release(posix, descriptors);
    }
  }

  /** What has no name goes, what has one stays, whatever closing says. */
  private static void release(Posix posix, int file) {
    if (file != NONE) {
      try {
        posix.close(file);
      } catch (IOException e) {
        return;
      }
    }
  }

  private final class UnnamedDraft implements Draft {
    private final Arena own = Arena.ofConfined();
    private final Posix posix = new Posix(own);
    private final MemorySegment scratch = own.allocate(SCRATCH_BYTES);
    private final MemorySegment published = own.allocate(MAX_NAME_BYTES + 1);
    private final MemorySegment descriptor = own.allocate(MAX_NAME_BYTES + 1);
    private int file = NONE;

    @Override
    public void begin() throws IOException {
      file = posix.openAt(folder, dot, unnamed, READ_AND_WRITE_FOR_ALL);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      for (int done = 0; done < length; ) {
        int part = Math.min(SCRATCH_BYTES, length - done);
        MemorySegment.copy(bytes, offset + done, scratch, JAVA_BYTE, 0, part);
        posix.write(file, scratch.asSlice(0, part));
        done += part;
      }
    }

    @Override
    public void publish(String name) throws IOException {
      put(name, published);
      if (descriptors == NONE) {
        posix.linkAt(file, nothing, folder, published, AT_EMPTY_PATH);
      } else {
        put(Integer.toString(file), descriptor);
        posix.linkAt(descriptors, descriptor, folder, published, AT_SYMLINK_FOLLOW);
      }
      int written = file;
      file = NONE;
      posix.close(written);
    }

    /** As C has texts: with a zero at the end. */
    private static void put(String name, MemorySegment target) throws IOException {
      byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
      if (bytes.length > MAX_NAME_BYTES) {
        throw new IOException(
            "a file's name has at most %d bytes, %s has %d"
                .formatted(MAX_NAME_BYTES, name, bytes.length));
      }
      MemorySegment.copy(bytes, 0, target, JAVA_BYTE, 0, bytes.length);
      target.set(JAVA_BYTE, bytes.length, (byte) 0);
    }

    @Override
    public void discard() {
      release(posix, file);
      file = NONE;
    }

    @Override
    public void close() {
      discard();
      own.close();
      UnnamedFiles.this.close();
    }
  }
}
