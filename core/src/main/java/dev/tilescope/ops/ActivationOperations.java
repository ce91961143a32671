package dev.tilescope.ops;

import dev.tilescope.ops.kernel.UnaryKind;
import dev.tilescope.tensor.Tensor;
import java.util.Map;

/**
 * Activation functions. Long because the list of names is; how they run is in {@link
 * UnaryOperations}.
 */
abstract class ActivationOperations extends MathOperations {
  private static final int WHOLE_TILES = 4;

  record GeluArguments(
      Tensor inputTensor, @Default("accurate") GeluVariant variant, UnaryOptions options) {}

  /**
   * @param vectorMode which part of a tile is computed; 4 for all of it
   */
  record SigmoidArguments(
      Tensor inputTensor,
      @Default("4") int vectorMode,
      @Default("accurate") SigmoidMode mode,
      UnaryOptions options) {}

  record LeakyReluArguments(Tensor inputTensor, Number negativeSlope, UnaryOptions options) {}

  record EluArguments(Tensor inputTensor, @Default("1.0") Number alpha, UnaryOptions options) {}

  record CeluArguments(Tensor inputTensor, @Default("1.0") Number alpha, UnaryOptions options) {}

  record SeluArguments(
      Tensor inputTensor,
      @Default("1.0507") Number scale,
      @Default("1.67326") Number alpha,
      UnaryOptions options) {}

  record SoftplusArguments(
      Tensor inputTensor,
      @Default("1.0") Number beta,
      @Default("20.0") Number threshold,
      UnaryOptions options) {}

  record HardtanhArguments(
      Tensor inputTensor,
      @Default("-1.0") Number minVal,
      @Default("1.0") Number maxVal,
      UnaryOptions options) {}

  record HardshrinkArguments(
      Tensor inputTensor, @Default("0.5") Number lambd, UnaryOptions options) {}

  record SoftshrinkArguments(
      Tensor inputTensor, @Default("0.5") Number lambd, UnaryOptions options) {}

  record SoftcapArguments(Tensor inputTensor, Number beta, UnaryOptions options) {}

  record ReluMaxArguments(Tensor inputTensor, Number upperLimit, UnaryOptions options) {}

  record ReluMinArguments(Tensor inputTensor, Number lowerLimit, UnaryOptions options) {}

  record ThresholdArguments(
      Tensor inputTensor, Number threshold, Number value, UnaryOptions options) {}

  record HeavisideArguments(Tensor inputTensor, Number value, UnaryOptions options) {}

  private static final Map<UnaryKind, Operation<UnaryArguments, Tensor>> FAMILY =
      declareUnary(
          UnaryKind.RELU,
          UnaryKind.RELU6,
          UnaryKind.HARDSIGMOID,
          UnaryKind.HARDSWISH,
          UnaryKind.HARDMISH,
          UnaryKind.LOG_SIGMOID,
          UnaryKind.SILU,
          UnaryKind.SOFTSIGN,
          UnaryKind.TANHSHRINK);
  private static final Map<UnaryKind, Operation<ApproximableArguments, Tensor>> FAST_FAMILY =
      declareApproximable(UnaryKind.TANH, UnaryKind.MISH);
  private static final Operation<UnaryArguments, Tensor> SWISH_OPERATION =
      declareUnary("swish", UnaryKind.SILU);
  private static final Operation<ApproximableArguments, Tensor> SIGMOID_ACCURATE_OPERATION =
      Operation.of(
          "ttnn::sigmoid_accurate",
          ApproximableArguments.class,
          a ->
              runUnary(
                  UnaryKind.SIGMOID,
                  a.inputTensor(),
                  a.options(),
                  WHOLE_TILES,
                  a.fastAndApproximateMode() ? 1 : 0),
          UNARY);
  private static final Operation<GeluArguments, Tensor> GELU_OPERATION =
      Operation.of(
          "ttnn::gelu",
          GeluArguments.class,
          a ->
              runUnary(
                  a.variant().kind,
                  a.inputTensor(),
                  a.options(),
                  a.variant() == GeluVariant.FAST_LUT ? 1 : 0),
          UNARY);
  private static final Operation<SigmoidArguments, Tensor> SIGMOID_OPERATION =
      Operation.of("ttnn::sigmoid", SigmoidArguments.class, ActivationOperations::sigmoid, UNARY);
  private static final Operation<LeakyReluArguments, Tensor> LEAKY_RELU_OPERATION =
      Operation.of(
          "ttnn::leaky_relu",
          LeakyReluArguments.class,
          a -> runUnary(UnaryKind.LEAKY_RELU, a.inputTensor(), a.options(), a.negativeSlope()),
          UNARY);
  private static final Operation<EluArguments, Tensor> ELU_OPERATION =
      Operation.of(
          "ttnn::elu",
          EluArguments.class,
          a -> runUnary(UnaryKind.ELU, a.inputTensor(), a.options(), a.alpha()),
          UNARY);
  private static final Operation<CeluArguments, Tensor> CELU_OPERATION =
      Operation.of(
          "ttnn::celu",
          CeluArguments.class,
          a -> runUnary(UnaryKind.CELU, a.inputTensor(), a.options(), a.alpha()),
          UNARY);
  private static final Operation<SeluArguments, Tensor> SELU_OPERATION =
      Operation.of(
          "ttnn::selu",
          SeluArguments.class,
          a -> runUnary(UnaryKind.SELU, a.inputTensor(), a.options(), a.scale(), a.alpha()),
          UNARY);
  private static final Operation<SoftplusArguments, Tensor> SOFTPLUS_OPERATION =
      Operation.of(
          "ttnn::softplus",
          SoftplusArguments.class,
          a -> runUnary(UnaryKind.SOFTPLUS, a.inputTensor(), a.options(), a.beta(), a.threshold()),
          UNARY);
  private static final Operation<HardtanhArguments, Tensor> HARDTANH_OPERATION =
      Operation.of(
          "ttnn::hardtanh",
          HardtanhArguments.class,
          a -> runUnary(UnaryKind.HARDTANH, a.inputTensor(), a.options(), a.minVal(), a.maxVal()),
          UNARY);
  private static final Operation<HardshrinkArguments, Tensor> HARDSHRINK_OPERATION =
      Operation.of(
          "ttnn::hardshrink",
          HardshrinkArguments.class,
          a -> runUnary(UnaryKind.HARDSHRINK, a.inputTensor(), a.options(), a.lambd()),
          UNARY);
  private static final Operation<SoftshrinkArguments, Tensor> SOFTSHRINK_OPERATION =
      Operation.of(
          "ttnn::softshrink",
          SoftshrinkArguments.class,
          a -> runUnary(UnaryKind.SOFTSHRINK, a.inputTensor(), a.options(), a.lambd()),
          UNARY);
  private static final Operation<SoftcapArguments, Tensor> SOFTCAP_OPERATION =
      Operation.of(
          "ttnn::softcap",
          SoftcapArguments.class,
          a -> runUnary(UnaryKind.SOFTCAP, a.inputTensor(), a.options(), a.beta()),
          UNARY);
  private static final Operation<ReluMaxArguments, Tensor> RELU_MAX_OPERATION =
      Operation.of(
          "ttnn::relu_max",
          ReluMaxArguments.class,
          a -> runUnary(UnaryKind.RELU_MAX, a.inputTensor(), a.options(), a.upperLimit()),
          UNARY);
  private static final Operation<ReluMinArguments, Tensor> RELU_MIN_OPERATION =
      Operation.of(
          "ttnn::relu_min",
          ReluMinArguments.class,
          a -> runUnary(UnaryKind.RELU_MIN, a.inputTensor(), a.options(), a.lowerLimit()),
          UNARY);
  private static final Operation<ThresholdArguments, Tensor> THRESHOLD_OPERATION =
      Operation.of(
          "ttnn::threshold",
          ThresholdArguments.class,
          a ->
              runUnary(UnaryKind.THRESHOLD, a.inputTensor(), a.options(), a.threshold(), a.value()),
          UNARY);
  private static final Operation<HeavisideArguments, Tensor> HEAVISIDE_OPERATION =
      Operation.of(
          "ttnn::heaviside",
          HeavisideArguments.class,
          a -> runUnary(UnaryKind.HEAVISIDE, a.inputTensor(), a.options(), a.value()),
          UNARY);

  private static Tensor sigmoid(SigmoidArguments a) {
    Check.that(
        a.vectorMode() == WHOLE_TILES,
        "vector_mode: only whole tiles (4) are computed, got %d",
        a.vectorMode());
    return runUnary(
        UnaryKind.SIGMOID, a.inputTensor(), a.options(), WHOLE_TILES, a.mode().ordinal());
  }

  public static Tensor relu(Tensor input) {
    return relu(input, UnaryOptions.DEFAULT);
  }

  public static Tensor relu(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.RELU, input, options);
  }

  /** Between 0 and 6. */
  public static Tensor relu6(Tensor input) {
    return relu6(input, UnaryOptions.DEFAULT);
  }

  public static Tensor relu6(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.RELU6, input, options);
  }

  public static Tensor hardsigmoid(Tensor input) {
    return hardsigmoid(input, UnaryOptions.DEFAULT);
  }

  public static Tensor hardsigmoid(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.HARDSIGMOID, input, options);
  }

  public static Tensor hardswish(Tensor input) {
    return hardswish(input, UnaryOptions.DEFAULT);
  }

  public static Tensor hardswish(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.HARDSWISH, input, options);
  }

  public static Tensor hardmish(Tensor input) {
    return hardmish(input, UnaryOptions.DEFAULT);
  }

  public static Tensor hardmish(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.HARDMISH, input, options);
  }

  public static Tensor logSigmoid(Tensor input) {
    return logSigmoid(input, UnaryOptions.DEFAULT);
  }

  public static Tensor logSigmoid(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.LOG_SIGMOID, input, options);
  }

  /** x sigmoid(x). */
  public static Tensor silu(Tensor input) {
    return silu(input, UnaryOptions.DEFAULT);
  }

  public static Tensor silu(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.SILU, input, options);
  }

  public static Tensor softsign(Tensor input) {
    return softsign(input, UnaryOptions.DEFAULT);
  }

  public static Tensor softsign(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.SOFTSIGN, input, options);
  }

  public static Tensor tanhshrink(Tensor input) {
    return tanhshrink(input, UnaryOptions.DEFAULT);
  }

  public static Tensor tanhshrink(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.TANHSHRINK, input, options);
  }

  /** Another name of {@link #silu}. */
  public static Tensor swish(Tensor input) {
    return swish(input, UnaryOptions.DEFAULT);
  }

  public static Tensor swish(Tensor input, UnaryOptions options) {
    return SWISH_OPERATION.call(new UnaryArguments(input, options));
  }

  public static Tensor tanh(Tensor input) {
    return tanh(input, false, UnaryOptions.DEFAULT);
  }

  public static Tensor tanh(Tensor input, UnaryOptions options) {
    return tanh(input, false, options);
  }

  public static Tensor tanh(Tensor input, boolean fastAndApproximateMode, UnaryOptions options) {
    return callApproximable(FAST_FAMILY, UnaryKind.TANH, input, fastAndApproximateMode, options);
  }

  public static Tensor mish(Tensor input) {
    return mish(input, false, UnaryOptions.DEFAULT);
  }

  public static Tensor mish(Tensor input, UnaryOptions options) {
    return mish(input, false, options);
  }

  public static Tensor mish(Tensor input, boolean fastAndApproximateMode, UnaryOptions options) {
    return callApproximable(FAST_FAMILY, UnaryKind.MISH, input, fastAndApproximateMode, options);
  }

  /** The exact form, 0.5x(1 + erf(x / sqrt 2)). */
  public static Tensor gelu(Tensor input) {
    return gelu(input, GeluVariant.ACCURATE, UnaryOptions.DEFAULT);
  }

  public static Tensor gelu(Tensor input, UnaryOptions options) {
    return gelu(input, GeluVariant.ACCURATE, options);
  }

  public static Tensor gelu(Tensor input, GeluVariant variant, UnaryOptions options) {
    return GELU_OPERATION.call(new GeluArguments(input, variant, options));
  }

  public static Tensor gelu(Tensor input, boolean fastAndApproximateMode, UnaryOptions options) {
    return gelu(
        input, fastAndApproximateMode ? GeluVariant.FAST_LUT : GeluVariant.ACCURATE, options);
  }

  public static Tensor sigmoid(Tensor input) {
    return sigmoid(input, UnaryOptions.DEFAULT);
  }

  public static Tensor sigmoid(Tensor input, UnaryOptions options) {
    return sigmoid(input, WHOLE_TILES, SigmoidMode.ACCURATE, options);
  }

  public static Tensor sigmoid(
      Tensor input, int vectorMode, SigmoidMode mode, UnaryOptions options) {
    return SIGMOID_OPERATION.call(new SigmoidArguments(input, vectorMode, mode, options));
  }

  public static Tensor sigmoidAccurate(Tensor input) {
    return sigmoidAccurate(input, false, UnaryOptions.DEFAULT);
  }

  public static Tensor sigmoidAccurate(
      Tensor input, boolean fastAndApproximateMode, UnaryOptions options) {
    return SIGMOID_ACCURATE_OPERATION.call(
        new ApproximableArguments(input, fastAndApproximateMode, options));
  }

  /** x, but x times the slope below zero. */
  public static Tensor leakyRelu(Tensor input, Number negativeSlope) {
    return leakyRelu(input, negativeSlope, UnaryOptions.DEFAULT);
  }

  public static Tensor leakyRelu(Tensor input, Number negativeSlope, UnaryOptions options) {
    return LEAKY_RELU_OPERATION.call(new LeakyReluArguments(input, negativeSlope, options));
  }

  /** x, but alpha (exp(x) - 1) below zero. */
  public static Tensor elu(Tensor input) {
    return elu(input, 1.0, UnaryOptions.DEFAULT);
  }

  public static Tensor elu(Tensor input, Number alpha) {
    return elu(input, alpha, UnaryOptions.DEFAULT);
  }

  public static Tensor elu(Tensor input, Number alpha, UnaryOptions options) {
    return ELU_OPERATION.call(new EluArguments(input, alpha, options));
  }

  /** x, but alpha (exp(x / alpha) - 1) below zero. */
  public static Tensor celu(Tensor input) {
    return celu(input, 1.0, UnaryOptions.DEFAULT);
  }

  public static Tensor celu(Tensor input, Number alpha) {
    return celu(input, alpha, UnaryOptions.DEFAULT);
  }

  public static Tensor celu(Tensor input, Number alpha, UnaryOptions options) {
    return CELU_OPERATION.call(new CeluArguments(input, alpha, options));
  }

  /** The scale times {@link #elu}. */
  public static Tensor selu(Tensor input) {
    return selu(input, 1.0507, 1.67326, UnaryOptions.DEFAULT);
  }

  public static Tensor selu(Tensor input, Number scale, Number alpha) {
    return selu(input, scale, alpha, UnaryOptions.DEFAULT);
  }

  public static Tensor selu(Tensor input, Number scale, Number alpha, UnaryOptions options) {
    return SELU_OPERATION.call(new SeluArguments(input, scale, alpha, options));
  }

  /** log(1 + exp(beta x)) / beta, and x itself where beta x is above the threshold. */
  public static Tensor softplus(Tensor input) {
    return softplus(input, 1.0, 20.0, UnaryOptions.DEFAULT);
  }

  public static Tensor softplus(Tensor input, Number beta, Number threshold) {
    return softplus(input, beta, threshold, UnaryOptions.DEFAULT);
  }

  public static Tensor softplus(Tensor input, Number beta, Number threshold, UnaryOptions options) {
    return SOFTPLUS_OPERATION.call(new SoftplusArguments(input, beta, threshold, options));
  }

  /** Between two numbers. */
  public static Tensor hardtanh(Tensor input) {
    return hardtanh(input, -1.0, 1.0, UnaryOptions.DEFAULT);
  }

  public static Tensor hardtanh(Tensor input, Number minVal, Number maxVal) {
    return hardtanh(input, minVal, maxVal, UnaryOptions.DEFAULT);
  }

  public static Tensor hardtanh(Tensor input, Number minVal, Number maxVal, UnaryOptions options) {
    return HARDTANH_OPERATION.call(new HardtanhArguments(input, minVal, maxVal, options));
  }

  /** 0 where the magnitude is at most lambd. */
  public static Tensor hardshrink(Tensor input) {
    return hardshrink(input, 0.5, UnaryOptions.DEFAULT);
  }

  public static Tensor hardshrink(Tensor input, Number lambd) {
    return hardshrink(input, lambd, UnaryOptions.DEFAULT);
  }

  public static Tensor hardshrink(Tensor input, Number lambd, UnaryOptions options) {
    return HARDSHRINK_OPERATION.call(new HardshrinkArguments(input, lambd, options));
  }

  /** Nearer to zero by lambd, or zero. */
  public static Tensor softshrink(Tensor input) {
    return softshrink(input, 0.5, UnaryOptions.DEFAULT);
  }

  public static Tensor softshrink(Tensor input, Number lambd) {
    return softshrink(input, lambd, UnaryOptions.DEFAULT);
  }

  public static Tensor softshrink(Tensor input, Number lambd, UnaryOptions options) {
    return SOFTSHRINK_OPERATION.call(new SoftshrinkArguments(input, lambd, options));
  }

  /** beta tanh(x / beta). */
  public static Tensor softcap(Tensor input, Number beta) {
    return softcap(input, beta, UnaryOptions.DEFAULT);
  }

  public static Tensor softcap(Tensor input, Number beta, UnaryOptions options) {
    return SOFTCAP_OPERATION.call(new SoftcapArguments(input, beta, options));
  }

  /** {@link #relu}, and no more than a limit. */
  public static Tensor reluMax(Tensor input, Number upperLimit) {
    return reluMax(input, upperLimit, UnaryOptions.DEFAULT);
  }

  public static Tensor reluMax(Tensor input, Number upperLimit, UnaryOptions options) {
    return RELU_MAX_OPERATION.call(new ReluMaxArguments(input, upperLimit, options));
  }

  /** No less than a limit. */
  public static Tensor reluMin(Tensor input, Number lowerLimit) {
    return reluMin(input, lowerLimit, UnaryOptions.DEFAULT);
  }

  public static Tensor reluMin(Tensor input, Number lowerLimit, UnaryOptions options) {
    return RELU_MIN_OPERATION.call(new ReluMinArguments(input, lowerLimit, options));
  }

  /** x above the threshold, else the value. */
  public static Tensor threshold(Tensor input, Number threshold, Number value) {
    return threshold(input, threshold, value, UnaryOptions.DEFAULT);
  }

  public static Tensor threshold(
      Tensor input, Number threshold, Number value, UnaryOptions options) {
    return THRESHOLD_OPERATION.call(new ThresholdArguments(input, threshold, value, options));
  }

  /** 0 below zero, 1 above, and the value at zero. */
  public static Tensor heaviside(Tensor input, Number value) {
    return heaviside(input, value, UnaryOptions.DEFAULT);
  }

  public static Tensor heaviside(Tensor input, Number value, UnaryOptions options) {
    return HEAVISIDE_OPERATION.call(new HeavisideArguments(input, value, options));
  }
}
