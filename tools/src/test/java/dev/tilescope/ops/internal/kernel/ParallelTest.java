package dev.tilescope.ops.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ParallelTest {
  private final Parallel parallel = new Parallel(4);

  @Test
  void everyTaskRunsOnce() {
    AtomicIntegerArray runs = new AtomicIntegerArray(1000);
    parallel.forEach(1000, runs::incrementAndGet);
    for (int i = 0; i < 1000; i++) {
      assertThat(runs.get(i)).isEqualTo(1);
    }
  }

  @Test
  void partsCoverTheRangeWithoutOverlap() {
    AtomicIntegerArray runs = new AtomicIntegerArray(1003);
    parallel.forRange(
        1003,
        10,
        (from, to) -> {
          assertThat(to - from).isBetween(1, 10);
          for (int i = from; i < to; i++) {
            runs.incrementAndGet(i);
          }
        });
    for (int i = 0; i < 1003; i++) {
      assertThat(runs.get(i)).isEqualTo(1);
    }
  }

  @Test
  void tasksReallyRunAtTheSameTime() {
    CyclicBarrier barrier = new CyclicBarrier(4);
    parallel.forEach(4, i -> await(barrier));
    assertThat(barrier.getNumberWaiting()).isZero();
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void nothingToDoIsDoneAtOnce() {
    parallel.forEach(0, i -> failNow());
    parallel.forRange(0, 10, (from, to) -> failNow());
  }

  private static void failNow() {
    throw new AssertionError("ran a task that does not exist");
  }

  @Test
  void aFailureReachesTheCallerAndThePoolSurvives() {
    for (int failing = 0; failing < 20; failing++) {
      int bad = failing;
      assertThatThrownBy(() -> parallel.forEach(20, i -> failIf(i == bad)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("bad task");
    }
    everyTaskRunsOnce();
  }

  private static void failIf(boolean bad) {
    if (bad) {
      throw new IllegalStateException("bad task");
    }
  }

  @Test
  void tasksMayStartTasks() {
    AtomicInteger runs = new AtomicInteger();
    parallel.forEach(
        20, i -> parallel.forEach(20, j -> parallel.forEach(3, k -> runs.incrementAndGet())));
    assertThat(runs).hasValue(20 * 20 * 3);
  }

  @Test
  void anInterruptedCallerStillGetsAllItsWork() {
    AtomicInteger runs = new AtomicInteger();
    Thread.currentThread().interrupt();
    parallel.forEach(500, i -> runs.incrementAndGet());
    assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
    assertThat(runs).hasValue(500);
  }

  @Test
  void manyThreadsMayComputeAtOnce() throws InterruptedException {
    Engine engine = new Engine(new VectorLanes(), parallel);
    int size = 150;
    float[] a = Reference.uniform(1, size * size, -1, 1);
    float[] expected = square(engine, a, size);
    List<float[]> results = new ArrayList<>();
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      callers.add(
          Thread.ofVirtual()
              .start(() -> {
                float[] result = square(engine, a, size);
                synchronized (results) {
                  results.add(result);
                }
              }));
    }
    for (Thread caller : callers) {
      caller.join();
    }
    assertThat(results).hasSize(8).allSatisfy(r -> assertThat(r).isEqualTo(expected));
  }

  private static float[] square(Engine engine, float[] a, int size) {
    float[] out = new float[size * size];
    engine.matmul(
        new Matmul.Product(a, 0, a, 0, out, 0, size, size, size, false, Matmul.Epilogue.NONE));
    return out;
  }
}
