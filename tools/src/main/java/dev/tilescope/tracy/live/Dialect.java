package dev.tilescope.tracy.live;

import java.util.Optional;

/**
 * A version of the wire protocol. Handshake, frames, reference times and queries are the same in
 * all of them.
 */
enum Dialect {
  /** Tracy 0.14. */
  V82(82, true),
  /** Tracy 0.13. */
  V76(76, false);

  private static final Dialect[] ALL = values();

  private final int version;

  /**
   * Whether short times and short strings have events of their own, and messages say where they
   * come from.
   */
  private final boolean isCompact;

  private final byte[] numbers = new byte[Event.values().length];

  Dialect(int version, boolean isCompact) {
    this.version = version;
    this.isCompact = isCompact;
  }

  static {
    for (Dialect dialect : ALL) {
      for (Event event : Event.values()) {
        dialect.numbers[event.ordinal()] = (byte) event.number(dialect);
      }
    }
  }

  static Optional<Dialect> of(int version) {
    for (Dialect dialect : ALL) {
      if (dialect.version == version) {
        return Optional.of(dialect);
      }
    }
    return Optional.empty();
  }

  int version() {
    return version;
  }

  boolean isCompact() {
    return isCompact;
  }

  byte number(Event event) {
    return numbers[event.ordinal()];
  }
}
