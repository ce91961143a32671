package dev.tilescope.args;

import dev.tilescope.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Writes records to files, in the background; a full queue makes callers wait, nothing is dropped.
 *
 * <p>A file appears whole or not at all: it is written in the sub-folder {@code .writing} and moved
 * into place. What a killed process leaves behind lies there, and goes with the next one that finds
 * nobody else at work.
 *
 * <p>Whatever fails here (a full disk, a value without text) is counted, the first time with a line
 * on standard error, and never reaches the program.
 */
final class TraceWriter implements AutoCloseable {
  static final String UNFINISHED = ".writing";

  private static final long PID = ProcessHandle.current().pid();
  private static final int QUEUE = 1024;
  private static final int WRITERS = 2;
  private static final int SMALL_BYTES = 1 << 18;

  private final File folder;
  private final File unfinished;
  private final TraceOptions options;
  private final Consumer<String> log;
  private final BlockingQueue<Task> queue = new ArrayBlockingQueue<>(QUEUE);
  private final Thread[] writers = new Thread[WRITERS];
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong temporaries = new AtomicLong();
  private final AtomicBoolean complained = new AtomicBoolean();

  private sealed interface Task {
    record Write(CallRecord call) implements Task {}

    /** The last one, for each writer. */
    record Stop() implements Task {}
  }

  TraceWriter(Path folder, TraceOptions options, Consumer<String> log) throws IOException {
    this.folder = folder.toFile();
    this.options = options;
    this.log = log;
    this.unfinished = Files.createDirectories(folder.resolve(UNFINISHED)).toFile();
    for (int i = 0; i < WRITERS; i++) {
      writers[i] =
          Thread.ofPlatform().name("tilescope-trace-params-" + i).daemon().start(this::work);
    }
  }

  /**
   * Removes the sub-folder, with what a killed process may have left there; to be called by a
   * process that is alone in the folder.
   */
  static void removeUnfinished(Path folder) {
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

  long written() {
    return written.get();
  }

  long failed() {
    return failed.get();
  }

  /** Waits while the queue is full; interrupts are kept for the program. */
  void enqueue(CallRecord call) {
    put(new Task.Write(call));
  }

  private void put(Task task) {
    boolean interrupted = false;
    while (true) {
      try {
        queue.put(task);
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void work() {
    Buffer buffer = new Buffer();
    boolean isInterrupted = false;
    while (true) {
      try {
        if (!(queue.take() instanceof Task.Write(CallRecord call))) {
          break;
        }
        write(call, buffer);
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Writes on the calling thread. */
  void writeNow(CallRecord call) {
    write(call, new Buffer());
  }

  private void write(CallRecord call, Buffer buffer) {
    File temporary = temporary();
    try {
      String name = fileName(call);
      try (OutputStream target = buffer.to(temporary)) {
        JsonWriter json = JsonWriter.pretty(target);
        new CallJson(json, options, new Side(name)).write(call);
        json.close();
      }
      publish(temporary, name + ".json");
      written.incrementAndGet();
    } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
      discard(temporary);
      fail(call.number(), call.operation(), e);
    }
  }

  /** Half a file would keep a full disk full. */
  private static void discard(File temporary) {
    if (!temporary.delete()) {
      temporary.deleteOnExit();
    }
  }

  private static String fileName(CallRecord call) {
    StringBuilder name = new StringBuilder().append(call.number()).append('_');
    for (int i = 0; i < call.operation().length(); i++) {
      char c = call.operation().charAt(i);
      boolean isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      name.append(isPlain ? c : '_');
    }
    return name.append('_').append(call.time()).toString();
  }

  private File temporary() {
    return new File(unfinished, PID + "-" + temporaries.incrementAndGet());
  }

  private void publish(File temporary, String name) throws IOException {
    if (!temporary.renameTo(new File(folder, name))) {
      // The slow way says why.
      Files.move(temporary.toPath(), folder.toPath().resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Tensors of one call that have files of their own, written before the call's. */
  private final class Side implements CallJson.SideFiles {
    private final String call;
    private int count;

    Side(String call) {
      this.call = call;
    }

    @Override
    public String write(Elements elements) {
      String name = call + "_tensor" + count++ + ".npy";
      File temporary = temporary();
      try {
        try (OutputStream target = new FileOutputStream(temporary)) {
          NpyFile.write(elements, target);
        }
        publish(temporary, name);
        return name;
      } catch (IOException e) {
        discard(temporary);
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Small files are one write; bigger ones go through as they come. */
  private static final class Buffer {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(SMALL_BYTES / 16);

    OutputStream to(File file) throws IOException {
      bytes.reset();
      FileOutputStream target = new FileOutputStream(file);
      return new OutputStream() {
        @Override
        public void write(int b) throws IOException {
          write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
          bytes.write(source, offset, length);
          if (bytes.size() > SMALL_BYTES) {
            empty();
          }
        }

        private void empty() throws IOException {
          bytes.writeTo(target);
          bytes.reset();
        }

        @Override
        public void close() throws IOException {
          try (target) {
            empty();
          }
        }
      };
    }
  }

  /** A call that has no file. */
  void fail(long number, String operation, Throwable failure) {
    failed.incrementAndGet();
    if (!complained.getAndSet(true)) {
      log.accept(
          "tilescope: call %d (%s) could not be written to %s: %s; further failures are only counted"
              .formatted(number, operation, folder, failure));
    }
  }

  /** Writes what is queued; returns when all of it is on disk. */
  @Override
  public void close() {
    for (int i = 0; i < WRITERS; i++) {
      put(new Task.Stop());
    }
    for (Thread writer : writers) {
      join(writer);
    }
  }

  private static void join(Thread writer) {
    boolean interrupted = false;
    while (writer.isAlive()) {
      try {
        writer.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
