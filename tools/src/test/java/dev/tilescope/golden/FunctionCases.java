package dev.tilescope.golden;

import static dev.tilescope.golden.ElementwiseCases.binary;
import static dev.tilescope.golden.ElementwiseCases.clip;
import static dev.tilescope.golden.ElementwiseCases.unary;
import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.ops.options.UnaryWithParam;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/** Functions of elements that are several operators in ONNX. */
final class FunctionCases {
  private static final UnaryOptions OPTIONS = UnaryOptions.DEFAULT;

  static final List<GoldenCase> CASES = all();

  private FunctionCases() {}

  private static List<GoldenCase> all() {
    List<GoldenCase> all = new ArrayList<>();
    all.addAll(ofOne());
    all.addAll(ofTwo());
    all.addAll(ofThree());
    return all;
  }

  static OnnxCall plus(OnnxValue a, OnnxValue b) {
    return oracle("Add").input(a).input(b);
  }

  static OnnxCall times(OnnxValue a, OnnxValue b) {
    return oracle("Mul").input(a).input(b);
  }

  static OnnxCall times(OnnxValue a, float factor) {
    return oracle("Mul").input(a).input(factor);
  }

  /** A number as a tensor of that number. */
  private static OnnxValue filled(OnnxValue x, float value) {
    return oracle("Expand").input(value).input(oracle("Shape").input(x));
  }

  private static List<GoldenCase> ofOne() {
    return List.of(
        unary("identity", Ttnn::identity, "Identity").inBlockFloats(),
        unary("sigmoid_accurate", Ttnn::sigmoidAccurate, "Sigmoid").inBlockFloats(),
        unary("log_sigmoid", Ttnn::logSigmoid, x -> oracle("Sigmoid").input(x).then("Log"), -6, 6)
            .inBlockFloats(),
        unary("clip", x -> Ttnn.clip(x, -1, 2.5), x -> clip(x, -1f, 2.5f), -6, 6).inBlockFloats(),
        unary(
                "relu_max",
                x -> Ttnn.reluMax(x, 2),
                x -> oracle("Relu").input(oracle("Min").input(x).input(2f)),
                -6,
                6)
            .inBlockFloats(),
        unary(
                "relu_min",
                x -> Ttnn.reluMin(x, -1.5),
                x -> oracle("Max").input(x).input(-1.5f),
                -6,
                6)
            .inBlockFloats(),
        unary(
                "cbrt",
                Ttnn::cbrt,
                x ->
                    times(
                        oracle("Sign").input(x),
                        oracle("Pow").input(oracle("Abs").input(x)).input(1f / 3)),
                -6,
                6)
            .inBlockFloats(),
        unary(
                "hardmish",
                Ttnn::hardmish,
                x -> times(x, times(clip(oracle("Add").input(x).input(2f), 0f, 2f), 0.5f)),
                -6,
                6)
            .inBlockFloats(),
        unary(
                "softcap",
                x -> Ttnn.softcap(x, 3),
                x -> times(oracle("Tanh").input(times(x, 1f / 3)), 3f),
                -9,
                9)
            .inBlockFloats(),
        unary("fill", x -> Ttnn.fill(x, 1.25), x -> filled(x, 1.25f), -6, 6).inBlockFloats(),
        unary(
            "rdiv", x -> Ttnn.rdiv(x, 3), x -> oracle("Div").input(filled(x, 3f)).input(x), 0.5, 4),
        unary(
                "rpow",
                x -> Ttnn.rpow(x, 1.5),
                x -> oracle("Pow").input(filled(x, 1.5f)).input(x),
                -2,
                2)
            .inBlockFloats(),
        unary("pow", x -> Ttnn.pow(x, 3), x -> oracle("Pow").input(x).input(3f), -3, 3),
        unary(
            "pow",
            x -> Ttnn.pow(2.5, x),
            x -> oracle("Pow").input(filled(x, 2.5f)).input(x),
            -3,
            3),
        unary(
                "unary_chain",
                FunctionCases::chain,
                x -> oracle("Exp").input(x).then("Relu").then("Neg"),
                -3,
                3)
            .inBlockFloats());
  }

  private static Tensor chain(Tensor x) {
    List<UnaryWithParam> chain =
        List.of(
            UnaryWithParam.of(UnaryKind.EXP),
            UnaryWithParam.of(UnaryKind.RELU),
            UnaryWithParam.of(UnaryKind.NEG));
    return Ttnn.unaryChain(x, chain, OPTIONS);
  }

  /** Of two tensors a function of both in ONNX. */
  private static GoldenCase composed(
      String name, BinaryOperator<Tensor> ours, BinaryOperator<OnnxValue> golden) {
    return GoldenCase.of(
        name,
        draw -> {
          List<int[]> shapes = draw.broadcastPair();
          Operand a = draw.tensor(shapes.getFirst());
          Operand b = draw.withZeros(shapes.getLast());
          return draw.trial(ours, golden.apply(a.golden(), b.golden()), a, b);
        });
  }

  static OnnxValue squaredDifference(OnnxValue a, OnnxValue b) {
    OnnxCall difference = oracle("Sub").input(a).input(b);
    return times(difference, difference);
  }

  static OnnxValue biasGelu(OnnxValue a, OnnxValue b) {
    return plus(a, b).then("Gelu");
  }

  private static OnnxValue quotientOrZero(OnnxValue a, OnnxValue b) {
    OnnxCall zero = oracle("Equal").input(b).input(0f);
    return oracle("Where").input(zero).input(0f).input(oracle("Div").input(a).input(b));
  }

  private static OnnxValue flooredQuotient(OnnxCall quotient) {
    return quotient.then("Floor");
  }

  private static List<GoldenCase> ofTwo() {
    return List.of(
        composed("rsub", Ttnn::rsub, (a, b) -> oracle("Sub").input(b).input(a)).inBlockFloats(),
        composed("squared_difference", Ttnn::squaredDifference, FunctionCases::squaredDifference)
            .inBlockFloats(),
        composed("bias_gelu", Ttnn::biasGelu, FunctionCases::biasGelu).inBlockFloats(),
        composed("div_no_nan", Ttnn::divNoNan, FunctionCases::quotientOrZero),
        binary("floor_div", Ttnn::floorDiv, "Div", FunctionCases::flooredQuotient));
  }

  private static List<GoldenCase> ofThree() {
    return List.of(
        ofThree(
            "addcdiv",
            on -> Ttnn.addcdiv(on.tensor(0), on.tensor(1), on.tensor(2), 0.5, OPTIONS),
            (a, b, c) -> plus(a, times(oracle("Div").input(b).input(c), 0.5f))),
        ofThree(
            "lerp",
            on -> Ttnn.lerp(on.tensor(0), on.tensor(1), on.tensor(2)),
            (a, b, c) -> plus(a, times(c, oracle("Sub").input(b).input(a)))),
        ofThree(
            "mac",
            on -> Ttnn.mac(on.tensor(0), on.tensor(1), on.tensor(2)),
            (a, b, c) -> plus(times(a, b), c)),
        ofThree(
            "where",
            on -> Ttnn.where(on.tensor(0), on.tensor(1), on.tensor(2)),
            (a, b, c) ->
                oracle("Where")
                    .input(oracle("Cast").attribute("to", OnnxType.BOOL).input(a))
                    .input(b)
                    .input(c)));
  }

  private interface OfThree {
    OnnxValue of(OnnxValue a, OnnxValue b, OnnxValue c);
  }

  /** The first has zeros, the last none. */
  private static GoldenCase ofThree(
      String name, Function<GoldenTrial.Placed, Tensor> ours, OfThree golden) {
    return GoldenCase.of(
        name,
        draw -> {
          int[] shape = draw.shape(1, 4);
          Operand a = draw.withZeros(shape);
          Operand b = draw.tensor(shape);
          Operand c = draw.divisor(shape);
          return draw.trial("", ours, golden.of(a.golden(), b.golden(), c.golden()), a, b, c);
        });
  }
}
