package dev.tilescope.tracy.live;

import java.util.Map;

/** Looks at the call stacks of the program's threads now and then. */
final class StackSampler {
  private static final int MOST_FRAMES = 64;

  private final EventStream stream;
  private final Names names;
  private final long periodNanos;
  private long nextNanos;

  /**
   * @param periodNanos 0 for never
   */
  StackSampler(EventStream stream, Names names, long periodNanos) {
    this.stream = stream;
    this.names = names;
    this.periodNanos = periodNanos;
  }

  /**
   * @param threads the numbers of threads that can be told by their names
   */
  void sampleIfDue(long nanos, Map<String, Integer> threads) {
    if (periodNanos == 0 || nanos < nextNanos) {
      return;
    }
    nextNanos = nanos + periodNanos;
    Thread.getAllStackTraces()
        .forEach((thread, stack) -> {
          Integer number = threads.get(thread.getName());
          if (number != null && stack.length > 0) {
            stream.sample(nanos, number, addresses(stack));
          }
        });
  }

  private long[] addresses(StackTraceElement[] stack) {
    long[] addresses = new long[Math.min(MOST_FRAMES, stack.length)];
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = names.stackFrame(stack[i]);
    }
    return addresses;
  }
}
