package dev.tilescope.ops.internal.kernel;

import dev.tilescope.model.TilescopeException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs independent numbered tasks on the machine's cores.
 *
 * <p>The caller works too: it and the helpers claim task numbers from one counter until none are
 * left. So a call made from inside a task cannot deadlock, and a busy pool only means less help.
 * Which thread runs a task is not defined; tasks must not depend on it.
 */
final class Parallel {
  static final String THREADS_PROPERTY = "tilescope.threads";

  /** The calling thread alone. */
  static final Parallel SERIAL = new Parallel(1);

  private static final int MAX_THREADS = 1024;
  private static final int IDLE_SECONDS = 10;

  /** A part of a range, {@code [from, to)}. */
  interface RangeTask {
    void run(int from, int to);
  }

  private final int threads;
  private final ThreadPoolExecutor helpers;

  Parallel(int threads) {
    this.threads = threads;
    int size = Math.max(1, threads - 1);
    helpers =
        new ThreadPoolExecutor(
            size,
            size,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().name("tilescope-kernel-", 0).daemon().factory());
    helpers.allowCoreThreadTimeOut(true);
  }

  /** As many threads as system property {@code tilescope.threads} says, else one per core. */
  static Parallel configured() {
    String text = System.getProperty(THREADS_PROPERTY);
    return new Parallel(text == null ? Runtime.getRuntime().availableProcessors() : parse(text));
  }

  private static int parse(String text) {
    try {
      int threads = Integer.parseInt(text);
      if (threads >= 1 && threads <= MAX_THREADS) {
        return threads;
      }
    } catch (NumberFormatException e) {
      throw badCount(text, e);
    }
    throw badCount(text, null);
  }

  private static TilescopeException badCount(String text, @Nullable Throwable cause) {
    return new TilescopeException(
        THREADS_PROPERTY
            + ": must be a number from 1 to "
            + MAX_THREADS
            + ", got \""
            + text
            + "\"; remove it to use every core",
        cause);
  }

  int threads() {
    return threads;
  }

  /** Runs parts of {@code [0, length)} of at most {@code grain} elements each. */
  void forRange(int length, int grain, RangeTask task) {
    int parts = (int) (((long) length + grain - 1) / grain);
    forEach(
        parts,
        part -> {
          int from = part * grain;
          task.run(from, Math.min(length - from, grain) + from);
        });
  }

  /** Runs tasks 0 to count - 1, and returns when all are done; the first failure is rethrown. */
  void forEach(int count, IntConsumer task) {
    if (threads == 1 || count <= 1) {
      for (int i = 0; i < count; i++) {
        task.accept(i);
      }
      return;
    }
    Batch batch = new Batch(count, task);
    for (int i = 1; i < Math.min(threads, count); i++) {
      helpers.execute(batch);
    }
    batch.run();
    batch.await();
  }

  private static final class Batch implements Runnable {
    private final int count;
    private final IntConsumer task;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch unfinished;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    Batch(int count, IntConsumer task) {
      this.count = count;
      this.task = task;
      this.unfinished = new CountDownLatch(count);
    }

    @Override
    public void run() {
      // A helper that starts late reads the counter first, so that late ones cannot overflow it.
      while (next.get() < count) {
        int index = next.getAndIncrement();
        if (index < count) {
          runOne(index);
        }
      }
    }

    private void runOne(int index) {
      try {
        if (failure.get() == null) {
          task.accept(index);
        }
      } catch (Throwable e) {
        failure.compareAndSet(null, e);
      } finally {
        unfinished.countDown();
      }
    }

    /** Waits without giving way to interrupts, since helpers still write to the caller's arrays. */
    void await() {
      boolean interrupted = false;
      while (true) {
        try {
          unfinished.await();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      rethrow();
    }

    private void rethrow() {
      switch (failure.get()) {
        case null -> {}
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case Throwable e -> throw new TilescopeException("a kernel task failed: " + e, e);
      }
    }
  }
}
