package dev.tilescope.internal.logs;

/** From the first to the last of the times it was shown. */
final class CycleSpan {
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;
  private int count;

  void include(long cycles) {
    first = Math.min(first, cycles);
    last = Math.max(last, cycles);
    count++;
  }

  boolean isEmpty() {
    return first > last;
  }

  /** How many times it was shown. */
  int count() {
    return count;
  }

  long first() {
    return first;
  }

  long last() {
    return last;
  }

  long cycles() {
    return last - first;
  }
}
