package dev.tilescope.ops.elementwise;

import static dev.tilescope.ops.elementwise.MathOperations.approximable;
import static dev.tilescope.ops.elementwise.UnaryOperations.unary;

import dev.tilescope.ops.GeluVariant;
import dev.tilescope.ops.SigmoidMode;
import dev.tilescope.ops.UnaryOptions;
import dev.tilescope.ops.elementwise.MathOperations.ApproximableArguments;
import dev.tilescope.ops.elementwise.UnaryOperations.UnaryArguments;
import dev.tilescope.ops.kernel.UnaryKind;
import dev.tilescope.ops.mechanism.Check;
import dev.tilescope.ops.mechanism.CoreLimited;
import dev.tilescope.ops.mechanism.Default;
import dev.tilescope.ops.mechanism.DoorMethod;
import dev.tilescope.ops.mechanism.Form;
import dev.tilescope.ops.mechanism.Operation;
import dev.tilescope.tensor.Tensor;

/**
 * Activation functions. Long because the list of names is; how they run is in {@link
 * UnaryOperations}.
 */
public final class ActivationOperations {
  private ActivationOperations() {}

  private static final int WHOLE_TILES = 4;

  public record GeluArguments(
      Tensor inputTensor, @Default("accurate") GeluVariant variant, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public record SigmoidArguments(
      Tensor inputTensor,
      @Default("4") int vectorMode,
      @Default("accurate") SigmoidMode mode,
      UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public record LeakyReluArguments(Tensor inputTensor, Number negativeSlope, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  @Form("inputTensor, alpha")
  public record EluArguments(Tensor inputTensor, @Default("1.0") Number alpha, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  @Form("inputTensor, alpha")
  public record CeluArguments(
      Tensor inputTensor, @Default("1.0") Number alpha, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  @Form("inputTensor, scale, alpha")
  public record SeluArguments(
      Tensor inputTensor,
      @Default("1.0507") Number scale,
      @Default("1.67326") Number alpha,
      UnaryOptions options)
      implements CoreLimited.ByOptions {}

  @Form("inputTensor, beta, threshold")
  public record SoftplusArguments(
      Tensor inputTensor,
      @Default("1.0") Number beta,
      @Default("20.0") Number threshold,
      UnaryOptions options)
      implements CoreLimited.ByOptions {}

  @Form("inputTensor, minVal, maxVal")
  public record HardtanhArguments(
      Tensor inputTensor,
      @Default("-1.0") Number minVal,
      @Default("1.0") Number maxVal,
      UnaryOptions options)
      implements CoreLimited.ByOptions {}

  @Form("inputTensor, lambd")
  public record HardshrinkArguments(
      Tensor inputTensor, @Default("0.5") Number lambd, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  @Form("inputTensor, lambd")
  public record SoftshrinkArguments(
      Tensor inputTensor, @Default("0.5") Number lambd, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public record SoftcapArguments(Tensor inputTensor, Number beta, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public record ReluMaxArguments(Tensor inputTensor, Number upperLimit, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public record ReluMinArguments(Tensor inputTensor, Number lowerLimit, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public record ThresholdArguments(
      Tensor inputTensor, Number threshold, Number value, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public record HeavisideArguments(Tensor inputTensor, Number value, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public static final Operation<UnaryArguments, Tensor> RELU = unary(UnaryKind.RELU);
  public static final Operation<UnaryArguments, Tensor> RELU6 = unary(UnaryKind.RELU6);
  public static final Operation<UnaryArguments, Tensor> HARDSIGMOID = unary(UnaryKind.HARDSIGMOID);
  public static final Operation<UnaryArguments, Tensor> HARDSWISH = unary(UnaryKind.HARDSWISH);
  public static final Operation<UnaryArguments, Tensor> HARDMISH = unary(UnaryKind.HARDMISH);
  public static final Operation<UnaryArguments, Tensor> LOG_SIGMOID = unary(UnaryKind.LOG_SIGMOID);
  public static final Operation<UnaryArguments, Tensor> SILU = unary(UnaryKind.SILU);
  public static final Operation<UnaryArguments, Tensor> SOFTSIGN = unary(UnaryKind.SOFTSIGN);
  public static final Operation<UnaryArguments, Tensor> TANHSHRINK = unary(UnaryKind.TANHSHRINK);
  public static final Operation<ApproximableArguments, Tensor> TANH = approximable(UnaryKind.TANH);
  public static final Operation<ApproximableArguments, Tensor> MISH = approximable(UnaryKind.MISH);
  public static final Operation<UnaryArguments, Tensor> SWISH = unary("swish", UnaryKind.SILU);
  public static final Operation<ApproximableArguments, Tensor> SIGMOID_ACCURATE =
      Operation.of(
          "ttnn::sigmoid_accurate",
          ApproximableArguments.class,
          a ->
              UnaryOperations.runUnary(
                  UnaryKind.SIGMOID,
                  a.inputTensor(),
                  a.options(),
                  WHOLE_TILES,
                  a.fastAndApproximateMode() ? 1 : 0),
          UnaryOperations.UNARY_ON_DEVICE);
  public static final Operation<GeluArguments, Tensor> GELU =
      Operation.of(
          "ttnn::gelu",
          GeluArguments.class,
          a ->
              UnaryOperations.runUnary(
                  a.variant().kind,
                  a.inputTensor(),
                  a.options(),
                  a.variant() == GeluVariant.FAST_LUT ? 1 : 0),
          UnaryOperations.UNARY_ON_DEVICE);
  public static final Operation<SigmoidArguments, Tensor> SIGMOID =
      Operation.of(
          "ttnn::sigmoid",
          SigmoidArguments.class,
          ActivationOperations::sigmoid,
          UnaryOperations.UNARY_ON_DEVICE);
  public static final Operation<LeakyReluArguments, Tensor> LEAKY_RELU =
      Operation.of(
          "ttnn::leaky_relu",
          LeakyReluArguments.class,
          a ->
              UnaryOperations.runUnary(
                  UnaryKind.LEAKY_RELU, a.inputTensor(), a.options(), a.negativeSlope()),
          UnaryOperations.UNARY_ON_DEVICE);
  public static final Operation<EluArguments, Tensor> ELU =
      Operation.of(
          "ttnn::elu",
          EluArguments.class,
          a -> UnaryOperations.runUnary(UnaryKind.ELU, a.inputTensor(), a.options(), a.alpha()),
          UnaryOperations.UNARY_ON_DEVICE);
  public static final Operation<CeluArguments, Tensor> CELU =
      Operation.of(
          "ttnn::celu",
          CeluArguments.class,
          a -> UnaryOperations.runUnary(UnaryKind.CELU, a.inputTensor(), a.options(), a.alpha()),
          UnaryOperations.UNARY_ON_DEVICE);
  public static final Operation<SeluArguments, Tensor> SELU =
      Operation.of(
          "ttnn::selu",
          SeluArguments.class,
          a ->
              UnaryOperations.runUnary(
                  UnaryKind.SELU, a.inputTensor(), a.options(), a.scale(), a.alpha()),
          UnaryOperations.UNARY_ON_DEVICE);
  public static final Operation<SoftplusArguments, Tensor> SOFTPLUS =
      Operation.of(
          "ttnn::softplus",
          SoftplusArguments.class,
          a ->
              UnaryOperations.runUnary(
                  UnaryKind.SOFTPLUS, a.inputTensor(), a.options(), a.beta(), a.threshold()),
          UnaryOperations.UNARY_ON_DEVICE);
  public static final Operation<HardtanhArguments, Tensor> HARDTANH =
      Operation.of(
          "ttnn::hardtanh",
          HardtanhArguments.class,
          a ->
              UnaryOperations.runUnary(
                  UnaryKind.HARDTANH, a.inputTensor(), a.options(), a.minVal(), a.maxVal()),
          UnaryOperations.UNARY_ON_DEVICE);
  public static final Operation<HardshrinkArguments, Tensor> HARDSHRINK =
      Operation.of(
          "ttnn::hardshrink",
          HardshrinkArguments.class,
          a ->
              UnaryOperations.runUnary(
                  UnaryKind.HARDSHRINK, a.inputTensor(), a.options(), a.lambd()),
          UnaryOperations.UNARY_ON_DEVICE);
  public static final Operation<SoftshrinkArguments, Tensor> SOFTSHRINK =
      Operation.of(
          "ttnn::softshrink",
          SoftshrinkArguments.class,
          a ->
              UnaryOperations.runUnary(
                  UnaryKind.SOFTSHRINK, a.inputTensor(), a.options(), a.lambd()),
          UnaryOperations.UNARY_ON_DEVICE);
  public static final Operation<SoftcapArguments, Tensor> SOFTCAP =
      Operation.of(
          "ttnn::softcap",
          SoftcapArguments.class,
          a -> UnaryOperations.runUnary(UnaryKind.SOFTCAP, a.inputTensor(), a.options(), a.beta()),
          UnaryOperations.UNARY_ON_DEVICE);
  public static final Operation<ReluMaxArguments, Tensor> RELU_MAX =
      Operation.of(
          "ttnn::relu_max",
          ReluMaxArguments.class,
          a ->
              UnaryOperations.runUnary(
                  UnaryKind.RELU_MAX, a.inputTensor(), a.options(), a.upperLimit()),
          UnaryOperations.UNARY_ON_DEVICE);
  public static final Operation<ReluMinArguments, Tensor> RELU_MIN =
      Operation.of(
          "ttnn::relu_min",
          ReluMinArguments.class,
          a ->
              UnaryOperations.runUnary(
                  UnaryKind.RELU_MIN, a.inputTensor(), a.options(), a.lowerLimit()),
          UnaryOperations.UNARY_ON_DEVICE);
  public static final Operation<ThresholdArguments, Tensor> THRESHOLD =
      Operation.of(
          "ttnn::threshold",
          ThresholdArguments.class,
          a ->
              UnaryOperations.runUnary(
                  UnaryKind.THRESHOLD, a.inputTensor(), a.options(), a.threshold(), a.value()),
          UnaryOperations.UNARY_ON_DEVICE);
  public static final Operation<HeavisideArguments, Tensor> HEAVISIDE =
      Operation.of(
          "ttnn::heaviside",
          HeavisideArguments.class,
          a ->
              UnaryOperations.runUnary(
                  UnaryKind.HEAVISIDE, a.inputTensor(), a.options(), a.value()),
          UnaryOperations.UNARY_ON_DEVICE);

  private static Tensor sigmoid(SigmoidArguments a) {
    Check.that(
        a.vectorMode() == WHOLE_TILES,
        "vector_mode: only whole tiles (4) are computed, got %d",
        a.vectorMode());
    return UnaryOperations.runUnary(
        UnaryKind.SIGMOID, a.inputTensor(), a.options(), WHOLE_TILES, a.mode().ordinal());
  }

  @DoorMethod(
      operation = "ttnn::gelu",
      value = "The same; the fast mode looks the function up in a table of lines.")
  public static Tensor gelu(
      Tensor inputTensor, boolean fastAndApproximateMode, UnaryOptions options) {
    GeluVariant variant = fastAndApproximateMode ? GeluVariant.FAST_LUT : GeluVariant.ACCURATE;
    return GELU.call(new GeluArguments(inputTensor, variant, options));
  }
}
