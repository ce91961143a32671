package dev.tilescope.device.kernel;

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
    code.run();
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
