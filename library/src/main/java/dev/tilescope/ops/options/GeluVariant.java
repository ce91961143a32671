package dev.tilescope.ops.options;

import dev.tilescope.ops.internal.kernel.UnaryKind;

/** The forms of GELU that TT-NN has; its table is computed as exactly as the accurate one. */
public enum GeluVariant {
  ACCURATE(UnaryKind.GELU),
  FAST_LUT(UnaryKind.GELU),
  TANH(UnaryKind.GELU_APPROX);

  public final UnaryKind kind;

  GeluVariant(UnaryKind kind) {
    this.kind = kind;
  }
}
