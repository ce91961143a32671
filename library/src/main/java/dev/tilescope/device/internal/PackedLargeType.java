package dev.tilescope.device.internal;

import dev.tilescope.model.Coded;
import dev.tilescope.model.Codes;

/** What a WRITE_PACKED_LARGE writes. */
public enum PackedLargeType implements Coded {
  UNKNOWN(0),
  /** Circular buffers, semaphores and common runtime arguments. */
  CBS_SEMS_CRTAS(1),
  PROGRAM_BINARIES(2);

  static final Codes<PackedLargeType> BY_CODE = Codes.of(values());

  private final int code;

  PackedLargeType(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
