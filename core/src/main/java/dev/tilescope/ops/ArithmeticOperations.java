package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.kernel.BinaryKind;
import dev.tilescope.ops.kernel.UnaryKind;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic of two tensors, or of a tensor and a number, with NumPy broadcasting. Long because the
 * list of names is; how they run is in {@link BinaryOperations}.
 */
abstract class ArithmeticOperations extends ClampOperations {
  /**
   * @param fastAndApproximateMode computed exactly all the same
   */
  record MultiplyArguments(
      Tensor inputTensorA,
      Object inputTensorB,
      @Default("false") boolean fastAndApproximateMode,
      BinaryOptions options) {}

  /**
   * @param fastAndApproximateMode computed exactly all the same
   * @param roundingMode null, "trunc" or "floor"
   */
  record DivArguments(
      Tensor inputTensorA,
      Object inputTensorB,
      @Default("false") boolean fastAndApproximateMode,
      @Nullable String roundingMode,
      BinaryOptions options) {}

  /**
   * @param inputTensor a tensor, or a number if the exponent is a tensor
   * @param exponent a tensor, or a number
   */
  record PowArguments(Object inputTensor, Object exponent, BinaryOptions options) {}

  /**
   * @param weight a number, or a tensor of one for each channel, which is dimension 1
   */
  record PreluArguments(Tensor inputTensorA, Object weight, UnaryOptions options) {}

  private static final Map<BinaryKind, Operation<BinaryArguments, Tensor>> FAMILY =
      declareBinary(
          BinaryKind.ADD,
          BinaryKind.SUBTRACT,
          BinaryKind.RSUB,
          BinaryKind.SQUARED_DIFFERENCE,
          BinaryKind.MINIMUM,
          BinaryKind.MAXIMUM,
          BinaryKind.REMAINDER,
          BinaryKind.FMOD,
          BinaryKind.FLOOR_DIV,
          BinaryKind.DIV_NO_NAN,
          BinaryKind.LDEXP,
          BinaryKind.LOGADDEXP,
          BinaryKind.LOGADDEXP2,
          BinaryKind.BIAS_GELU,
          BinaryKind.HYPOT,
          BinaryKind.ATAN2,
          BinaryKind.XLOGY,
          BinaryKind.NEXTAFTER);
  private static final Operation<MultiplyArguments, Tensor> MULTIPLY_OPERATION =
      Operation.of(
          "ttnn::multiply",
          MultiplyArguments.class,
          a -> runBinary(BinaryKind.MULTIPLY, a.inputTensorA(), a.inputTensorB(), a.options()),
          BINARY_NG,
          BINARY);
  private static final Operation<DivArguments, Tensor> DIV_OPERATION =
      Operation.of(
          "ttnn::div", DivArguments.class, ArithmeticOperations::div, BINARY_NG, BINARY, UNARY);
  private static final Operation<PowArguments, Tensor> POW_OPERATION =
      Operation.of(
          "ttnn::pow", PowArguments.class, ArithmeticOperations::pow, BINARY_NG, BINARY, UNARY);
  private static final Operation<PreluArguments, Tensor> PRELU_OPERATION =
      Operation.of("ttnn::prelu", PreluArguments.class, ArithmeticOperations::prelu, BINARY_NG);

  /** Quotients are rounded after the division; of INT32, rounding is part of the operation. */
  private static Tensor div(DivArguments a) {
    UnaryKind rounding = quotientRounding(a.roundingMode());
    boolean isInt32 =
        a.inputTensorA().dtype() == DataType.INT32
            && !(a.inputTensorB() instanceof Tensor b && b.dtype() != DataType.INT32);
    if (rounding == null) {
      return runBinary(BinaryKind.DIVIDE, a.inputTensorA(), a.inputTensorB(), a.options());
    } else if (isInt32) {
      BinaryKind kind = rounding == UnaryKind.FLOOR ? BinaryKind.FLOOR_DIV : BinaryKind.TRUNC_DIV;
      return runBinary(kind, a.inputTensorA(), a.inputTensorB(), a.options());
    }
    return rounded(a, rounding);
  }

  private static Tensor rounded(DivArguments a, UnaryKind rounding) {
    Tensor into = a.options().outputTensor();
    try (Temporaries made = Temporaries.besides(a.inputTensorA(), into)) {
      Tensor quotient =
          made.own(runBinary(BinaryKind.DIVIDE, a.inputTensorA(), a.inputTensorB(), a.options()));
      UnaryOptions whole = new UnaryOptions(quotient.memoryConfig(), into);
      return made.handOver(
          rounding == UnaryKind.FLOOR ? floor(quotient, whole) : trunc(quotient, whole));
    }
  }

  /** A number is compiled into a unary program unless that lacks what is asked for. */
  private static Tensor pow(PowArguments a) {
    BinaryOptions options = a.options();
    UnaryOptions unary = new UnaryOptions(options.memoryConfig(), options.outputTensor());
    boolean isPlain =
        options
            .withMemoryConfig(null)
            .withOutputTensor(null)
            .withSubCoreGrids(null)
            .equals(BinaryOptions.DEFAULT);
    if (a.inputTensor() instanceof Tensor base) {
      return a.exponent() instanceof Number exponent && isPlain && base.dtype().isFloat()
          ? runUnary(UnaryKind.POWER, base, unary, exponent)
          : runBinary(BinaryKind.POW, base, a.exponent(), options);
    }
    Check.that(
        isPlain && a.exponent() instanceof Tensor,
        "exponent: of a number it is a tensor, without dtype and activations, got %s",
        a.exponent());
    return runUnary(UnaryKind.RPOW, (Tensor) a.exponent(), unary, (Number) a.inputTensor());
  }

  private static Tensor prelu(PreluArguments a) {
    BinaryOptions options =
        BinaryOptions.DEFAULT
            .withMemoryConfig(a.options().memoryConfig())
            .withOutputTensor(a.options().outputTensor());
    if (!(a.weight() instanceof Tensor weight)) {
      return runBinary(BinaryKind.PRELU, a.inputTensorA(), a.weight(), options);
    }
    BINARY_NG.requireUsable(a.inputTensorA(), weight);
    Shape shape = a.inputTensorA().shape();
    Check.rankAtLeast("input_tensor_a", a.inputTensorA(), 2);
    Check.that(
        weight.shape().volume() == shape.dim(1),
        "weight: one for each of the %d channels of %s is needed, got %s",
        shape.dim(1),
        shape,
        weight.shape());
    int[] channels = new int[shape.rank()];
    Arrays.fill(channels, 1);
    channels[1] = shape.dim(1);
    if (weight.shape().equals(Shape.of(channels))) {
      return runBinary(BinaryKind.PRELU, a.inputTensorA(), weight, options);
    }
    try (Temporaries made = Temporaries.besides(a.inputTensorA(), weight)) {
      Tensor spread = made.own(reshape(weight, channels));
      return made.handOver(runBinary(BinaryKind.PRELU, a.inputTensorA(), spread, options));
    }
  }

  public static Tensor add(Tensor a, Tensor b) {
    return add(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor add(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.ADD, a, b, options);
  }

  public static Tensor add(Tensor a, Number b) {
    return add(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor add(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.ADD, a, b, options);
  }

  public static Tensor subtract(Tensor a, Tensor b) {
    return subtract(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor subtract(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.SUBTRACT, a, b, options);
  }

  public static Tensor subtract(Tensor a, Number b) {
    return subtract(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor subtract(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.SUBTRACT, a, b, options);
  }

  /** b - a. */
  public static Tensor rsub(Tensor a, Tensor b) {
    return rsub(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor rsub(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.RSUB, a, b, options);
  }

  public static Tensor rsub(Tensor a, Number b) {
    return rsub(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor rsub(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.RSUB, a, b, options);
  }

  /** (a - b)(a - b). */
  public static Tensor squaredDifference(Tensor a, Tensor b) {
    return squaredDifference(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor squaredDifference(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.SQUARED_DIFFERENCE, a, b, options);
  }

  public static Tensor squaredDifference(Tensor a, Number b) {
    return squaredDifference(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor squaredDifference(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.SQUARED_DIFFERENCE, a, b, options);
  }

  public static Tensor minimum(Tensor a, Tensor b) {
    return minimum(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor minimum(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.MINIMUM, a, b, options);
  }

  public static Tensor minimum(Tensor a, Number b) {
    return minimum(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor minimum(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.MINIMUM, a, b, options);
  }

  public static Tensor maximum(Tensor a, Tensor b) {
    return maximum(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor maximum(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.MAXIMUM, a, b, options);
  }

  public static Tensor maximum(Tensor a, Number b) {
    return maximum(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor maximum(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.MAXIMUM, a, b, options);
  }

  /** With the sign of b, as in Python. */
  public static Tensor remainder(Tensor a, Tensor b) {
    return remainder(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor remainder(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.REMAINDER, a, b, options);
  }

  public static Tensor remainder(Tensor a, Number b) {
    return remainder(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor remainder(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.REMAINDER, a, b, options);
  }

  /** With the sign of a, as in C. */
  public static Tensor fmod(Tensor a, Tensor b) {
    return fmod(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor fmod(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.FMOD, a, b, options);
  }

  public static Tensor fmod(Tensor a, Number b) {
    return fmod(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor fmod(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.FMOD, a, b, options);
  }

  /** The quotient rounded down. */
  public static Tensor floorDiv(Tensor a, Tensor b) {
    return floorDiv(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor floorDiv(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.FLOOR_DIV, a, b, options);
  }

  public static Tensor floorDiv(Tensor a, Number b) {
    return floorDiv(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor floorDiv(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.FLOOR_DIV, a, b, options);
  }

  /** The quotient, and 0 where b is 0. */
  public static Tensor divNoNan(Tensor a, Tensor b) {
    return divNoNan(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor divNoNan(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.DIV_NO_NAN, a, b, options);
  }

  public static Tensor divNoNan(Tensor a, Number b) {
    return divNoNan(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor divNoNan(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.DIV_NO_NAN, a, b, options);
  }

  /** a times two to the power of b. */
  public static Tensor ldexp(Tensor a, Tensor b) {
    return ldexp(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor ldexp(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LDEXP, a, b, options);
  }

  public static Tensor ldexp(Tensor a, Number b) {
    return ldexp(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor ldexp(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LDEXP, a, b, options);
  }

  /** log(exp(a) + exp(b)). */
  public static Tensor logaddexp(Tensor a, Tensor b) {
    return logaddexp(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor logaddexp(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LOGADDEXP, a, b, options);
  }

  public static Tensor logaddexp(Tensor a, Number b) {
    return logaddexp(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor logaddexp(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LOGADDEXP, a, b, options);
  }

  /** The same with powers of two. */
  public static Tensor logaddexp2(Tensor a, Tensor b) {
    return logaddexp2(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor logaddexp2(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LOGADDEXP2, a, b, options);
  }

  public static Tensor logaddexp2(Tensor a, Number b) {
    return logaddexp2(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor logaddexp2(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LOGADDEXP2, a, b, options);
  }

  /** GELU of a + b. */
  public static Tensor biasGelu(Tensor a, Tensor b) {
    return biasGelu(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor biasGelu(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.BIAS_GELU, a, b, options);
  }

  public static Tensor biasGelu(Tensor a, Number b) {
    return biasGelu(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor biasGelu(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.BIAS_GELU, a, b, options);
  }

  /** The square root of the sum of squares. */
  public static Tensor hypot(Tensor a, Tensor b) {
    return hypot(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor hypot(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.HYPOT, a, b, options);
  }

  public static Tensor hypot(Tensor a, Number b) {
    return hypot(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor hypot(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.HYPOT, a, b, options);
  }

  public static Tensor atan2(Tensor a, Tensor b) {
    return atan2(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor atan2(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.ATAN2, a, b, options);
  }

  public static Tensor atan2(Tensor a, Number b) {
    return atan2(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor atan2(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.ATAN2, a, b, options);
  }

  /** a log(b), and 0 where a is 0. */
  public static Tensor xlogy(Tensor a, Tensor b) {
    return xlogy(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor xlogy(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.XLOGY, a, b, options);
  }

  public static Tensor xlogy(Tensor a, Number b) {
    return xlogy(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor xlogy(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.XLOGY, a, b, options);
  }

  /** The float32 next to a in the direction of b. */
  public static Tensor nextafter(Tensor a, Tensor b) {
    return nextafter(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor nextafter(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.NEXTAFTER, a, b, options);
  }

  public static Tensor nextafter(Tensor a, Number b) {
    return nextafter(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor nextafter(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.NEXTAFTER, a, b, options);
  }

  public static Tensor multiply(Tensor a, Tensor b) {
    return multiply(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor multiply(Tensor a, Tensor b, BinaryOptions options) {
    return multiply(a, b, false, options);
  }

  public static Tensor multiply(Tensor a, Number b) {
    return multiply(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor multiply(Tensor a, Number b, BinaryOptions options) {
    return multiply(a, b, false, options);
  }

  public static Tensor multiply(
      Tensor a, Tensor b, boolean fastAndApproximateMode, BinaryOptions options) {
    return MULTIPLY_OPERATION.call(new MultiplyArguments(a, b, fastAndApproximateMode, options));
  }

  public static Tensor multiply(
      Tensor a, Number b, boolean fastAndApproximateMode, BinaryOptions options) {
    return MULTIPLY_OPERATION.call(new MultiplyArguments(a, b, fastAndApproximateMode, options));
  }

  /** Integers are divided as floats, to FLOAT32. */
  public static Tensor div(Tensor a, Tensor b) {
    return div(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor div(Tensor a, Tensor b, BinaryOptions options) {
    return div(a, b, false, null, options);
  }

  public static Tensor div(Tensor a, Number b) {
    return div(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor div(Tensor a, Number b, BinaryOptions options) {
    return div(a, b, false, null, options);
  }

  public static Tensor div(
      Tensor a,
      Tensor b,
      boolean fastAndApproximateMode,
      @Nullable String roundingMode,
      BinaryOptions options) {
    return DIV_OPERATION.call(
        new DivArguments(a, b, fastAndApproximateMode, roundingMode, options));
  }

  public static Tensor div(
      Tensor a,
      Number b,
      boolean fastAndApproximateMode,
      @Nullable String roundingMode,
      BinaryOptions options) {
    return DIV_OPERATION.call(
        new DivArguments(a, b, fastAndApproximateMode, roundingMode, options));
  }

  /** a to the power of b. */
  public static Tensor pow(Tensor a, Tensor b) {
    return pow(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor pow(Tensor a, Tensor b, BinaryOptions options) {
    return POW_OPERATION.call(new PowArguments(a, b, options));
  }

  public static Tensor pow(Tensor a, Number b) {
    return pow(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor pow(Tensor a, Number b, BinaryOptions options) {
    return POW_OPERATION.call(new PowArguments(a, b, options));
  }

  public static Tensor pow(Number a, Tensor b) {
    return POW_OPERATION.call(new PowArguments(a, b, BinaryOptions.DEFAULT));
  }

  /** a, but a times the weight of its channel where a is not positive. */
  public static Tensor prelu(Tensor a, Tensor weight) {
    return prelu(a, weight, UnaryOptions.DEFAULT);
  }

  public static Tensor prelu(Tensor a, Tensor weight, UnaryOptions options) {
    return PRELU_OPERATION.call(new PreluArguments(a, weight, options));
  }

  public static Tensor prelu(Tensor a, Number weight) {
    return prelu(a, weight, UnaryOptions.DEFAULT);
  }

  public static Tensor prelu(Tensor a, Number weight, UnaryOptions options) {
    return PRELU_OPERATION.call(new PreluArguments(a, weight, options));
  }

  /** Another name of {@link #subtract}, which traces show. */
  public static Tensor sub(Tensor a, Tensor b) {
    return sub(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor sub(Tensor a, Tensor b, BinaryOptions options) {
    return subtract(a, b, options);
  }

  public static Tensor sub(Tensor a, Number b) {
    return sub(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor sub(Tensor a, Number b, BinaryOptions options) {
    return subtract(a, b, options);
  }

  /** Another name of {@link #multiply}, which traces show. */
  public static Tensor mul(Tensor a, Tensor b) {
    return mul(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor mul(Tensor a, Tensor b, BinaryOptions options) {
    return multiply(a, b, options);
  }

  public static Tensor mul(Tensor a, Number b) {
    return mul(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor mul(Tensor a, Number b, BinaryOptions options) {
    return multiply(a, b, options);
  }

  /** Another name of {@link #div}, which traces show. */
  public static Tensor divide(Tensor a, Tensor b) {
    return divide(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor divide(Tensor a, Tensor b, BinaryOptions options) {
    return div(a, b, options);
  }

  public static Tensor divide(Tensor a, Number b) {
    return divide(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor divide(Tensor a, Number b, BinaryOptions options) {
    return div(a, b, options);
  }
}
