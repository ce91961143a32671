package dev.tilescope.ops;

import dev.tilescope.ops.kernel.BinaryKind;
import dev.tilescope.ops.kernel.UnaryKind;
import dev.tilescope.tensor.Tensor;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Operations that write to their first input and give it back: {@code addInPlace} is TT-NN's {@code
 * add_}. Long because the list of names is.
 */
abstract class InPlaceOperations extends ComparisonOperations {
  /**
   * @param inputB a tensor, or a number
   */
  record InPlaceArguments(Tensor inputA, Object inputB, InPlaceOptions options) {}

  record UnaryInPlaceArguments(Tensor inputTensor) {}

  private static final Map<BinaryKind, Operation<InPlaceArguments, Tensor>> FAMILY =
      declareInPlace(
          BinaryKind.ADD,
          BinaryKind.SUBTRACT,
          BinaryKind.MULTIPLY,
          BinaryKind.DIVIDE,
          BinaryKind.RSUB,
          BinaryKind.SQUARED_DIFFERENCE,
          BinaryKind.LDEXP,
          BinaryKind.LOGADDEXP,
          BinaryKind.LOGADDEXP2,
          BinaryKind.BIAS_GELU,
          BinaryKind.EQ,
          BinaryKind.NE,
          BinaryKind.LT,
          BinaryKind.LE,
          BinaryKind.GT,
          BinaryKind.GE,
          BinaryKind.LOGICAL_AND,
          BinaryKind.LOGICAL_OR,
          BinaryKind.LOGICAL_XOR);
  private static final Operation<UnaryInPlaceArguments, Tensor> LOGICAL_NOT_OPERATION =
      Operation.of(
              "ttnn::logical_not_",
              UnaryInPlaceArguments.class,
              a ->
                  runUnary(
                      UnaryKind.LOGICAL_NOT,
                      a.inputTensor(),
                      UnaryOptions.DEFAULT.withOutputTensor(a.inputTensor())),
              UNARY)
          .overwriting("input_tensor");

  private static Map<BinaryKind, Operation<InPlaceArguments, Tensor>> declareInPlace(
      BinaryKind... kinds) {
    Map<BinaryKind, Operation<InPlaceArguments, Tensor>> all = new EnumMap<>(BinaryKind.class);
    for (BinaryKind kind : kinds) {
      all.put(
          kind,
          Operation.of(
                  "ttnn::" + kind.name().toLowerCase(Locale.ROOT) + "_",
                  InPlaceArguments.class,
                  a -> runBinary(kind, a.inputA(), a.inputB(), a.options().into(a.inputA())),
                  BINARY_NG)
              .overwriting("input_a"));
    }
    return all;
  }

  private static Tensor callInPlace(BinaryKind kind, Tensor a, Object b, InPlaceOptions options) {
    return Objects.requireNonNull(FAMILY.get(kind)).call(new InPlaceArguments(a, b, options));
  }

  public static Tensor addInPlace(Tensor a, Tensor b) {
    return addInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor addInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.ADD, a, b, options);
  }

  public static Tensor addInPlace(Tensor a, Number b) {
    return addInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor addInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.ADD, a, b, options);
  }

  public static Tensor subtractInPlace(Tensor a, Tensor b) {
    return subtractInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor subtractInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.SUBTRACT, a, b, options);
  }

  public static Tensor subtractInPlace(Tensor a, Number b) {
    return subtractInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor subtractInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.SUBTRACT, a, b, options);
  }

  public static Tensor multiplyInPlace(Tensor a, Tensor b) {
    return multiplyInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor multiplyInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.MULTIPLY, a, b, options);
  }

  public static Tensor multiplyInPlace(Tensor a, Number b) {
    return multiplyInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor multiplyInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.MULTIPLY, a, b, options);
  }

  public static Tensor divideInPlace(Tensor a, Tensor b) {
    return divideInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor divideInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.DIVIDE, a, b, options);
  }

  public static Tensor divideInPlace(Tensor a, Number b) {
    return divideInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor divideInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.DIVIDE, a, b, options);
  }

  /** b - a. */
  public static Tensor rsubInPlace(Tensor a, Tensor b) {
    return rsubInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor rsubInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.RSUB, a, b, options);
  }

  public static Tensor rsubInPlace(Tensor a, Number b) {
    return rsubInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor rsubInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.RSUB, a, b, options);
  }

  /** (a - b)(a - b). */
  public static Tensor squaredDifferenceInPlace(Tensor a, Tensor b) {
    return squaredDifferenceInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor squaredDifferenceInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.SQUARED_DIFFERENCE, a, b, options);
  }

  public static Tensor squaredDifferenceInPlace(Tensor a, Number b) {
    return squaredDifferenceInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor squaredDifferenceInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.SQUARED_DIFFERENCE, a, b, options);
  }

  /** a times two to the power of b. */
  public static Tensor ldexpInPlace(Tensor a, Tensor b) {
    return ldexpInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor ldexpInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.LDEXP, a, b, options);
  }

  public static Tensor ldexpInPlace(Tensor a, Number b) {
    return ldexpInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor ldexpInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.LDEXP, a, b, options);
  }

  /** log(exp(a) + exp(b)). */
  public static Tensor logaddexpInPlace(Tensor a, Tensor b) {
    return logaddexpInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor logaddexpInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.LOGADDEXP, a, b, options);
  }

  public static Tensor logaddexpInPlace(Tensor a, Number b) {
    return logaddexpInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor logaddexpInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.LOGADDEXP, a, b, options);
  }

  /** The same with powers of two. */
  public static Tensor logaddexp2InPlace(Tensor a, Tensor b) {
    return logaddexp2InPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor logaddexp2InPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.LOGADDEXP2, a, b, options);
  }

  public static Tensor logaddexp2InPlace(Tensor a, Number b) {
    return logaddexp2InPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor logaddexp2InPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.LOGADDEXP2, a, b, options);
  }

  /** GELU of a + b. */
  public static Tensor biasGeluInPlace(Tensor a, Tensor b) {
    return biasGeluInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor biasGeluInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.BIAS_GELU, a, b, options);
  }

  public static Tensor biasGeluInPlace(Tensor a, Number b) {
    return biasGeluInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor biasGeluInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.BIAS_GELU, a, b, options);
  }

  /** 1 where a = b, else 0. */
  public static Tensor eqInPlace(Tensor a, Tensor b) {
    return eqInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor eqInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.EQ, a, b, options);
  }

  public static Tensor eqInPlace(Tensor a, Number b) {
    return eqInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor eqInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.EQ, a, b, options);
  }

  /** 1 where a and b differ, else 0. */
  public static Tensor neInPlace(Tensor a, Tensor b) {
    return neInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor neInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.NE, a, b, options);
  }

  public static Tensor neInPlace(Tensor a, Number b) {
    return neInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor neInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.NE, a, b, options);
  }

  /** 1 where a < b, else 0. */
  public static Tensor ltInPlace(Tensor a, Tensor b) {
    return ltInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor ltInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.LT, a, b, options);
  }

  public static Tensor ltInPlace(Tensor a, Number b) {
    return ltInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor ltInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.LT, a, b, options);
  }

  /** 1 where a <= b, else 0. */
  public static Tensor leInPlace(Tensor a, Tensor b) {
    return leInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor leInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.LE, a, b, options);
  }

  public static Tensor leInPlace(Tensor a, Number b) {
    return leInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor leInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.LE, a, b, options);
  }

  /** 1 where a > b, else 0. */
  public static Tensor gtInPlace(Tensor a, Tensor b) {
    return gtInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor gtInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.GT, a, b, options);
  }

  public static Tensor gtInPlace(Tensor a, Number b) {
    return gtInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor gtInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.GT, a, b, options);
  }

  /** 1 where a >= b, else 0. */
  public static Tensor geInPlace(Tensor a, Tensor b) {
    return geInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor geInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.GE, a, b, options);
  }

  public static Tensor geInPlace(Tensor a, Number b) {
    return geInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor geInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.GE, a, b, options);
  }

  /** 1 where neither is 0, else 0. */
  public static Tensor logicalAndInPlace(Tensor a, Tensor b) {
    return logicalAndInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor logicalAndInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.LOGICAL_AND, a, b, options);
  }

  public static Tensor logicalAndInPlace(Tensor a, Number b) {
    return logicalAndInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor logicalAndInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.LOGICAL_AND, a, b, options);
  }

  /** 1 where one is not 0, else 0. */
  public static Tensor logicalOrInPlace(Tensor a, Tensor b) {
    return logicalOrInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor logicalOrInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.LOGICAL_OR, a, b, options);
  }

  public static Tensor logicalOrInPlace(Tensor a, Number b) {
    return logicalOrInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor logicalOrInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.LOGICAL_OR, a, b, options);
  }

  /** 1 where one is 0 and the other is not, else 0. */
  public static Tensor logicalXorInPlace(Tensor a, Tensor b) {
    return logicalXorInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor logicalXorInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return callInPlace(BinaryKind.LOGICAL_XOR, a, b, options);
  }

  public static Tensor logicalXorInPlace(Tensor a, Number b) {
    return logicalXorInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor logicalXorInPlace(Tensor a, Number b, InPlaceOptions options) {
    return callInPlace(BinaryKind.LOGICAL_XOR, a, b, options);
  }

  public static Tensor logicalNotInPlace(Tensor input) {
    return LOGICAL_NOT_OPERATION.call(new UnaryInPlaceArguments(input));
  }

  /** Another name of {@link #subtractInPlace}, which traces show. */
  public static Tensor subInPlace(Tensor a, Tensor b) {
    return subInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor subInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return subtractInPlace(a, b, options);
  }

  public static Tensor subInPlace(Tensor a, Number b) {
    return subInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor subInPlace(Tensor a, Number b, InPlaceOptions options) {
    return subtractInPlace(a, b, options);
  }

  /** Another name of {@link #multiplyInPlace}, which traces show. */
  public static Tensor mulInPlace(Tensor a, Tensor b) {
    return mulInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor mulInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return multiplyInPlace(a, b, options);
  }

  public static Tensor mulInPlace(Tensor a, Number b) {
    return mulInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor mulInPlace(Tensor a, Number b, InPlaceOptions options) {
    return multiplyInPlace(a, b, options);
  }

  /** Another name of {@link #divideInPlace}, which traces show. */
  public static Tensor divInPlace(Tensor a, Tensor b) {
    return divInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor divInPlace(Tensor a, Tensor b, InPlaceOptions options) {
    return divideInPlace(a, b, options);
  }

  public static Tensor divInPlace(Tensor a, Number b) {
    return divInPlace(a, b, InPlaceOptions.DEFAULT);
  }

  public static Tensor divInPlace(Tensor a, Number b, InPlaceOptions options) {
    return divideInPlace(a, b, options);
  }
}
