package dev.tilescope.device.internal;

/** What a WRITE_PACKED_LARGE writes; the ordinal is its number. */
public enum PackedLargeType {
  UNKNOWN,
  /** Circular buffers, semaphores and common runtime arguments. */
  CBS_SEMS_CRTAS,
  PROGRAM_BINARIES;

  private static final PackedLargeType[] ALL = values();
  static final int COUNT = ALL.length;

  static PackedLargeType of(int number) {
    return ALL[number];
  }
}
