package dev.tilescope.args;

import dev.tilescope.internal.io.MovedFiles;
import dev.tilescope.internal.io.UnnamedFiles;
import dev.tilescope.internal.io.WholeFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes records to files, in the background; a full queue makes callers wait, nothing is dropped.
 *
 * <p>Whatever fails here (a full disk, a value without text) is counted, the first time with a line
 * on standard error, and never reaches the program.
 */
final class TraceWriter implements AutoCloseable {
  private static final int QUEUE = 1024;
  private static final int WRITERS = 2;

  /** Taken at once, so that a waiting program is woken for many calls and not for each. */
  private static final int BATCH = 64;

  /** So many files of a process are worth the start of the quicker way. */
  private static final int MANY = 4096;

  private static final AtomicLong WRITTEN_BEFORE = new AtomicLong();

  private final Path folder;
  private final TraceOptions options;
  private final Consumer<String> log;
  private final WholeFiles moved;
  private volatile @Nullable WholeFiles quick;
  private final BlockingQueue<Task> queue = new ArrayBlockingQueue<>(QUEUE);
  private final Thread[] writers = new Thread[WRITERS];
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicBoolean complained = new AtomicBoolean();

  private sealed interface Task {
    record Write(CallRecord call) implements Task {}

    /** The last one, for each writer. */
    record Stop() implements Task {}
  }

  TraceWriter(Path folder, TraceOptions options, Consumer<String> log) throws IOException {
    this.folder = folder;
    this.options = options;
    this.log = log;
    this.moved = new MovedFiles(folder);
    for (int i = 0; i < WRITERS; i++) {
      writers[i] =
          Thread.ofPlatform().name("tilescope-trace-params-" + i).daemon().start(this::work);
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
    List<CallRecord> batch = new ArrayList<>(BATCH);
    try (CallFiles target = new CallFiles(moved, options)) {
      boolean goesOn = true;
      while (goesOn) {
        goesOn = take(batch);
        batch.forEach(call -> write(call, target));
        batch.clear();
      }
    }
  }

  /**
   * Waits for something to do. Nobody interrupts a writer.
   *
   * @return false if there will be nothing more
   */
  private boolean take(List<CallRecord> batch) {
    try {
      Task task = queue.take();
      while (task instanceof Task.Write(CallRecord call)) {
        batch.add(call);
        task = batch.size() < BATCH ? queue.poll() : null;
      }
      return task == null;
    } catch (InterruptedException e) {
      return true;
    }
  }

  /** Writes on the calling thread. */
  void writeNow(CallRecord call) {
    try (CallFiles target = new CallFiles(moved, options)) {
      write(call, target);
    }
  }

  private void write(CallRecord call, CallFiles target) {
    try {
      target.use(files());
      target.write(call);
      written.incrementAndGet();
    } catch (Throwable e) {
      // Also what is no exception: without its writers a program would wait for them for good.
      fail(call.number(), call.content().operation(), e);
    }
  }

  private WholeFiles files() {
    WholeFiles known = quick;
    if (known != null) {
      return known;
    }
    return WRITTEN_BEFORE.get() + written.get() < MANY ? moved : quickFiles();
  }

  private synchronized WholeFiles quickFiles() {
    WholeFiles known = quick;
    if (known == null) {
      WholeFiles unnamed = UnnamedFiles.in(folder);
      known = unnamed == null ? moved : unnamed;
      quick = known;
    }
    return known;
  }

  /** A call that has no file. */
  void fail(long number, String operation, Throwable failure) {
    failed.incrementAndGet();
    if (!complained.getAndSet(true)) {
      log.accept(
          "call %d (%s) could not be written to %s: %s; further failures are only counted"
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
    WRITTEN_BEFORE.addAndGet(written.get());
    closeFiles();
  }

  private void closeFiles() {
    moved.close();
    WholeFiles known = quick;
    if (known != null) {
      known.close();
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
