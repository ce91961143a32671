package dev.tilescope.device.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** A semaphore of one core: its value, and when it last changed. */
final class KernelSemaphore {
  private final int id;
  private final List<KernelTask> waiting = new ArrayList<>(2);
  private int value;
  private long changedAt;

  KernelSemaphore(int id, int value) {
    this.id = id;
    this.value = value;
  }

  int value() {
    return value;
  }

  long changedAt() {
    return changedAt;
  }

  List<KernelTask> waiting() {
    return waiting;
  }

  void set(int wanted, long cycles) {
    value = wanted;
    changedAt = Math.max(changedAt, cycles);
  }

  KernelTask.Wait waitingFor(String text, IntPredicate condition) {
    return new KernelTask.Wait() {
      @Override
      public boolean isOver() {
        return condition.test(value);
      }

      @Override
      public String text() {
        return "waits for semaphore %d to be %s, and it is %d".formatted(id, text, value);
      }
    };
  }
}
