package dev.tilescope.device.kernel;

import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs the kernels of one program to their end, one at a time: whichever is furthest behind by its
 * own clock. A kernel gives up its turn where it waits for another, and where it waits for the NoC.
 *
 * <p>Who has the turn alone touches the state of the program; handing it over makes everything
 * visible to the next. A kernel that ends passes its thread on to one that has not begun, so a
 * program in which nobody waits needs a single thread.
 *
 * <p>If all kernels wait, none will ever go on: that ends the program at once. So does a kernel
 * that fails. The others are then let go, each throwing {@link Stopped} from where it waits.
 */
final class KernelScheduler {
  /** Ends a kernel whose program has failed. */
  static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;

    Stopped() {
      super("the program has ended", null, false, false);
    }
  }

  private static final ThreadLocal<Boolean> IN_KERNEL = ThreadLocal.withInitial(() -> false);

  /** Reports of a deadlock name so many kernels. */
  private static final int MOST_NAMED = 16;

  private final PriorityQueue<KernelTask> ready = new PriorityQueue<>();
  private final Set<KernelTask> blocked = new LinkedHashSet<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private int unfinished;
  private @Nullable TilescopeException failure;
  private volatile boolean isAbandoned;

  /** True on a thread that runs a kernel. */
  static boolean isKernelThread() {
    return IN_KERNEL.get();
  }

  /** Runs all tasks and returns when the last one has ended. */
  void run(List<KernelTask> tasks) {
    ready.addAll(tasks);
    unfinished = tasks.size();
    startWorker();
    awaitEnd();
    if (failure != null) {
      throw new TilescopeException(String.valueOf(failure.getMessage()), failure.getCause());
    }
  }

  /** The one place where the host waits for kernels. */
  private void awaitEnd() {
    try {
      ended.await();
    } catch (InterruptedException e) {
      isAbandoned = true;
      Thread.currentThread().interrupt();
      throw new TilescopeException(
          "interrupted while kernels were running; what they have written is incomplete", e);
    }
  }

  private void startWorker() {
    Thread.ofVirtual().name("tilescope-kernel").start(this::work);
  }

  private void work() {
    IN_KERNEL.set(true);
    while (unfinished > 0) {
      if (ready.isEmpty()) {
        fail(deadlock());
      }
      KernelTask next = ready.remove();
      if (next.hasStarted()) {
        next.resume();
        return;
      }
      run(next);
    }
    ended.countDown();
  }

  private void run(KernelTask task) {
    try {
      task.run();
    } catch (Stopped _) {
      // The failure that stopped it is known.
    } catch (Throwable e) {
      fail(new TilescopeException(task + " failed: " + e.getMessage(), e));
    } finally {
      unfinished--;
    }
  }

  /** Returns when the wait is over, having let others run. */
  void await(KernelTask task, KernelTask.Wait wait) {
    requireRunning();
    while (!wait.isOver()) {
      task.waitFor(wait);
      blocked.add(task);
      giveTurn(task);
    }
  }

  /** Lets those run that are behind this one. */
  void letOthersCatchUp(KernelTask task) {
    requireRunning();
    KernelTask next = ready.peek();
    if (next != null && next.compareTo(task.atNow()) < 0) {
      ready.add(task);
      giveTurn(task);
    }
  }

  /** Those of the waiting whose wait is over can go on. */
  void wake(List<KernelTask> waiting) {
    for (KernelTask task : waiting) {
      if (task.isWaitOver() && blocked.remove(task)) {
        ready.add(task.atNow());
      }
    }
  }

  private void giveTurn(KernelTask task) {
    if (ready.isEmpty()) {
      fail(deadlock());
    }
    KernelTask next = ready.element();
    if (next == task) {
      ready.remove();
    } else if (next.hasStarted()) {
      ready.remove();
      next.resume();
      task.pause();
    } else {
      startWorker();
      task.pause();
    }
    requireRunning();
  }

  /** Every call of a kernel passes here, so that none goes on after the program has ended. */
  void requireRunning() {
    if (isAbandoned && failure == null) {
      fail(new TilescopeException("the host no longer waits for the program"));
    }
    if (failure != null) {
      throw new Stopped();
    }
  }

  boolean isStopped() {
    return failure != null || isAbandoned;
  }

  private void fail(TilescopeException cause) {
    if (failure != null) {
      return;
    }
    failure = cause;
    int before = ready.size();
    ready.removeIf(task -> !task.hasStarted());
    unfinished -= before - ready.size();
    blocked.forEach(task -> ready.add(task.atNow()));
    blocked.clear();
  }

  private TilescopeException deadlock() {
    List<String> waits = new ArrayList<>();
    blocked.stream().sorted().limit(MOST_NAMED).forEach(task -> waits.add(task.waitText()));
    if (blocked.size() > MOST_NAMED) {
      waits.add("and " + (blocked.size() - MOST_NAMED) + " more");
    }
    return new TilescopeException(
        waits.stream()
            .collect(
                Collectors.joining(
                    "\n  ",
                    "deadlock: each kernel that has not ended waits for another one\n  ",
                    "\nLook for pages that are waited for but never pushed, or reserved beyond what"
                        + " is popped.")));
  }
}
