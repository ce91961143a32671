package dev.tilescope.ops.kernel;

/** What elements a function is defined on. */
enum Numbers {
  FLOATS,
  INTEGERS,
  BOTH
}
