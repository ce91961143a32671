package dev.tilescope.ops.internal.kernel;

/** What elements a function is defined on. */
enum Numbers {
  FLOATS,
  INTEGERS,
  BOTH
}
