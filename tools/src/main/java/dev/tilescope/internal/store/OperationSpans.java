package dev.tilescope.internal.store;

import dev.tilescope.internal.io.LongBlocks;

/**
 * Where in the trace the operations lie: they are numbered in its order and do not overlap.
 *
 * <p>Protocol: {@link #begin} and {@link #end} in turn, in the order of the trace, with {@link
 * #helper} for calls between them that are no operations.
 */
final class OperationSpans {
  private final long base;
  private final LongBlocks ends = new LongBlocks();
  private final LongBlocks callStarts = new LongBlocks();

  /** The operation of a call; negative if it only frees; 0 if the call is none. */
  private final LongBlocks callOperations = new LongBlocks();

  private long lastBegun;

  /**
   * @param base the id of the first operation, minus one
   */
  OperationSpans(long base) {
    this.base = base;
  }

  void begin(long index, boolean frees) {
    lastBegun = base + ends.size() + 1;
    call(index, frees ? -lastBegun : lastBegun);
  }

  void helper(long index) {
    call(index, 0);
  }

  private void call(long index, long operation) {
    callStarts.add(index);
    callOperations.add(operation);
  }

  void end(long index) {
    ends.add(index);
  }

  /** The operation that a node lies in, or the next one if it lies between two. */
  long at(long index) {
    return base + 1 + firstNotBelow(ends, index);
  }

  /** The operation that begins with this node; 0 if none does. */
  long beginningAt(long index) {
    long call = firstNotBelow(callStarts, index);
    return call < callStarts.size() && callStarts.get(call) == index
        ? Math.abs(callOperations.get(call))
        : 0;
  }

  /**
   * The operation that uses a tensor whose node is there: what follows an operation's end are its
   * outputs. 0 if none does, or one that only frees.
   */
  long usingAt(long index) {
    long call = firstNotBelow(callStarts, index + 1) - 1;
    return call < 0 ? 0 : Math.max(0, callOperations.get(call));
  }

  /** Whether a node lies in an operation, and not between two. */
  boolean holds(long index) {
    long call = firstNotBelow(callStarts, index + 1) - 1;
    return call >= 0 && Math.abs(callOperations.get(call)) == at(index);
  }

  /** False for the next operation while nobody knows whether one comes. */
  boolean hasBegun(long operation) {
    return operation <= lastBegun;
  }

  /** At the end of the trace: the operation itself, or the last one if it never came; 0 if none. */
  long existing(long operation) {
    return Math.min(operation, lastBegun);
  }

  /** Nearly every question is about the last entries: these are looked at first. */
  private static long firstNotBelow(LongBlocks ascending, long value) {
    long high = ascending.size();
    long step = 1;
    long low = high;
    while (low > 0 && ascending.get(low - 1) >= value) {
      high = low - 1;
      low = Math.max(0, low - step);
      step *= 2;
    }
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (ascending.get(middle) >= value) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return high;
  }
}
