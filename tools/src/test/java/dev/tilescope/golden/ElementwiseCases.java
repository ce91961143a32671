package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.GeluVariant;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Operations on single elements: each is one line, its name, the method and the ONNX operator. */
final class ElementwiseCases {
  private static final UnaryOptions OPTIONS = UnaryOptions.DEFAULT;
  private static final List<DataType> SIGNED = List.of(DataType.INT32);
  static final List<GoldenCase> CASES = all();

  private ElementwiseCases() {}

  private static List<GoldenCase> all() {
    List<GoldenCase> all = new ArrayList<>();
    all.addAll(functions());
    all.addAll(activations());
    all.addAll(ofTwo());
    all.addAll(ofIntegers());
    all.addAll(ofThree());
    return all;
  }

  /** Those with a pole in their range are not tried in block floats, whose zeros are many. */
  private static List<GoldenCase> functions() {
    return List.of(
        unary("abs", Ttnn::abs, "Abs").inBlockFloats().alsoIn(SIGNED),
        unary("neg", Ttnn::neg, "Neg").inBlockFloats().alsoIn(SIGNED),
        unary("sign", Ttnn::sign, "Sign").inBlockFloats().alsoIn(SIGNED),
        unary("floor", Ttnn::floor, "Floor").inBlockFloats(),
        unary("ceil", Ttnn::ceil, "Ceil").inBlockFloats(),
        unary("round", Ttnn::round, "Round").inBlockFloats(),
        unary("exp", Ttnn::exp, "Exp").inBlockFloats(),
        unary("sin", Ttnn::sin, "Sin").inBlockFloats(),
        unary("cos", Ttnn::cos, "Cos").inBlockFloats(),
        unary("atan", Ttnn::atan, "Atan").inBlockFloats(),
        unary("sinh", Ttnn::sinh, "Sinh").inBlockFloats(),
        unary("cosh", Ttnn::cosh, "Cosh").inBlockFloats(),
        unary("tanh", Ttnn::tanh, "Tanh").inBlockFloats(),
        unary("asinh", Ttnn::asinh, "Asinh").inBlockFloats(),
        unary("erf", Ttnn::erf, "Erf").inBlockFloats(),
        unary("tan", Ttnn::tan, "Tan", -1.3, 1.3).inBlockFloats(),
        unary("asin", Ttnn::asin, "Asin", -0.95, 0.95).inBlockFloats(),
        unary("acos", Ttnn::acos, "Acos", -0.95, 0.95).inBlockFloats(),
        unary("sqrt", Ttnn::sqrt, "Sqrt", 0, 50).inBlockFloats(),
        unary("atanh", Ttnn::atanh, "Atanh", -0.9, 0.9),
        unary("acosh", Ttnn::acosh, "Acosh", 1.1, 50),
        unary("log", Ttnn::log, "Log", 0.1, 50),
        unary("reciprocal", Ttnn::reciprocal, "Reciprocal", 0.5, 4),
        unary("rsqrt", Ttnn::rsqrt, x -> oracle("Sqrt").input(x).then("Reciprocal"), 0.5, 50),
        unary("square", Ttnn::square, x -> oracle("Mul").input(x).input(x), -6, 6).inBlockFloats(),
        extremes("isnan", Ttnn::isnan, "IsNaN"),
        extremes("isinf", Ttnn::isinf, "IsInf"));
  }

  private static List<GoldenCase> activations() {
    return List.of(
        unary("relu", Ttnn::relu, "Relu").inBlockFloats(),
        unary("gelu", Ttnn::gelu, "Gelu").inBlockFloats(),
        unary(
                "gelu",
                x -> Ttnn.gelu(x, GeluVariant.TANH, OPTIONS),
                x -> oracle("Gelu").attribute("approximate", "tanh").input(x),
                -6,
                6)
            .inBlockFloats(),
        unary("sigmoid", Ttnn::sigmoid, "Sigmoid").inBlockFloats(),
        unary("silu", Ttnn::silu, ElementwiseCases::silu, -6, 6).inBlockFloats(),
        unary("swish", Ttnn::swish, ElementwiseCases::silu, -6, 6).inBlockFloats(),
        unary("mish", Ttnn::mish, "Mish").inBlockFloats(),
        unary("softplus", Ttnn::softplus, "Softplus").inBlockFloats(),
        unary("softsign", Ttnn::softsign, "Softsign").inBlockFloats(),
        unary("hardswish", Ttnn::hardswish, "HardSwish").inBlockFloats(),
        unary(
                "hardsigmoid",
                Ttnn::hardsigmoid,
                x ->
                    oracle("HardSigmoid")
                        .attribute("alpha", 1f / 6)
                        .attribute("beta", 0.5f)
                        .input(x),
                -6,
                6)
            .inBlockFloats(),
        unary("leaky_relu", x -> Ttnn.leakyRelu(x, 0.2), with("LeakyRelu", 0.2f), -6, 6)
            .inBlockFloats(),
        unary("elu", x -> Ttnn.elu(x, 0.7), with("Elu", 0.7f), -6, 6).inBlockFloats(),
        unary("celu", x -> Ttnn.celu(x, 0.7), with("Celu", 0.7f), -6, 6).inBlockFloats(),
        unary("selu", Ttnn::selu, "Selu").inBlockFloats(),
        unary("relu6", Ttnn::relu6, x -> clip(x, 0f, 6f), -9, 9).inBlockFloats(),
        unary("clamp", x -> Ttnn.clamp(x, -1, 2.5), x -> clip(x, -1f, 2.5f), -6, 6).inBlockFloats(),
        unary("hardtanh", Ttnn::hardtanh, x -> clip(x, -1f, 1f), -6, 6).inBlockFloats(),
        unary(
                "softshrink",
                Ttnn::softshrink,
                x -> oracle("Shrink").attribute("lambd", 0.5f).attribute("bias", 0.5f).input(x),
                -6,
                6)
            .inBlockFloats(),
        unary(
                "hardshrink",
                Ttnn::hardshrink,
                x -> oracle("Shrink").attribute("lambd", 0.5f).input(x),
                -6,
                6)
            .inBlockFloats());
  }

  private static List<GoldenCase> ofTwo() {
    return List.of(
        binary("add", Ttnn::add, "Add").inBlockFloats().alsoIn(GoldenCase.COMPUTED_INTEGERS),
        binary("subtract", Ttnn::subtract, "Sub").inBlockFloats().alsoIn(SIGNED),
        binary("multiply", Ttnn::multiply, "Mul")
            .inBlockFloats()
            .alsoIn(GoldenCase.COMPUTED_INTEGERS),
        binary("div", Ttnn::div, "Div").inBlockFloats(),
        binary("minimum", Ttnn::minimum, "Min").inBlockFloats().alsoIn(SIGNED),
        binary("maximum", Ttnn::maximum, "Max").inBlockFloats().alsoIn(SIGNED),
        binary("fmod", Ttnn::fmod, "Mod", call -> call.attribute("fmod", 1)).alsoIn(SIGNED),
        asked("eq", Ttnn::eq, "Equal").inBlockFloats().alsoIn(GoldenCase.INTEGERS),
        asked("lt", Ttnn::lt, "Less").inBlockFloats().alsoIn(GoldenCase.INTEGERS),
        asked("le", Ttnn::le, "LessOrEqual").inBlockFloats().alsoIn(GoldenCase.INTEGERS),
        asked("gt", Ttnn::gt, "Greater").inBlockFloats().alsoIn(GoldenCase.INTEGERS),
        asked("ge", Ttnn::ge, "GreaterOrEqual").inBlockFloats().alsoIn(GoldenCase.INTEGERS),
        withScalar("add", Ttnn::add, "Add").inBlockFloats(),
        withScalar("subtract", Ttnn::subtract, "Sub").inBlockFloats(),
        withScalar("multiply", Ttnn::multiply, "Mul").inBlockFloats(),
        withScalar("div", Ttnn::div, "Div").inBlockFloats(),
        GoldenCase.of(
            "pow",
            draw -> {
              List<int[]> shapes = draw.broadcastPair();
              Operand a = draw.tensor(0.5, 3, shapes.getFirst());
              Operand b = draw.tensor(shapes.getLast());
              return draw.trial(Ttnn::pow, oracle("Pow").input(a.golden()).input(b.golden()), a, b);
            }));
  }

  private static List<GoldenCase> ofIntegers() {
    return List.of(
        integers("remainder", Ttnn::remainder, "Mod", SIGNED),
        integers("bitwise_and", Ttnn::bitwiseAnd, "BitwiseAnd", GoldenCase.COMPUTED_INTEGERS),
        integers("bitwise_or", Ttnn::bitwiseOr, "BitwiseOr", GoldenCase.COMPUTED_INTEGERS),
        integers("bitwise_xor", Ttnn::bitwiseXor, "BitwiseXor", GoldenCase.COMPUTED_INTEGERS),
        new GoldenCase(
            "ttnn::bitwise_not",
            SIGNED,
            List.of(Layout.values()),
            draw -> {
              Operand x = draw.tensor(-4000, 4000, draw.shape(1, 4));
              return draw.trial(Ttnn::bitwiseNot, oracle("BitwiseNot").input(x.golden()), x);
            }),
        new GoldenCase(
            "ttnn::floor_div", SIGNED, List.of(Layout.values()), ElementwiseCases::floorDiv));
  }

  /** Of numbers that are not negative, since ONNX rounds towards zero. */
  private static GoldenTrial floorDiv(Draw draw) {
    List<int[]> shapes = draw.broadcastPair();
    Operand a = draw.tensor(0, 4000, shapes.getFirst());
    Operand b = draw.tensor(1, 60, shapes.getLast());
    return draw.trial(Ttnn::floorDiv, oracle("Div").input(a.golden()).input(b.golden()), a, b);
  }

  private static List<GoldenCase> ofThree() {
    return List.of(
        GoldenCase.of(
                "where",
                draw -> {
                  int[] shape = draw.shape(1, 4);
                  Operand a = draw.tensor(shape);
                  Operand b = draw.tensor(shape);
                  OnnxValue holds = oracle("Cast").attribute("to", OnnxType.BOOL).input(a.golden());
                  return draw.trial(
                      "false_value=2",
                      on -> Ttnn.where(on.tensor(0), on.tensor(1), 2),
                      oracle("Where").input(holds).input(b.golden()).input(2f),
                      a,
                      b);
                })
            .inBlockFloats(),
        GoldenCase.of(
            "addcmul",
            draw -> {
              int[] shape = draw.shape(1, 4);
              Operand a = draw.tensor(shape);
              Operand b = draw.tensor(shape);
              Operand c = draw.tensor(shape);
              OnnxValue product = oracle("Mul").input(b.golden()).input(c.golden());
              return draw.trial(
                  "value=0.5",
                  on -> Ttnn.addcmul(on.tensor(0), on.tensor(1), on.tensor(2), 0.5, OPTIONS),
                  oracle("Add").input(a.golden()).input(oracle("Mul").input(product).input(0.5f)),
                  a,
                  b,
                  c);
            }),
        GoldenCase.of(
            "mac",
            draw -> {
              int[] shape = draw.shape(1, 4);
              Operand a = draw.tensor(shape);
              Operand b = draw.tensor(shape);
              return draw.trial(
                  "c=1.5",
                  on -> Ttnn.mac(on.tensor(0), on.tensor(1), 1.5),
                  oracle("Add")
                      .input(oracle("Mul").input(a.golden()).input(b.golden()))
                      .input(1.5f),
                  a,
                  b);
            }),
        GoldenCase.of(
            "prelu",
            draw -> {
              Operand a = draw.tensor(2, 5, 24, 33);
              Operand weight = draw.tensor(5);
              OnnxValue spread = oracle("Reshape").input(weight.golden()).list(5, 1, 1);
              return draw.trial(
                  Ttnn::prelu, oracle("PRelu").input(a.golden()).input(spread), a, weight);
            }));
  }

  static OnnxValue silu(OnnxValue x) {
    return oracle("Mul").input(x).input(oracle("Sigmoid").input(x));
  }

  static OnnxValue clip(OnnxValue x, float low, float high) {
    return oracle("Clip").input(x).input(low).input(high);
  }

  private static Function<OnnxValue, OnnxValue> with(String operator, float alpha) {
    return x -> oracle(operator).attribute("alpha", alpha).input(x);
  }

  static OnnxValue truth(OnnxCall answer) {
    return answer.then("Cast").attribute("to", OnnxType.FLOAT);
  }

  static GoldenCase unary(String name, UnaryOperator<Tensor> ours, String operator) {
    return unary(name, ours, operator, -6, 6);
  }

  static GoldenCase unary(
      String name, UnaryOperator<Tensor> ours, String operator, double low, double high) {
    return unary(name, ours, x -> oracle(operator).input(x), low, high);
  }

  /** For a function that is several operators in ONNX, or one with attributes. */
  static GoldenCase unary(
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

  private static GoldenCase extremes(String name, UnaryOperator<Tensor> ours, String operator) {
    return GoldenCase.of(
        name,
        draw -> {
          Operand x = draw.withExtremes(draw.shape(1, 4));
          return draw.trial(ours, truth(oracle(operator).input(x.golden())), x);
        });
  }

  static GoldenCase binary(String name, BinaryOperator<Tensor> ours, String operator) {
    return binary(name, ours, operator, call -> call);
  }

  /** Comparisons are bool in ONNX. */
  static GoldenCase asked(String name, BinaryOperator<Tensor> ours, String operator) {
    return binary(name, ours, operator, ElementwiseCases::truth);
  }

  /** Second inputs are fit to divide by. */
  static GoldenCase binary(
      String name,
      BinaryOperator<Tensor> ours,
      String operator,
      Function<OnnxCall, OnnxValue> finish) {
    return GoldenCase.of(
        name,
        draw -> {
          List<int[]> shapes = draw.broadcastPair();
          Operand a = draw.tensor(shapes.getFirst());
          Operand b = draw.divisor(shapes.getLast());
          OnnxCall call = oracle(operator).input(a.golden()).input(b.golden());
          return draw.trial(ours, finish.apply(call), a, b);
        });
  }

  static GoldenCase integers(
      String name, BinaryOperator<Tensor> ours, String operator, List<DataType> dtypes) {
    GoldenCase of = binary(name, ours, operator);
    return new GoldenCase(of.operation(), dtypes, of.layouts(), of.draw());
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
