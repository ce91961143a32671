package dev.tilescope.ops.internal.elementwise;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.conversion.TypecastOperations.TypecastParams;
import dev.tilescope.ops.internal.elementwise.BinaryOperations.BinaryParams;
import dev.tilescope.ops.internal.kernel.BinaryKind;
import dev.tilescope.ops.internal.kernel.ElementwiseGolden;
import dev.tilescope.ops.internal.kernel.Kernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Rounding;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.options.UnaryWithParam;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** The numbers of a binary operation: activations of the inputs, the function, those after it. */
final class BinaryValues {
  private BinaryValues() {}

  /** Of the result. */
  static Shape shape(Call<BinaryParams> call) {
    Shape a = call.spec(0).shape();
    return call.has(1) ? Shapes.broadcast(a, call.spec(1).shape()) : a;
  }

  /** The type of the function's values: floats become integers at the end. */
  static DataType computed(Call<BinaryParams> call) {
    return computed(call.spec(0).dtype(), call.params());
  }

  private static DataType computed(DataType a, BinaryParams params) {
    return a.isFloat() && !params.dtype().isFloat() ? a : params.dtype();
  }

  static void compute(Call<BinaryParams> call) {
    DataType dtype = computed(call);
    Values output = call.out();
    if (dtype == call.params().dtype()) {
      compute(call, dtype, output);
      return;
    }
    Values floats = Values.zeros(dtype, output.size());
    compute(call, dtype, floats);
    Rounding.convert(floats, dtype, output, cast(dtype, call.params()));
  }

  private static void compute(Call<BinaryParams> call, DataType dtype, Values made) {
    switch (made) {
      case Values.Floats(float[] out) -> {
        computeFloats(call, out);
        if (readsNanAsInfinity(call.params(), dtype)) {
          replaceNans(out);
        }
      }
      case Values.Integers(int[] out) -> computeIntegers(call, out);
    }
    UnaryChain.run(call.params().postActivations(), made, dtype, made);
  }

  /** The divider's NaN is one in float32 alone: a register of bfloat16 reads back as infinity. */
  private static boolean readsNanAsInfinity(BinaryParams params, DataType dtype) {
    return params.binaryOpType() == BinaryKind.DIVIDE && dtype == DataType.BFLOAT16;
  }

  private static void replaceNans(float[] values) {
    for (int i = 0; i < values.length; i++) {
      if (Float.isNaN(values[i])) {
        values[i] = Float.POSITIVE_INFINITY;
      }
    }
  }

  private static DoubleUnaryOperator cast(DataType from, BinaryParams params) {
    return new TypecastParams(from, params.dtype(), params.memoryConfig())::converted;
  }

  private static void computeFloats(Call<BinaryParams> call, float[] out) {
    BinaryParams params = call.params();
    float[] a = floats(call, 0, params.lhsActivations());
    if (params.scalar() != null) {
      float scalar = scalar(params, DataType.FLOAT32).floats()[0];
      Kernels.binaryScalar(params.binaryOpType(), a, scalar, out);
      return;
    }
    Shape shape = shape(call);
    Kernels.binary(
        params.binaryOpType(),
        a,
        Shapes.broadcastStrides(call.spec(0).shape(), shape),
        floats(call, 1, params.rhsActivations()),
        Shapes.broadcastStrides(call.spec(1).shape(), shape),
        out,
        shape.toArray());
  }

  private static void computeIntegers(Call<BinaryParams> call, int[] out) {
    BinaryParams params = call.params();
    Shape shape = shape(call);
    boolean hasScalar = params.scalar() != null;
    Kernels.binary(
        params.binaryOpType(),
        UnaryChain.signedness(call.spec(0).dtype()),
        integers(call, 0, params.lhsActivations()),
        Shapes.broadcastStrides(call.spec(0).shape(), shape),
        hasScalar
            ? scalar(params, params.dtype()).integers()
            : integers(call, 1, params.rhsActivations()),
        hasScalar ? new int[shape.rank()] : Shapes.broadcastStrides(call.spec(1).shape(), shape),
        out,
        shape.toArray());
  }

  /** The scalar after its activations. */
  private static Values scalar(BinaryParams params, DataType dtype) {
    double value = number(params).doubleValue();
    Values one =
        dtype.isFloat()
            ? new Values.Floats(new float[] {(float) value})
            : new Values.Integers(new int[] {(int) (long) value});
    UnaryChain.run(params.rhsActivations(), one, dtype, one);
    return one;
  }

  private static Number number(BinaryParams params) {
    return params.scalar() == null ? 0 : params.scalar();
  }

  private static float[] floats(Call<BinaryParams> call, int input, List<UnaryWithParam> chain) {
    DataType dtype = call.spec(input).dtype();
    return switch (activated(call.values(input), dtype, chain)) {
      case Values.Floats(float[] array) -> array;
      case Values.Integers integers -> converted(integers, dtype);
    };
  }

  private static float[] converted(Values.Integers integers, DataType dtype) {
    float[] converted = new float[integers.size()];
    for (int i = 0; i < converted.length; i++) {
      converted[i] = (float) integers.get(dtype, i);
    }
    return converted;
  }

  private static int[] integers(Call<BinaryParams> call, int input, List<UnaryWithParam> chain) {
    return activated(call.values(input), call.spec(input).dtype(), chain).integers();
  }

  private static Values activated(Values values, DataType dtype, List<UnaryWithParam> chain) {
    if (chain.isEmpty()) {
      return values;
    }
    Values made = Values.zeros(dtype, values.size());
    UnaryChain.run(chain, values, dtype, made);
    return made;
  }

  static double[] golden(GoldenCall<BinaryParams> call) {
    BinaryParams params = call.params();
    Shape shape = call.output().shape();
    double[] out = call.newOutput();
    boolean hasScalar = params.scalar() != null;
    DataType dtype = computed(call.input(0).spec().dtype(), params);
    boolean casts = dtype != params.dtype();
    double[] a = activated(call, 0, params.lhsActivations());
    double[] b =
        hasScalar
            ? golden(params.rhsActivations(), dtype, number(params).doubleValue())
            : activated(call, 1, params.rhsActivations());
    int[] left = Shapes.broadcastStrides(call.input(0).spec().shape(), shape);
    int[] right =
        hasScalar
            ? new int[shape.rank()]
            : Shapes.broadcastStrides(call.input(1).spec().shape(), shape);
    for (int i = 0; i < out.length; i++) {
      double x = a[Shapes.elementAt(i, shape, left)];
      double y = b[Shapes.elementAt(i, shape, right)];
      double result = ElementwiseGolden.binary(params.binaryOpType(), x, y);
      double read =
          Double.isNaN(result) && readsNanAsInfinity(params, dtype)
              ? Double.POSITIVE_INFINITY
              : result;
      double made = UnaryChain.golden(params.postActivations(), dtype, read);
      out[i] = casts ? cast(dtype, params).applyAsDouble((float) made) : made;
    }
    return out;
  }

  private static double[] activated(
      GoldenCall<BinaryParams> call, int input, List<UnaryWithParam> chain) {
    return golden(chain, call.input(input).spec().dtype(), call.values(input));
  }

  private static double[] golden(List<UnaryWithParam> chain, DataType dtype, double... values) {
    return Arrays.stream(values).map(x -> UnaryChain.golden(chain, dtype, x)).toArray();
  }
}
