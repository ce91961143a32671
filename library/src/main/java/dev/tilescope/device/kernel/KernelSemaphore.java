package dev.tilescope.device.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A semaphore of one core: its value, and when it came to that. Changes are remembered until a wait
 * has passed them, so that who waits goes on when its value came, even if others have run ahead.
 */
final class KernelSemaphore {
  private record Change(int value, long cycles) {}

  private final int id;
  private final List<KernelTask> waiting = new ArrayList<>(2);
  private final Deque<Change> changes = new ArrayDeque<>();

  KernelSemaphore(int id, int value) {
    this.id = id;
    changes.add(new Change(value, 0));
  }

  int value() {
    return changes.getLast().value();
  }

  List<KernelTask> waiting() {
    return waiting;
  }

  /** By a kernel of its own core: what was before is over. */
  void set(int wanted, long cycles) {
    changes.clear();
    changes.add(new Change(wanted, cycles));
  }

  /** By any core. */
  void arrive(int wanted, long cycles) {
    changes.add(new Change(wanted, Math.max(changes.getLast().cycles(), cycles)));
  }

  /** When the condition, which holds now, first did. */
  long since(IntPredicate condition) {
    while (changes.size() > 1 && !condition.test(changes.getFirst().value())) {
      changes.removeFirst();
    }
    return changes.getFirst().cycles();
  }

  KernelTask.Wait waitingFor(String text, IntPredicate condition) {
    return new KernelTask.Wait() {
      @Override
      public boolean isOver() {
        return condition.test(value());
      }

      @Override
      public String text() {
        return "waits for semaphore %d to be %s, and it is %d".formatted(id, text, value());
      }
    };
  }
}
