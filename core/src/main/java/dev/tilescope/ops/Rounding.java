package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.ops.kernel.Kernels;
import dev.tilescope.tensor.Values;

/** Brings computed values into the range and precision of a data type. */
final class Rounding {
  private Rounding() {}

  static void toType(DataType dtype, Values values) {
    switch (dtype) {
      case BFLOAT16 -> Kernels.roundToBfloat16(values.floats());
      case UINT16 -> mask(values.integers(), 0xFFFF);
      case UINT8 -> mask(values.integers(), 0xFF);
      case FLOAT32, UINT32, INT32, BFLOAT8_B, BFLOAT4_B -> {}
    }
  }

  private static void mask(int[] values, int mask) {
    for (int i = 0; i < values.length; i++) {
      values[i] &= mask;
    }
  }
}
