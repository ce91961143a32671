package dev.tilescope.ops.internal.kernel;

/** How many elements become one. Integers have no MEAN: TT-NN takes means of floats only. */
public enum ReductionKind {
  SUM,
  MEAN,
  MAX,
  MIN,
  PRODUCT
}
