package dev.tilescope.golden;

import static dev.tilescope.golden.ElementwiseCases.truth;
import static dev.tilescope.golden.FunctionCases.plus;
import static dev.tilescope.golden.FunctionCases.times;
import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.model.DataType;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;

/** Operations that write over their first tensor; the second one may be smaller. */
final class InPlaceCases {
  static final List<GoldenCase> CASES =
      List.of(
          ofTwo("add_", Ttnn::addInPlace, FunctionCases::plus).inBlockFloats(),
          ofTwo("subtract_", Ttnn::subtractInPlace, plain("Sub")).inBlockFloats(),
          ofTwo("multiply_", Ttnn::multiplyInPlace, FunctionCases::times).inBlockFloats(),
          ofTwo("divide_", Ttnn::divideInPlace, plain("Div")),
          ofTwo("rsub_", Ttnn::rsubInPlace, (a, b) -> oracle("Sub").input(b).input(a)),
          ofTwo(
              "squared_difference_",
              Ttnn::squaredDifferenceInPlace,
              FunctionCases::squaredDifference),
          ofTwo("bias_gelu_", Ttnn::biasGeluInPlace, FunctionCases::biasGelu),
          ofTwo("ldexp_", Ttnn::ldexpInPlace, (a, b) -> times(a, power(2, b))),
          ofTwo("logaddexp_", Ttnn::logaddexpInPlace, InPlaceCases::logOfSum),
          ofTwo("logaddexp2_", Ttnn::logaddexp2InPlace, InPlaceCases::logOfSumInBits),
          asked("eq_", Ttnn::eqInPlace, "Equal"),
          ofTwo("ne_", Ttnn::neInPlace, (a, b) -> truth(equal(a, b).then("Not")))
              .alsoIn(List.of(DataType.INT32)),
          asked("lt_", Ttnn::ltInPlace, "Less"),
          asked("le_", Ttnn::leInPlace, "LessOrEqual"),
          asked("gt_", Ttnn::gtInPlace, "Greater"),
          asked("ge_", Ttnn::geInPlace, "GreaterOrEqual"),
          logical("logical_and_", Ttnn::logicalAndInPlace, "And"),
          logical("logical_or_", Ttnn::logicalOrInPlace, "Or"),
          logical("logical_xor_", Ttnn::logicalXorInPlace, "Xor"),
          GoldenCase.of("logical_not_", InPlaceCases::not).inBlockFloats());

  private InPlaceCases() {}

  private static BinaryOperator<OnnxValue> plain(String operator) {
    return (a, b) -> oracle(operator).input(a).input(b);
  }

  private static OnnxCall equal(OnnxValue a, OnnxValue b) {
    return oracle("Equal").input(a).input(b);
  }

  private static OnnxCall power(float base, OnnxValue exponent) {
    return oracle("Exp").input(times(exponent, (float) Math.log(base)));
  }

  private static OnnxValue logOfSum(OnnxValue a, OnnxValue b) {
    return plus(oracle("Exp").input(a), oracle("Exp").input(b)).then("Log");
  }

  private static OnnxValue logOfSumInBits(OnnxValue a, OnnxValue b) {
    return times(plus(power(2, a), power(2, b)).then("Log"), (float) (1 / Math.log(2)));
  }

  private static GoldenCase asked(String name, BinaryOperator<Tensor> ours, String operator) {
    return ofTwo(name, ours, (a, b) -> truth(oracle(operator).input(a).input(b)))
        .alsoIn(List.of(DataType.INT32));
  }

  private static GoldenCase logical(String name, BinaryOperator<Tensor> ours, String operator) {
    return ofTwo(name, ours, (a, b) -> LogicCases.joined(operator, a, b));
  }

  private static GoldenCase ofTwo(
      String name, BinaryOperator<Tensor> ours, BinaryOperator<OnnxValue> golden) {
    return GoldenCase.of(
        name,
        draw -> {
          int[] shape = draw.shape(1, 4);
          int[] other = Arrays.stream(shape).map(dim -> draw.flip() ? 1 : dim).toArray();
          Operand a = draw.withZeros(shape);
          Operand b = draw.divisor(other);
          return draw.trial(ours, golden.apply(a.golden(), b.golden()), a, b);
        });
  }

  private static GoldenTrial not(Draw draw) {
    Operand x = draw.withZeros(draw.shape(1, 4));
    return draw.trial(Ttnn::logicalNotInPlace, LogicCases.negated(x.golden()), x);
  }
}
