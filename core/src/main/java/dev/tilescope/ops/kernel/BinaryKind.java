package dev.tilescope.ops.kernel;

/** Arithmetic between two tensors. Integers wrap as int32 and have no DIVIDE. */
public enum BinaryKind {
  ADD,
  SUBTRACT,
  MULTIPLY,
  DIVIDE
}
