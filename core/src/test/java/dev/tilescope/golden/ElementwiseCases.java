package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.model.DataType;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Operations on single elements: each is one line, its name, the method and the ONNX operator. */
final class ElementwiseCases {
  static final List<GoldenCase> CASES =
      List.of(
          unary("relu", Ttnn::relu, "Relu"),
          unary("gelu", Ttnn::gelu, "Gelu"),
          unary("exp", Ttnn::exp, "Exp"),
          unary("sqrt", Ttnn::sqrt, "Sqrt", 0, 50),
          binary("add", Ttnn::add, "Add").alsoIn(GoldenCase.INTEGERS),
          binary("subtract", Ttnn::subtract, "Sub").alsoIn(List.of(DataType.INT32)),
          binary("multiply", Ttnn::multiply, "Mul").alsoIn(GoldenCase.INTEGERS),
          binary("divide", Ttnn::divide, "Div"),
          withScalar("add", Ttnn::add, "Add"),
          withScalar("subtract", Ttnn::subtract, "Sub"),
          withScalar("multiply", Ttnn::multiply, "Mul"),
          withScalar("divide", Ttnn::divide, "Div"));

  private ElementwiseCases() {}

  private static GoldenCase unary(String name, UnaryOperator<Tensor> ours, String operator) {
    return unary(name, ours, operator, -6, 6);
  }

  private static GoldenCase unary(
      String name, UnaryOperator<Tensor> ours, String operator, double low, double high) {
    return unary(name, ours, x -> oracle(operator).input(x), low, high);
  }

  /** For a function that is several operators in ONNX, or one with attributes. */
  private static GoldenCase unary(
      String name,
      UnaryOperator<Tensor> ours,
      Function<OnnxValue, OnnxValue> golden,
      double low,
      double high) {
    return GoldenCase.of(
        name,
        draw -> {
          Operand x = draw.tensor(low, high, draw.shape(1, 4));
          return draw.trial(ours, golden.apply(x.golden()), x);
        });
  }

  /** Second inputs are fit to divide by. */
  private static GoldenCase binary(String name, BinaryOperator<Tensor> ours, String operator) {
    return GoldenCase.of(
        name,
        draw -> {
          List<int[]> shapes = draw.broadcastPair();
          Operand a = draw.tensor(shapes.getFirst());
          Operand b = draw.divisor(shapes.getLast());
          return draw.trial(ours, oracle(operator).input(a.golden()).input(b.golden()), a, b);
        });
  }

  private interface WithScalar {
    Tensor apply(Tensor a, float scalar);
  }

  private static GoldenCase withScalar(String name, WithScalar ours, String operator) {
    return GoldenCase.of(
        name,
        draw -> {
          Operand a = draw.tensor(draw.shape(1, 4));
          float scalar = draw.scalar(1, 4) * (draw.flip() ? 1 : -1);
          return draw.trial(
              "scalar=" + scalar,
              on -> ours.apply(on.tensor(0), scalar),
              oracle(operator).input(a.golden()).input(scalar),
              a);
        });
  }
}
