package dev.tilescope.ops.internal.elementwise;

import dev.tilescope.model.DataType;
import dev.tilescope.ops.internal.kernel.ElementwiseGolden;
import dev.tilescope.ops.internal.kernel.Integers;
import dev.tilescope.ops.internal.kernel.Kernels;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Rounding;
import dev.tilescope.ops.options.UnaryWithParam;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.List;
import java.util.Locale;

/** Unary functions one after the other, inside one device operation. */
final class UnaryChain {
  private UnaryChain() {}

  /** That a type has all of the functions, and the parameters are numbers of the type. */
  static void check(String argument, Tensor tensor, List<UnaryWithParam> chain) {
    check(argument, tensor.dtype(), chain);
  }

  static void check(String argument, DataType dtype, List<UnaryWithParam> chain) {
    for (UnaryWithParam step : chain) {
      UnaryKind kind = step.opType();
      Check.that(
          dtype.isFloat() ? kind.onFloats() : kind.onIntegers(),
          "%s: %s takes %s, got %s; convert it with Ttnn.typecast",
          argument,
          kind.name().toLowerCase(Locale.ROOT),
          kind.onFloats() ? Input.FLOATS : Input.INTEGERS,
          dtype);
      if (!dtype.isFloat() && kind.parameters() > 0) {
        step.params().forEach(param -> requireInteger(argument, dtype, kind, param));
      }
    }
  }

  private static void requireInteger(
      String argument, DataType dtype, UnaryKind kind, Number param) {
    double value = param.doubleValue();
    Check.that(
        value == Math.rint(value)
            || kind == UnaryKind.FILL
            || kind == UnaryKind.CLAMP && Double.isInfinite(value),
        "%s: of %s %s takes whole numbers, got %s; convert it with Ttnn.typecast",
        argument,
        dtype,
        kind.name().toLowerCase(Locale.ROOT),
        param);
  }

  /** The output may be the input. */
  static void run(List<UnaryWithParam> chain, Values in, DataType dtype, Values out) {
    Values from = in;
    for (UnaryWithParam step : chain) {
      run(step, from, dtype, out);
      from = out;
    }
  }

  private static void run(UnaryWithParam step, Values in, DataType dtype, Values out) {
    switch (out) {
      case Values.Floats(float[] floats) ->
          Kernels.unary(step.opType(), (float) step.p(), (float) step.q(), in.floats(), floats);
      case Values.Integers(int[] integers) ->
          Kernels.unary(
              step.opType(),
              signedness(dtype),
              bound(step.p(), dtype),
              bound(step.q(), dtype),
              in.integers(),
              integers);
    }
  }

  static Integers signedness(DataType dtype) {
    return dtype == DataType.INT32 ? Integers.SIGNED : Integers.UNSIGNED;
  }

  /** A bound beyond what the type holds bounds nothing, and so does the end of the type. */
  private static int bound(double value, DataType dtype) {
    return (int) (long) Rounding.clamped(value, dtype);
  }

  static double golden(List<UnaryWithParam> chain, DataType dtype, double x) {
    double value = x;
    for (UnaryWithParam step : chain) {
      value =
          ElementwiseGolden.unary(
              step.opType(), asHeld(step.p(), dtype), asHeld(step.q(), dtype), value);
    }
    return value;
  }

  /** A parameter as the type of the tensor holds it. */
  private static double asHeld(double value, DataType dtype) {
    return dtype.isFloat() ? (float) value : Rounding.clamped(value, dtype);
  }
}
