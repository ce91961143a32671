package dev.tilescope.device.internal;

import dev.tilescope.model.Coded;
import dev.tilescope.model.Codes;

/** Who executes an inlined command. */
public enum Dispatcher implements Coded {
  MASTER(0),
  /** Sends go signals beside the master; called dispatch_s. */
  SUBORDINATE(1);

  static final Codes<Dispatcher> BY_CODE = Codes.of(values());

  private final int code;

  Dispatcher(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
