package dev.tilescope.tracy.live;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The open zones of a thread, and which of them the peer has not been told of: their ends must not
 * be told either.
 */
final class ThreadTrack {
  /** What Tracy draws, and saves, without running out of stack. */
  static final int MOST_DEPTH = 1024;

  static final long NO_FIBER = 0;

  private static final long NEVER = -1;

  final int id;

  /** What stands for a virtual thread on the wire, or {@link #NO_FIBER}. */
  final long fiber;

  private final BitSet untold = new BitSet(0);
  private long[] begins = new long[8];
  private int depth;
  private long lastNanos;
  private long leftNanos = NEVER;

  ThreadTrack(int id, long fiber) {
    this.id = id;
    this.fiber = fiber;
  }

  boolean isFiber() {
    return fiber != NO_FIBER;
  }

  /** When it enters its carrier: with its last event if that is its first, else when it left. */
  long enter() {
    return leftNanos == NEVER ? lastNanos : leftNanos;
  }

  /** When it leaves its carrier: with its last event. */
  long leave() {
    leftNanos = lastNanos;
    return lastNanos;
  }

  /** Times of a thread never go back. */
  long at(long nanos) {
    lastNanos = Math.clamp(nanos, lastNanos, EventStream.MOST_NANOS);
    return lastNanos;
  }

  long lastNanos() {
    return lastNanos;
  }

  boolean isTooDeep() {
    return depth >= MOST_DEPTH;
  }

  void beginUntold() {
    untold.set(depth++);
  }

  /** Returns when it begins. */
  long begin(long nanos) {
    if (depth >= begins.length) {
      begins = Arrays.copyOf(begins, 2 * depth);
    }
    long begin = at(nanos);
    begins[depth++] = begin;
    return begin;
  }

  /** Whether what is said of the innermost zone can be told. */
  boolean isTold() {
    return depth > 0 && !untold.get(depth - 1);
  }

  /**
   * Ends the innermost zone, which the peer was told of.
   *
   * @return when: zones of no length are left out of Tracy's statistics, so it is not at once
   */
  long end(long nanos) {
    depth--;
    return at(Math.max(nanos, begins[depth] + 1));
  }

  void endUntold() {
    if (depth > 0) {
      untold.clear(--depth);
    }
  }
}
