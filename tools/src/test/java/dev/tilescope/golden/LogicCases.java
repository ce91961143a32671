package dev.tilescope.golden;

import static dev.tilescope.golden.ElementwiseCases.truth;
import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Questions that are answered by 1 or 0, and shifts of bits. */
final class LogicCases {
  static final List<GoldenCase> CASES =
      List.of(
          ofOne("eqz", Ttnn::eqz, x -> compared("Equal", x)),
          ofOne("nez", Ttnn::nez, x -> compared("Equal", x).then("Not")),
          ofOne("gtz", Ttnn::gtz, x -> compared("Greater", x)),
          ofOne("gez", Ttnn::gez, x -> compared("GreaterOrEqual", x)),
          ofOne("ltz", Ttnn::ltz, x -> compared("Less", x)),
          ofOne("lez", Ttnn::lez, x -> compared("LessOrEqual", x)),
          ofOne("logical_not", Ttnn::logicalNot, x -> holds(x).then("Not")),
          ofTwo("ne", Ttnn::ne, (a, b) -> truth(oracle("Equal").input(a).input(b).then("Not"))),
          ofTwo("logical_and", Ttnn::logicalAnd, (a, b) -> joined("And", a, b)),
          ofTwo("logical_or", Ttnn::logicalOr, (a, b) -> joined("Or", a, b)),
          ofTwo("logical_xor", Ttnn::logicalXor, (a, b) -> joined("Xor", a, b)),
          shift("logical_left_shift", Ttnn::logicalLeftShift, "LEFT"),
          shift("bitwise_left_shift", Ttnn::bitwiseLeftShift, "LEFT"),
          shift("logical_right_shift", Ttnn::logicalRightShift, "RIGHT"));

  private LogicCases() {}

  private static OnnxCall compared(String operator, OnnxValue x) {
    return oracle(operator).input(x).input(0f);
  }

  private static OnnxCall holds(OnnxValue x) {
    return oracle("Cast").attribute("to", OnnxType.BOOL).input(x);
  }

  static OnnxValue joined(String operator, OnnxValue a, OnnxValue b) {
    return truth(oracle(operator).input(holds(a)).input(holds(b)));
  }

  static OnnxValue negated(OnnxValue x) {
    return truth(holds(x).then("Not"));
  }

  private static GoldenCase ofOne(
      String name, UnaryOperator<Tensor> ours, Function<OnnxValue, OnnxCall> golden) {
    return GoldenCase.of(
            name,
            draw -> {
              Operand x = draw.withZeros(draw.shape(1, 4));
              return draw.trial(ours, truth(golden.apply(x.golden())), x);
            })
        .inBlockFloats();
  }

  /** Both have zeros, so that equal elements are many. */
  private static GoldenCase ofTwo(
      String name, BinaryOperator<Tensor> ours, BinaryOperator<OnnxValue> golden) {
    return GoldenCase.of(
            name,
            draw -> {
              List<int[]> shapes = draw.broadcastPair();
              Operand a = draw.withZeros(shapes.getFirst());
              Operand b = draw.withZeros(shapes.getLast());
              return draw.trial(ours, golden.apply(a.golden(), b.golden()), a, b);
            })
        .inBlockFloats()
        .alsoIn(GoldenCase.COMPUTED_INTEGERS);
  }

  /** ONNX shifts unsigned integers alone: the bits of signed ones are taken for such. */
  private static GoldenCase shift(String name, BinaryOperator<Tensor> ours, String direction) {
    return new GoldenCase(
        "ttnn::" + name,
        List.of(DataType.INT32, DataType.UINT32),
        List.of(Layout.values()),
        draw -> {
          List<int[]> shapes = draw.broadcastPair();
          Operand a = draw.tensor(-100_000, 100_000, shapes.getFirst());
          Operand b = draw.tensor(0, 31, shapes.getLast());
          OnnxCall shifted =
              oracle("BitShift")
                  .attribute("direction", direction)
                  .input(unsigned(a))
                  .input(unsigned(b));
          OnnxType to = OnnxType.of(draw.dtype());
          return draw.trial(ours, shifted.then("Cast").attribute("to", to), a, b);
        });
  }

  private static OnnxValue unsigned(Operand x) {
    return oracle("Cast").attribute("to", OnnxType.UINT32).input(x.golden());
  }
}
