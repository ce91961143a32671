package dev.tilescope.ops.options;

/** The forms of the sigmoid that TT-NN has; all are computed exactly. */
public enum SigmoidMode {
  FAST_APPROXIMATE,
  ACCURATE_FAST_EXP,
  ACCURATE
}
