package dev.tilescope.ops.internal.kernel;

/** What scattering does with the value that is already there. Integers are signed and wrap. */
public enum ScatterKind {
  REPLACE,
  ADD,
  MULTIPLY,
  MIN,
  MAX
}
