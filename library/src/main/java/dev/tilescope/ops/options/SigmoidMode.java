package dev.tilescope.ops.options;

import dev.tilescope.model.Coded;

/** The forms of the sigmoid that TT-NN has; all are computed exactly. */
public enum SigmoidMode implements Coded {
  FAST_APPROXIMATE(0),
  ACCURATE_FAST_EXP(1),
  ACCURATE(2);

  private final int code;

  SigmoidMode(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
