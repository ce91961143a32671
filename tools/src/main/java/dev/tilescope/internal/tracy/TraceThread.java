package dev.tilescope.internal.tracy;

import org.jspecify.annotations.Nullable;

/**
 * A thread of the host in the trace. A virtual one is a fiber, on a carrier that stands for all: it
 * is not recorded which carrier ran it when, so it runs from its first event to its last.
 *
 * <pre>
 * Switch --> wakeup i64, begin i64, end i64, processor u8, reason i8, state i8, carrier u64,
 *            processor that woke it u8
 * </pre>
 */
final class TraceThread {
  private static final int ORDINAL_BITS = 40;
  private static final int REASON_FIBER = 99;
  private static final int NO_STATE = -1;

  /** Its index in the table of threads. */
  final int number;

  final ThreadZones zones;
  private final long id;
  private final @Nullable TraceThread carrier;
  private long messages;
  private long firstNanos = Long.MAX_VALUE;
  private long lastNanos;

  /**
   * @param carrier of a virtual thread; null for others
   */
  TraceThread(ThreadNames.Named named, ThreadZones zones, @Nullable TraceThread carrier) {
    this.number = named.number();
    this.id = named.id();
    this.zones = zones;
    this.carrier = carrier;
  }

  /** It did something then, beside its zones. */
  void acted(long nanos) {
    firstNanos = Math.min(firstNanos, nanos);
    lastNanos = Math.max(lastNanos, nanos);
  }

  /** The time of its last event. */
  long lastNanos() {
    return Math.max(lastNanos, zones.lastNanos());
  }

  /** What stands for the address of its next message. */
  long nextMessage() {
    return pointer(messages++);
  }

  private long pointer(long ordinal) {
    return (long) number << ORDINAL_BITS | ordinal;
  }

  void copyTo(BlockOutput out) {
    out.put64(id);
    out.put64(zones.zones());
    out.put64(0); // samples in the kernel
    out.put8(carrier == null ? 0 : 1); // is a fiber
    out.put32(0); // hint how to group threads
    out.put32(zones.roots());
    zones.bytes().copyTo(out);
    out.put64(messages);
    for (long i = 0; i < messages; i++) {
      out.put64(pointer(i));
    }
    out.put64(0); // samples of context switches
    out.put64(0); // samples
  }

  /** Tracy keeps switches only of threads with zones. */
  boolean hasSwitches() {
    return carrier != null && zones.zones() > 0;
  }

  void copySwitchesTo(BlockOutput out) {
    TraceThread on = carrier;
    if (on == null) {
      return;
    }
    long begin = Math.min(firstNanos, zones.firstNanos());
    out.put64(id);
    out.put64(1);
    out.put64(begin);
    out.put64(0); // begins when it wakes up
    out.put64(lastNanos() - begin);
    out.put8(0); // processor
    out.put8(REASON_FIBER);
    out.put8(NO_STATE);
    out.put64(on.id);
    out.put8(0); // processor that woke it
  }
}
