package dev.tilescope.internal.io;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * The functions of the C library that files without names need; a failure is an {@link IOException}
 * with the system's words. One for each thread.
 */
final class Posix {
  private static final int EINTR = 4;
  private static final int MAX_MESSAGE_BYTES = 1 << 10;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option ERRNO_KEPT = Linker.Option.captureCallState("errno");
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final MethodHandle OPENAT =
      bind(
          "openat",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
          Linker.Option.firstVariadicArg(3),
          ERRNO_KEPT);
  private static final MethodHandle WRITE =
      bind("write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG), ERRNO_KEPT);
  private static final MethodHandle LINKAT =
      bind(
          "linkat",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT),
          ERRNO_KEPT);
  private static final MethodHandle CLOSE =
      bind("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT), ERRNO_KEPT);

  private final MemorySegment state;

  Posix(Arena arena) {
    this.state = arena.allocate(STATE);
  }

  @SuppressWarnings("restricted") // it is for calling C
  private static MethodHandle bind(String name, FunctionDescriptor type, Linker.Option... options) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type, options);
  }

  /**
   * @param mode of a file that is made
   * @return a descriptor
   */
  int openAt(int folder, MemorySegment path, int flags, int mode) throws IOException {
    try {
      return (int) checked("open", (int) OPENAT.invokeExact(state, folder, path, flags, mode));
    } catch (Throwable e) {
      throw asIo(e);
    }
  }

  /** Writes all of it. */
  void write(int file, MemorySegment bytes) throws IOException {
    for (MemorySegment rest = bytes; rest.byteSize() > 0; ) {
      rest = rest.asSlice(writeSome(file, rest));
    }
  }

  private long writeSome(int file, MemorySegment bytes) throws IOException {
    try {
      long written = (long) WRITE.invokeExact(state, file, bytes, bytes.byteSize());
      boolean isInterrupted = written < 0 && errno() == EINTR;
      return isInterrupted ? 0 : checked("write", written);
    } catch (Throwable e) {
      throw asIo(e);
    }
  }

  void linkAt(int fromFolder, MemorySegment from, int toFolder, MemorySegment to, int flags)
      throws IOException {
    try {
      checked("link", (int) LINKAT.invokeExact(state, fromFolder, from, toFolder, to, flags));
    } catch (Throwable e) {
      throw asIo(e);
    }
  }

  void close(int file) throws IOException {
    try {
      checked("close", (int) CLOSE.invokeExact(state, file));
    } catch (Throwable e) {
      throw asIo(e);
    }
  }

  private long checked(String function, long result) throws IOException {
    if (result < 0) {
      throw new IOException(function + ": " + Messages.of(errno()));
    }
    return result;
  }

  private int errno() {
    return (int) ERRNO.get(state, 0L);
  }

  /** A method handle may throw anything; these functions throw what is checked here. */
  private static IOException asIo(Throwable failure) {
    return failure instanceof IOException known ? known : new IOException(failure);
  }

  /** Bound when something fails. */
  private static final class Messages {
    private static final MethodHandle STRERROR =
        bind("strerror", FunctionDescriptor.of(ADDRESS, JAVA_INT));

    @SuppressWarnings("restricted") // the C library says nothing of the length
    static String of(int errno) {
      try {
        MemorySegment text = (MemorySegment) STRERROR.invokeExact(errno);
        return text.reinterpret(MAX_MESSAGE_BYTES).getString(0);
      } catch (Throwable e) {
        return "error " + errno;
      }
    }
  }
}
