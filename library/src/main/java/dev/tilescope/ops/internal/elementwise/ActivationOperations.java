package dev.tilescope.ops.internal.elementwise;

import static dev.tilescope.ops.internal.elementwise.MathOperations.approximable;
import static dev.tilescope.ops.internal.elementwise.UnaryOperations.runUnary;
import static dev.tilescope.ops.internal.elementwise.UnaryOperations.unary;

import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.elementwise.MathOperations.ApproximableArguments;
import dev.tilescope.ops.internal.elementwise.UnaryOperations.OneTensor;
import dev.tilescope.ops.internal.elementwise.UnaryOperations.UnaryArguments;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DoorMethod;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.options.GeluVariant;
import dev.tilescope.ops.options.SigmoidMode;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;

/**
 * Activation functions. Long because the list of names is; how they run is in {@link
 * UnaryOperations}.
 */
public final class ActivationOperations {
  private ActivationOperations() {}

  /** Of the four faces of a tile. */
  private static final int FACE_SIDE = 16;

  private static final int LEFT_FACES = 2;
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
      implements OneTensor {}

  @Form("inputTensor, alpha")
  public record EluArguments(Tensor inputTensor, @Default("1.0") Number alpha, UnaryOptions options)
      implements OneTensor {}

  @Form("inputTensor, alpha")
  public record CeluArguments(
      Tensor inputTensor, @Default("1.0") Number alpha, UnaryOptions options)
      implements OneTensor {}

  @Form("inputTensor, scale, alpha")
  public record SeluArguments(
      Tensor inputTensor,
      @Default("1.0507") Number scale,
      @Default("1.67326") Number alpha,
      UnaryOptions options)
      implements OneTensor {}

  @Form("inputTensor, beta, threshold")
  public record SoftplusArguments(
      Tensor inputTensor,
      @Default("1.0") Number beta,
      @Default("20.0") Number threshold,
      UnaryOptions options)
      implements OneTensor {}

  @Form("inputTensor, minVal, maxVal")
  public record HardtanhArguments(
      Tensor inputTensor,
      @Default("-1.0") Number minVal,
      @Default("1.0") Number maxVal,
      UnaryOptions options)
      implements OneTensor {}

  @Form("inputTensor, lambd")
  public record HardshrinkArguments(
      Tensor inputTensor, @Default("0.5") Number lambd, UnaryOptions options)
      implements OneTensor {}

  @Form("inputTensor, lambd")
  public record SoftshrinkArguments(
      Tensor inputTensor, @Default("0.5") Number lambd, UnaryOptions options)
      implements OneTensor {}

  @Form("inputTensor, alphaP, alphaN")
  public record XieluArguments(
      Tensor inputTensor,
      @Default("0.8") Number alphaP,
      @Default("0.8") Number alphaN,
      UnaryOptions options)
      implements OneTensor {}

  public record SoftcapArguments(Tensor inputTensor, Number beta, UnaryOptions options)
      implements OneTensor {}

  public record ReluMaxArguments(Tensor inputTensor, Number upperLimit, UnaryOptions options)
      implements OneTensor {}

  public record ReluMinArguments(Tensor inputTensor, Number lowerLimit, UnaryOptions options)
      implements OneTensor {}

  public record ThresholdArguments(
      Tensor inputTensor, Number threshold, Number value, UnaryOptions options)
      implements OneTensor {}

  public record HeavisideArguments(Tensor inputTensor, Number value, UnaryOptions options)
      implements OneTensor {}

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
      unary(
          "sigmoid_accurate",
          ApproximableArguments.class,
          a ->
              runUnary(
                  UnaryKind.SIGMOID,
                  a.inputTensor(),
                  a.options(),
                  WHOLE_TILES,
                  a.fastAndApproximateMode() ? 1 : 0));
  public static final Operation<GeluArguments, Tensor> GELU =
      unary(
          "gelu",
          GeluArguments.class,
          a ->
              runUnary(
                  a.variant().kind,
                  a.inputTensor(),
                  a.options(),
                  a.variant() == GeluVariant.FAST_LUT ? 1 : 0));
  public static final Operation<SigmoidArguments, Tensor> SIGMOID =
      unary("sigmoid", SigmoidArguments.class, ActivationOperations::sigmoid);
  public static final Operation<LeakyReluArguments, Tensor> LEAKY_RELU =
      unary("leaky_relu", LeakyReluArguments.class, ActivationOperations::leakyRelu);
  public static final Operation<EluArguments, Tensor> ELU =
      unary(UnaryKind.ELU, EluArguments.class, a -> List.of(a.alpha()));
  public static final Operation<CeluArguments, Tensor> CELU =
      unary(UnaryKind.CELU, CeluArguments.class, a -> List.of(a.alpha()));
  public static final Operation<SeluArguments, Tensor> SELU =
      unary(UnaryKind.SELU, SeluArguments.class, a -> List.of(a.scale(), a.alpha()));
  public static final Operation<SoftplusArguments, Tensor> SOFTPLUS =
      unary(UnaryKind.SOFTPLUS, SoftplusArguments.class, a -> List.of(a.beta(), a.threshold()));
  public static final Operation<HardtanhArguments, Tensor> HARDTANH =
      unary(UnaryKind.HARDTANH, HardtanhArguments.class, a -> List.of(a.minVal(), a.maxVal()));
  public static final Operation<HardshrinkArguments, Tensor> HARDSHRINK =
      unary(UnaryKind.HARDSHRINK, HardshrinkArguments.class, a -> List.of(a.lambd()));
  public static final Operation<SoftshrinkArguments, Tensor> SOFTSHRINK =
      unary(UnaryKind.SOFTSHRINK, SoftshrinkArguments.class, a -> List.of(a.lambd()));
  public static final Operation<XieluArguments, Tensor> XIELU =
      unary(UnaryKind.XIELU, XieluArguments.class, a -> List.of(a.alphaP(), a.alphaN()));
  public static final Operation<SoftcapArguments, Tensor> SOFTCAP =
      unary(UnaryKind.SOFTCAP, SoftcapArguments.class, a -> List.of(a.beta()));
  public static final Operation<ReluMaxArguments, Tensor> RELU_MAX =
      unary(UnaryKind.RELU_MAX, ReluMaxArguments.class, a -> List.of(a.upperLimit()));
  public static final Operation<ReluMinArguments, Tensor> RELU_MIN =
      unary(UnaryKind.RELU_MIN, ReluMinArguments.class, a -> List.of(a.lowerLimit()));
  public static final Operation<ThresholdArguments, Tensor> THRESHOLD =
      unary(UnaryKind.THRESHOLD, ThresholdArguments.class, a -> List.of(a.threshold(), a.value()));
  public static final Operation<HeavisideArguments, Tensor> HEAVISIDE =
      unary(UnaryKind.HEAVISIDE, HeavisideArguments.class, a -> List.of(a.value()));

  /** Nothing of a tensor without signs is below zero. */
  private static Tensor leakyRelu(LeakyReluArguments a) {
    Tensor input = a.inputTensor();
    return switch (input.dtype()) {
      case UINT8, UINT16, UINT32 -> runUnary(UnaryKind.IDENTITY, input, a.options());
      default -> runUnary(UnaryKind.LEAKY_RELU, input, a.options(), a.negativeSlope());
    };
  }

  private static Tensor sigmoid(SigmoidArguments a) {
    Shape shape = a.inputTensor().shape();
    boolean narrow = shape.rank() > 0 && shape.dim(-1) <= FACE_SIDE;
    Check.that(
        a.vectorMode() == WHOLE_TILES || a.vectorMode() == LEFT_FACES && narrow,
        "vector_mode: whole tiles (4) are computed, or their left faces (2) where no row is wider,"
            + " got %d for %s",
        a.vectorMode(),
        shape);
    return runUnary(
        UnaryKind.SIGMOID, a.inputTensor(), a.options(), a.vectorMode(), a.mode().code());
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
