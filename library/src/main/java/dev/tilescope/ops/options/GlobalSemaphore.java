package dev.tilescope.ops.options;

import dev.tilescope.model.CoreRangeSet;

/**
 * What cores of several devices count together: TT-NN's {@code create_global_semaphore}. The
 * modelled devices wait for each other by themselves, so a semaphore is taken and traced, and holds
 * no memory.
 */
public record GlobalSemaphore(CoreRangeSet cores, int initialValue) {
  @Override
  public String toString() {
    return "GlobalSemaphore(cores=%s,initial_value=%d)".formatted(cores, initialValue);
  }
}
