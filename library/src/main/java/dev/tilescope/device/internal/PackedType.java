package dev.tilescope.device.internal;

import dev.tilescope.model.Coded;
import dev.tilescope.model.Codes;

/** What a WRITE_PACKED writes. */
public enum PackedType implements Coded {
  NONE(0),
  /** Runtime arguments. */
  RTA(1),
  /** Launch messages. */
  LAUNCH(2),
  /** Semaphores. */
  SEMS(3),
  EVENT(4),
  GO_MSG_INDEX(5);

  static final Codes<PackedType> BY_CODE = Codes.of(values());

  private final int code;

  PackedType(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
