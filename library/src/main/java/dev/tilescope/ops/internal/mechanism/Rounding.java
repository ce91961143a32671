package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.Kernels;
import dev.tilescope.tensor.BlockFloat;
import dev.tilescope.tensor.Values;
import java.util.function.DoubleUnaryOperator;

/** Brings computed values into the range and precision of a data type. */
public final class Rounding {
  private Rounding() {}

  public static void toType(TensorSpec spec, Values values) {
    switch (spec.dtype()) {
      case BFLOAT16 -> Kernels.roundToBfloat16(values.floats());
      case BFLOAT8_B, BFLOAT4_B -> toBlocks(spec, values.floats());
      case UINT16 -> mask(values.integers(), 0xFFFF);
      case UINT8 -> mask(values.integers(), 0xFF);
      case INT8 -> signBytes(values.integers());
      case FLOAT32, UINT32, INT32 -> {}
    }
  }

  /** Only tiles have blocks: on the host, a row-major tensor of the type holds float32. */
  private static void toBlocks(TensorSpec spec, float[] values) {
    if (spec.layout() == Layout.TILE && values.length > 0) {
      int width = spec.shape().rank() == 0 ? 1 : spec.shape().dim(-1);
      Kernels.roundToBlockFloat(
          values, values.length / width, width, BlockFloat.magnitudeBits(spec.dtype()));
    }
  }

  /** A number as a type holds it: integer types cut the fraction and clamp to their range. */
  public static double clamped(double value, DataType dtype) {
    return dtype.isFloat() ? value : Math.clamp((long) value, least(dtype), most(dtype));
  }

  /** The least number of an integer type. */
  static long least(DataType dtype) {
    return isSigned(dtype) ? -1L << 8 * dtype.elementBytes() - 1 : 0;
  }

  /** The greatest number of an integer type. */
  static long most(DataType dtype) {
    return (1L << 8 * dtype.elementBytes() - (isSigned(dtype) ? 1 : 0)) - 1;
  }

  private static boolean isSigned(DataType dtype) {
    return dtype == DataType.INT32 || dtype == DataType.INT8;
  }

  private static void mask(int[] values, int mask) {
    for (int i = 0; i < values.length; i++) {
      values[i] &= mask;
    }
  }

  private static void signBytes(int[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = (byte) values[i];
    }
  }

  /** On the host, floats to integers: towards zero, and clamped to what the type holds. */
  public static void convert(Values in, DataType from, DataType to, Values out) {
    convert(in, from, out, v -> clamped(v, to));
  }

  public static void convert(Values in, DataType from, Values out, DoubleUnaryOperator toInteger) {
    switch (out) {
      case Values.Floats(float[] floats) -> {
        for (int i = 0; i < floats.length; i++) {
          floats[i] = (float) in.get(from, i);
        }
      }
      case Values.Integers(int[] integers) -> {
        for (int i = 0; i < integers.length; i++) {
          integers[i] = (int) (long) toInteger.applyAsDouble(in.get(from, i));
        }
      }
    }
  }
}
