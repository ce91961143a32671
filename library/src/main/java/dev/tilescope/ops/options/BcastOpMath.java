package dev.tilescope.ops.options;

/** What {@code bcast} does with two elements. */
public enum BcastOpMath {
  ADD,
  SUB,
  MUL
}
