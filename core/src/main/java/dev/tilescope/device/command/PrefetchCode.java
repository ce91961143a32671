package dev.tilescope.device.command;

import org.jspecify.annotations.Nullable;

/** What the prefetcher is told to do: byte 0 of a command is the ordinal. */
public enum PrefetchCode {
  ILLEGAL,
  RELAY_LINEAR,
  RELAY_LINEAR_H,
  RELAY_PAGED,
  RELAY_PAGED_PACKED,
  RELAY_INLINE,
  RELAY_INLINE_NOFLUSH,
  EXEC_BUF,
  EXEC_BUF_END,
  STALL,
  DEBUG,
  TERMINATE,
  PAGED_TO_RINGBUFFER,
  SET_RINGBUFFER_OFFSET,
  RELAY_RINGBUFFER,
  RELAY_LINEAR_PACKED,
  RELAY_LINEAR_PACKED_H;

  private static final PrefetchCode[] ALL = values();

  static @Nullable PrefetchCode of(int id) {
    return id < ALL.length ? ALL[id] : null;
  }

  /** Whether a command for a dispatcher lies inside. */
  boolean isInline() {
    return this == RELAY_INLINE || this == RELAY_INLINE_NOFLUSH || this == EXEC_BUF_END;
  }
}
