package dev.tilescope.ops.internal.elementwise;

import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.elementwise.TernaryOperations.TernaryParams;
import dev.tilescope.ops.internal.kernel.ElementwiseGolden;
import dev.tilescope.ops.internal.kernel.Kernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Rounding;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.tensor.Values;

/** The numbers of a ternary operation; one in the place of a tensor is broadcast. */
final class TernaryValues {
  private TernaryValues() {}

  static void compute(Call<TernaryParams> call) {
    TernaryParams params = call.params();
    Shape shape = call.outputSpec().shape();
    switch (call.out()) {
      case Values.Floats(float[] out) ->
          Kernels.ternary(
              params.ternaryOpType(),
              params.value().floatValue(),
              call.floats(0),
              strides(call, 0, shape),
              call.has(1) ? call.floats(1) : new float[] {(float) params.scalar(1)},
              strides(call, 1, shape),
              call.has(2) ? call.floats(2) : new float[] {(float) params.scalar(2)},
              strides(call, 2, shape),
              out,
              shape.toArray());
      case Values.Integers(int[] out) ->
          Kernels.ternary(
              params.ternaryOpType(),
              (int) params.value().longValue(),
              call.integers(0),
              strides(call, 0, shape),
              call.has(1) ? call.integers(1) : new int[] {(int) (long) params.scalar(1)},
              strides(call, 1, shape),
              call.has(2) ? call.integers(2) : new int[] {(int) (long) params.scalar(2)},
              strides(call, 2, shape),
              out,
              shape.toArray());
    }
  }

  private static int[] strides(Call<TernaryParams> call, int input, Shape shape) {
    return call.has(input)
        ? Shapes.broadcastStrides(call.spec(input).shape(), shape)
        : new int[shape.rank()];
  }

  static double[] golden(GoldenCall<TernaryParams> call) {
    double[] out = call.newOutput();
    TernaryParams params = call.params();
    for (int i = 0; i < out.length; i++) {
      out[i] =
          ElementwiseGolden.ternary(
              params.ternaryOpType(),
              params.value().doubleValue(),
              goldenAt(call, 0, i),
              goldenAt(call, 1, i),
              goldenAt(call, 2, i));
    }
    return out;
  }

  private static double goldenAt(GoldenCall<TernaryParams> call, int input, int index) {
    if (!call.has(input)) {
      return Rounding.clamped(call.params().scalar(input), call.output().dtype());
    }
    Shape shape = call.output().shape();
    int[] strides = Shapes.broadcastStrides(call.input(input).spec().shape(), shape);
    return call.values(input)[Shapes.elementAt(index, shape, strides)];
  }
}
