package dev.tilescope.device.internal;

/** What a WRITE_PACKED writes; the ordinal is its number. */
public enum PackedType {
  NONE,
  /** Runtime arguments. */
  RTA,
  /** Launch messages. */
  LAUNCH,
  /** Semaphores. */
  SEMS,
  EVENT,
  GO_MSG_INDEX;

  private static final PackedType[] ALL = values();
  static final int COUNT = ALL.length;

  static PackedType of(int number) {
    return ALL[number];
  }
}
