package dev.tilescope.ops.kernel;

import dev.tilescope.model.TilescopeException;

/** Wrapping int32 arithmetic on one run of elements. */
final class IntBinary {
  private IntBinary() {}

  static void run(
      BinaryKind kind,
      int[] a,
      int aAt,
      int aStep,
      int[] b,
      int bAt,
      int bStep,
      int[] out,
      int outAt,
      int length) {
    switch (kind) {
      case ADD -> {
        for (int i = 0; i < length; i++) {
          out[outAt + i] = a[aAt + i * aStep] + b[bAt + i * bStep];
        }
      }
      case SUBTRACT -> {
        for (int i = 0; i < length; i++) {
          out[outAt + i] = a[aAt + i * aStep] - b[bAt + i * bStep];
        }
      }
      case MULTIPLY -> {
        for (int i = 0; i < length; i++) {
          out[outAt + i] = a[aAt + i * aStep] * b[bAt + i * bStep];
        }
      }
      case DIVIDE ->
          throw new TilescopeException(
              "binary: DIVIDE is not defined on integers; convert both operands to float first");
    }
  }
}
