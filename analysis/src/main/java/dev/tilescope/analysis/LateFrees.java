package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.BufferLifetimes.Moment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Buffers that outlived their last use by at least one operation. A buffer that was never freed is
 * late until the end of the capture; one from before the capture counts only if the capture freed
 * it. Weights are not late: what an operation only brought in or filled, and what then stays until
 * the model is done, is there because the model runs again.
 *
 * @param frees most expensive first
 * @param weights how many buffers stay so
 * @param weightBytes what they take, over all banks
 */
public record LateFrees(List<LateFree> frees, int weights, long weightBytes) {
  public LateFrees {
    frees = List.copyOf(frees);
  }

  /**
   * @param operationsLate operations that ran while nothing needed the buffer
   * @param byteOperations bytes times those operations: what being late cost
   */
  public record LateFree(Lifetime buffer, int operationsLate, long byteOperations) {}

  /** What all of them cost together, in bytes times operations. */
  public long byteOperations() {
    long sum = 0;
    for (LateFree late : frees) {
      sum += Math.min(late.byteOperations(), Long.MAX_VALUE - sum);
    }
    return sum;
  }

  public static LateFrees of(BufferLifetimes buffers) {
    int lastStep = buffers.clock().operations().size() - 1;
    List<LateFree> found = new ArrayList<>();
    int weights = 0;
    long weightBytes = 0;
    for (Lifetime lifetime : buffers.lifetimes()) {
      if (isWeight(lifetime, buffers.clock())) {
        weights++;
        weightBytes += lifetime.bytes();
        continue;
      }
      int late = operationsLate(lifetime, lastStep);
      if (late > 0) {
        found.add(new LateFree(lifetime, late, price(lifetime.bytes(), late)));
      }
    }
    found.sort(
        Comparator.comparingLong(LateFree::byteOperations)
            .reversed()
            .thenComparingInt(late -> late.buffer().counter()));
    return new LateFrees(found, weights, weightBytes);
  }

  private static boolean isWeight(Lifetime lifetime, OperationClock clock) {
    Moment made = lifetime.made();
    Moment freed = lifetime.freed();
    int lastWorking = clock.numberOf(clock.operations().size() - 1);
    return lifetime.lastUse() != null
        && (freed == null || clock.numbers().at(freed.counter()) > lastWorking)
        && made != null
        && (clock.numbers().holding(made.counter()) == 0
            || SetUpCalls.contain(made.path().getFirst()));
  }

  private static int operationsLate(Lifetime lifetime, int lastStep) {
    Moment lastUse = lifetime.lastUse();
    Moment freed = lifetime.freed();
    if (lastUse == null || (freed == null && lifetime.made() == null)) {
      return 0;
    }
    return (freed == null ? lastStep : freed.step()) - lastUse.step();
  }

  /** A hostile size must not turn the dearest into the cheapest. */
  private static long price(long bytes, int operations) {
    return Math.multiplyHigh(bytes, operations) == 0 && bytes * operations >= 0
        ? bytes * operations
        : Long.MAX_VALUE;
  }
}
