package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** Operations that make tensors from numbers. */
final class CreationCases {
  static final List<GoldenCase> CASES =
      List.of(
          GoldenCase.of("from_array", CreationCases::fromArray),
          GoldenCase.of("full", CreationCases::full),
          constant("zeros", Ttnn::zeros, 0),
          constant("ones", Ttnn::ones, 1),
          GoldenCase.of("arange", CreationCases::arange).rowMajor());

  private CreationCases() {}

  private interface Constant {
    Tensor apply(
        Shape shape, DataType dtype, Layout layout, MeshDevice device, MemoryConfig memory);
  }

  private static GoldenCase constant(String name, Constant ours, float value) {
    return GoldenCase.of(
        name,
        draw -> {
          int[] shape = draw.shape(1, 4);
          return draw.trial(
              Arrays.toString(shape),
              on ->
                  ours.apply(
                      Shape.of(shape), draw.dtype(), draw.layout(), on.device(), MemoryConfig.DRAM),
              expand(value, shape));
        });
  }

  private static OnnxValue expand(float value, int... shape) {
    return oracle("Expand").input(value).list(shape);
  }

  /** The one case whose values are not rounded beforehand: rounding is what it checks. */
  private static GoldenTrial fromArray(Draw draw) {
    int[] shape = draw.shape(1, 4);
    float[] values = new float[Draw.volume(shape)];
    for (int i = 0; i < values.length; i++) {
      values[i] = draw.scalar(-100, 100);
    }
    return draw.trial(
        Arrays.toString(shape),
        on -> Ttnn.fromArray(values, Shape.of(shape), draw.dtype(), draw.layout()),
        oracle("Cast").attribute("to", OnnxType.of(draw.dtype())).input(values, shape));
  }

  private static GoldenTrial full(Draw draw) {
    int[] shape = draw.shape(1, 4);
    float value = draw.scalar(-100, 100);
    return draw.trial(
        Arrays.toString(shape) + " fill_value=" + value,
        on ->
            Ttnn.full(
                Shape.of(shape),
                value,
                draw.dtype(),
                draw.layout(),
                on.device(),
                MemoryConfig.DRAM),
        expand(value, shape));
  }

  private static GoldenTrial arange(Draw draw) {
    int start = draw.between(-50, 50);
    int end = start + draw.between(1, 100);
    int step = draw.between(1, 3);
    return draw.trial(
        "start=%d end=%d step=%d".formatted(start, end, step),
        on -> Ttnn.arange(start, end, step, draw.dtype(), on.device()),
        oracle("Range").input(start).input(end).input(step));
  }
}
