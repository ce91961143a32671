package dev.tilescope.device.kernel;

import dev.tilescope.device.DeviceTimeoutException;
import dev.tilescope.device.KernelThread;
import dev.tilescope.model.TilescopeException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs the kernels of one program to their end, one at a time: whichever is furthest behind by its
 * own clock. A kernel gives up its turn where it waits for another, and where it waits for the NoC.
 *
 * <p>Only the one whose turn it is touches the state of the program; handing it over makes
 * everything visible to the next. A kernel that ends passes its thread on to one that has not
 * begun, so a program in which nobody waits needs a single thread.
 *
 * <p>If all kernels wait, none will ever go on: that ends the program at once. So does a kernel
 * that fails. The others are then let go, each throwing {@link Stopped} from where it waits.
 *
 * <p>If a fault plan keeps a kernel from going on, the turn may come to lie {@link #idle}: nobody
 * has it but the host, which takes it when its patience is over. If a kernel has the turn and does
 * nothing with it, it ends with its next call; one that makes none is left alone.
 */
final class KernelScheduler {
  /** Ends a kernel whose program has failed. */
  static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;

    Stopped() {
      super("the program has ended", null, false, false);
    }
  }

  private static final long STOP_MILLIS = 1000;

  /** The error of a timeout is to come within a second of it. */
  private static final long STOP_AFTER_TIMEOUT_MILLIS = 500;

  /** Whether a kernel that makes no calls has a carrier of virtual threads for ever. */
  private static volatile boolean isCarrierLost;

  private final HangText text;
  private final PriorityQueue<KernelTask> ready = new PriorityQueue<>();
  private final Set<KernelTask> blocked = new LinkedHashSet<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicBoolean idle = new AtomicBoolean();
  private final AtomicLong moves = new AtomicLong();
  private int unfinished;
  private boolean isAnyHung;
  private @Nullable TilescopeException failure;
  private volatile @Nullable KernelTask turn;
  private volatile boolean isAbandoned;
  private volatile boolean isTimeOver;
  private String silentAt = "";

  /**
   * @param text also says how long the kernels may do nothing
   */
  KernelScheduler(HangText text) {
    this.text = text;
  }

  /** Runs all tasks and returns when the last one has ended. */
  void run(List<KernelTask> tasks) {
    ready.addAll(tasks);
    unfinished = tasks.size();
    startWorker();
    awaitEnd();
    switch (failure) {
      case null -> {}
      case DeviceTimeoutException hang -> throw hang;
      case TilescopeException other ->
          throw new TilescopeException(String.valueOf(other.getMessage()), other.getCause());
    }
  }

  /** The one place where the host waits for kernels. */
  private void awaitEnd() {
    try {
      if (!text.timeout().await(ended, moves::getOpaque)) {
        giveUp();
      }
    } catch (InterruptedException e) {
      abandon();
      boolean stopped = haveStopped(STOP_MILLIS);
      Thread.currentThread().interrupt();
      throw new TilescopeException(
          "interrupted while kernels were running; what they have written is incomplete"
              + (stopped ? "" : ", and one that makes no calls is still running"),
          e);
    }
  }

  /**
   * The kernels say themselves what they are at, in {@link #gaveUp}; but one that makes no calls
   * says nothing, and is looked at before it is disturbed.
   */
  private void giveUp() {
    KernelTask busy = turn;
    silentAt = busy == null ? "" : busy.place();
    isTimeOver = true;
    abandon();
    boolean stopped = haveStopped(STOP_AFTER_TIMEOUT_MILLIS);
    if (!stopped || failure == null) {
      isCarrierLost |= !stopped;
      throw text.silence(busy == null ? turn : busy, silentAt, stopped);
    }
  }

  /** Each kernel ends with its next call, or with an interrupt of what it waits for in Java. */
  private void abandon() {
    isAbandoned = true;
    if (idle.compareAndSet(true, false)) {
      fail(gaveUp());
      startWorker();
    } else {
      KernelTask busy = turn;
      if (busy != null) {
        busy.interrupt();
      }
    }
  }

  /** Whether none can write into the next program's memory. */
  private boolean haveStopped(long millis) {
    try {
      return ended.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      return false;
    }
  }

  private void startWorker() {
    Thread.Builder threads = isCarrierLost ? Thread.ofPlatform().daemon() : Thread.ofVirtual();
    threads.name("tilescope-kernel").start(this::work);
  }

  /** Something was done that others can see: the time without progress begins anew. */
  void progress() {
    // Only who has the turn comes here, so that nothing is lost between the two.
    moves.setOpaque(moves.getPlain() + 1);
  }

  private void work() {
    KernelThread.become();
    while (unfinished > 0) {
      if (ready.isEmpty()) {
        if (isAnyHung && isLeftIdle()) {
          return;
        }
        fail(isAnyHung ? gaveUp() : text.deadlock(blocked));
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
      progress();
      turn = task;
      task.run();
    } catch (Stopped _) {
      // The failure that stopped it is known.
    } catch (Throwable e) {
      fail(isTimeOver ? text.silence(task, silentAt, true) : HangText.failed(task, e));
    } finally {
      unfinished--;
      progress();
    }
  }

  /** Keeps a kernel where it is, by order of a fault plan. */
  void hang(KernelTask task, String where) {
    isAnyHung = true;
    await(task, new KernelTask.Never(where));
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
      if (isAnyHung && isLeftIdle()) {
        task.pause();
        requireRunning();
        return;
      }
      fail(isAnyHung ? gaveUp() : text.deadlock(blocked));
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
    turn = task;
    requireRunning();
  }

  /** Leaves the turn to the host; false if the host has given up before and will not take it. */
  private boolean isLeftIdle() {
    idle.set(true);
    return !(isAbandoned && idle.compareAndSet(true, false));
  }

  /** Every call of a kernel passes here, so that none goes on after the program has ended. */
  void requireRunning() {
    if (isAbandoned && failure == null) {
      fail(gaveUp());
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

  /** By who has the turn: what each kernel was at when the host gave up. */
  private TilescopeException gaveUp() {
    if (!isTimeOver) {
      return new TilescopeException("the host no longer waits for the program");
    }
    KernelTask own = turn;
    boolean isSpinning = own != null && own.isOnOwnThread() && !blocked.contains(own);
    return text.expired(isSpinning ? own : null, blocked);
  }
}
