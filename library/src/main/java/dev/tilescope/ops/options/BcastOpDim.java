package dev.tilescope.ops.options;

/** Along which dimensions {@code bcast} takes the same element of the second tensor again. */
public enum BcastOpDim {
  H,
  W,
  HW
}
