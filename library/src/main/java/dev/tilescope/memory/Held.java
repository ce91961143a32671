package dev.tilescope.memory;

import dev.tilescope.model.BufferType;
import org.jspecify.annotations.Nullable;

/**
 * What a buffer takes.
 *
 * @param type null for a memory that this version does not know
 * @param bytesPerBank of the fullest bank
 * @param bytes over all banks
 * @param address 0 or less if it is not known, as without dispatch
 */
public record Held(@Nullable BufferType type, long bytesPerBank, long bytes, long address) {
  /** Sums of such numbers stay far below 2^63. */
  static final long MAX_BYTES = 1L << 53;

  public Held {
    bytesPerBank = Math.clamp(bytesPerBank, 0, MAX_BYTES);
    bytes = Math.clamp(bytes, 0, MAX_BYTES);
  }

  boolean isL1() {
    return type != null && type.isL1();
  }

  boolean isDram() {
    return type != null && type.isDram();
  }

  boolean hasAddress() {
    return isL1() && address > 0;
  }
}
