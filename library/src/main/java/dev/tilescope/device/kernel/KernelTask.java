package dev.tilescope.device.kernel;

import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreCoord;
import java.util.Comparator;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One kernel on one core, as the scheduler sees it. Ordered by time, then by place. */
final class KernelTask implements Comparable<KernelTask> {
  /** Something that a kernel cannot go on without. */
  interface Wait {
    boolean isOver();

    /** What is wanted, and what there is. */
    String text();
  }

  /** A wait for what never comes. */
  record Never(String text) implements Wait {
    @Override
    public boolean isOver() {
      return false;
    }
  }

  private static final Comparator<KernelTask> BY_TIME =
      Comparator.<KernelTask>comparingLong(t -> t.cycles).thenComparingInt(t -> t.index);

  private final int index;
  private final Kernel kernel;
  private final CoreCoord core;
  private final Semaphore turn = new Semaphore(0);
  private Runnable code = () -> {};
  private LongSupplier clock = () -> 0;
  private long cycles;
  private boolean hasStarted;
  private boolean hangs;
  private volatile @Nullable Thread thread;
  private @Nullable Wait wait;

  KernelTask(int index, Kernel kernel, CoreCoord core) {
    this.index = index;
    this.kernel = kernel;
    this.core = core;
  }

  void set(Runnable body, LongSupplier time) {
    code = body;
    clock = time;
    cycles = time.getAsLong();
  }

  /** Takes the time of its clock as its place in the queue; not while it is in one. */
  KernelTask atNow() {
    cycles = clock.getAsLong();
    return this;
  }

  boolean hasStarted() {
    return hasStarted;
  }

  void run() {
    hasStarted = true;
    thread = Thread.currentThread();
    try {
      code.run();
    } finally {
      thread = null;
    }
  }

  boolean isOn(CoreCoord other) {
    return core.equals(other);
  }

  boolean isOn(Risc risc) {
    return kernel.riscs().contains(risc);
  }

  /** By order of a fault plan it stays where it first could wait. */
  void hangs(boolean isToHang) {
    hangs = isToHang;
  }

  boolean hangs() {
    return hangs;
  }

  boolean isOnOwnThread() {
    return thread == Thread.currentThread();
  }

  void interrupt() {
    Thread running = thread;
    if (running != null) {
      running.interrupt();
    }
  }

  /** Where in its code it is; from any thread. */
  String place() {
    Thread running = thread;
    return running == null ? "" : KernelStack.text(running.getStackTrace());
  }

  void resume() {
    turn.release();
  }

  void pause() {
    turn.acquireUninterruptibly();
  }

  void waitFor(Wait reason) {
    wait = reason;
  }

  boolean isWaitOver() {
    return wait != null && wait.isOver();
  }

  String waitText() {
    return this + " " + Objects.requireNonNull(wait).text();
  }

  @Override
  public int compareTo(KernelTask other) {
    return BY_TIME.compare(this, other);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return index;
  }

  /** {@code kernel "reader" on core (x=0,y=0) NCRISC}. */
  @Override
  public String toString() {
    return kernel + " on core " + core + " " + riscText();
  }

  private String riscText() {
    return kernel.riscs().size() == 1 ? kernel.riscs().getFirst().name() : "TRISC_0-2";
  }
}
