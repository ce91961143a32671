package dev.tilescope.device.internal;

import dev.tilescope.model.TilescopeException;

/** Bytes that are not a sound sequence of commands. */
public final class CorruptCommandsException extends TilescopeException {
  private final int offset;
  private final String what;

  public CorruptCommandsException(int offset, String what) {
    super(
        "metal trace is damaged at byte "
            + offset
            + ": "
            + what
            + "; what lies before is sound, capture the trace again for the rest");
    this.offset = offset;
    this.what = what;
  }

  /** Of the first byte that is wrong, or that is missing. */
  public int offset() {
    return offset;
  }

  /** What is wrong there, without saying where. */
  String what() {
    return what;
  }
}
