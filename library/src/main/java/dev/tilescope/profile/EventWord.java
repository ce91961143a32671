package dev.tilescope.profile;

/**
 * An event of a thread as one long, with further longs for some kinds:
 *
 * <pre>
 * bits 60-63  kind, the number of an {@link EventKind}
 * bits 40-59  payload: a site, or what else the kind says
 * bits  0-39  nanoseconds since the thread's base, which a {@link EventKind#REBASE} moves
 * </pre>
 */
final class EventWord {
  static final int TIME_BITS = 40;
  static final int PAYLOAD_BITS = 20;

  private static final int KIND_SHIFT = TIME_BITS + PAYLOAD_BITS;
  private static final int PAYLOAD_MASK = (1 << PAYLOAD_BITS) - 1;
  private static final EventKind[] KINDS = EventKind.values();

  private EventWord() {}

  /** What never fits the bits for the time: 18 minutes, or a clock that went back. */
  static boolean isTooLate(long nanos) {
    return nanos >>> TIME_BITS != 0;
  }

  static long of(EventKind kind, int payload, long nanos) {
    return (long) kind.ordinal() << KIND_SHIFT
        | (long) (payload & PAYLOAD_MASK) << TIME_BITS
        | nanos;
  }

  static EventKind kind(long word) {
    return KINDS[(int) (word >>> KIND_SHIFT)];
  }

  static int payload(long word) {
    return (int) (word >>> TIME_BITS) & PAYLOAD_MASK;
  }

  static long nanos(long word) {
    return word & (1L << TIME_BITS) - 1;
  }
}
