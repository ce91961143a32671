package dev.tilescope.ops.elementwise;

import dev.tilescope.ops.UnaryOptions;
import dev.tilescope.ops.UnaryWithParam;
import dev.tilescope.ops.elementwise.UnaryOperations.UnaryArguments;
import dev.tilescope.ops.kernel.UnaryKind;
import dev.tilescope.ops.mechanism.Check;
import dev.tilescope.ops.mechanism.CoreLimited;
import dev.tilescope.ops.mechanism.Default;
import dev.tilescope.ops.mechanism.Operation;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Mathematical functions of each element, and questions about it, answered by 1 and 0. Long because
 * the list of names is; how they run is in {@link UnaryOperations}.
 *
 * <p>A function with a faster and less exact form in TT-NN takes {@code fastAndApproximateMode}: it
 * is another program then, and is computed as exactly as without.
 */
public final class MathOperations {
  private MathOperations() {}

  public record ApproximableArguments(
      Tensor inputTensor, @Default("false") boolean fastAndApproximateMode, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public record RoundArguments(Tensor inputTensor, @Default("0") int decimals, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public record RpowArguments(Tensor inputTensor, Number exponent, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  /**
   * @param roundingMode null, "trunc" or "floor"
   */
  public record RdivArguments(
      Tensor inputTensor, Number value, @Nullable String roundingMode, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  /**
   * @param eps keeps the input between eps and 1 - eps
   */
  public record LogitArguments(Tensor inputTensor, @Nullable Number eps, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public record FillArguments(Tensor inputTensor, Number fillValue, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public static final Operation<UnaryArguments, Tensor> IDENTITY =
      UnaryOperations.unary(UnaryKind.IDENTITY);
  public static final Operation<UnaryArguments, Tensor> ABS = UnaryOperations.unary(UnaryKind.ABS);
  public static final Operation<UnaryArguments, Tensor> NEG = UnaryOperations.unary(UnaryKind.NEG);
  public static final Operation<UnaryArguments, Tensor> SIGN =
      UnaryOperations.unary(UnaryKind.SIGN);
  public static final Operation<UnaryArguments, Tensor> SQUARE =
      UnaryOperations.unary(UnaryKind.SQUARE);
  public static final Operation<UnaryArguments, Tensor> RECIPROCAL =
      UnaryOperations.unary(UnaryKind.RECIPROCAL);
  public static final Operation<UnaryArguments, Tensor> CBRT =
      UnaryOperations.unary(UnaryKind.CBRT);
  public static final Operation<UnaryArguments, Tensor> FLOOR =
      UnaryOperations.unary(UnaryKind.FLOOR);
  public static final Operation<UnaryArguments, Tensor> CEIL =
      UnaryOperations.unary(UnaryKind.CEIL);
  public static final Operation<UnaryArguments, Tensor> TRUNC =
      UnaryOperations.unary(UnaryKind.TRUNC);
  public static final Operation<UnaryArguments, Tensor> FRAC =
      UnaryOperations.unary(UnaryKind.FRAC);
  public static final Operation<UnaryArguments, Tensor> EXP2 =
      UnaryOperations.unary(UnaryKind.EXP2);
  public static final Operation<UnaryArguments, Tensor> EXPM1 =
      UnaryOperations.unary(UnaryKind.EXPM1);
  public static final Operation<UnaryArguments, Tensor> SIN = UnaryOperations.unary(UnaryKind.SIN);
  public static final Operation<UnaryArguments, Tensor> COS = UnaryOperations.unary(UnaryKind.COS);
  public static final Operation<UnaryArguments, Tensor> TAN = UnaryOperations.unary(UnaryKind.TAN);
  public static final Operation<UnaryArguments, Tensor> ASIN =
      UnaryOperations.unary(UnaryKind.ASIN);
  public static final Operation<UnaryArguments, Tensor> ACOS =
      UnaryOperations.unary(UnaryKind.ACOS);
  public static final Operation<UnaryArguments, Tensor> ATAN =
      UnaryOperations.unary(UnaryKind.ATAN);
  public static final Operation<UnaryArguments, Tensor> SINH =
      UnaryOperations.unary(UnaryKind.SINH);
  public static final Operation<UnaryArguments, Tensor> COSH =
      UnaryOperations.unary(UnaryKind.COSH);
  public static final Operation<UnaryArguments, Tensor> ASINH =
      UnaryOperations.unary(UnaryKind.ASINH);
  public static final Operation<UnaryArguments, Tensor> ACOSH =
      UnaryOperations.unary(UnaryKind.ACOSH);
  public static final Operation<UnaryArguments, Tensor> ATANH =
      UnaryOperations.unary(UnaryKind.ATANH);
  public static final Operation<UnaryArguments, Tensor> DEG2RAD =
      UnaryOperations.unary(UnaryKind.DEG2RAD);
  public static final Operation<UnaryArguments, Tensor> RAD2DEG =
      UnaryOperations.unary(UnaryKind.RAD2DEG);
  public static final Operation<UnaryArguments, Tensor> ERFC =
      UnaryOperations.unary(UnaryKind.ERFC);
  public static final Operation<UnaryArguments, Tensor> ERFINV =
      UnaryOperations.unary(UnaryKind.ERFINV);
  public static final Operation<UnaryArguments, Tensor> LGAMMA =
      UnaryOperations.unary(UnaryKind.LGAMMA);
  public static final Operation<UnaryArguments, Tensor> DIGAMMA =
      UnaryOperations.unary(UnaryKind.DIGAMMA);
  public static final Operation<UnaryArguments, Tensor> I0 = UnaryOperations.unary(UnaryKind.I0);
  public static final Operation<UnaryArguments, Tensor> I1 = UnaryOperations.unary(UnaryKind.I1);
  public static final Operation<UnaryArguments, Tensor> LOGICAL_NOT =
      UnaryOperations.unary(UnaryKind.LOGICAL_NOT);
  public static final Operation<UnaryArguments, Tensor> ISNAN =
      UnaryOperations.unary(UnaryKind.ISNAN);
  public static final Operation<UnaryArguments, Tensor> ISINF =
      UnaryOperations.unary(UnaryKind.ISINF);
  public static final Operation<UnaryArguments, Tensor> ISPOSINF =
      UnaryOperations.unary(UnaryKind.ISPOSINF);
  public static final Operation<UnaryArguments, Tensor> ISNEGINF =
      UnaryOperations.unary(UnaryKind.ISNEGINF);
  public static final Operation<UnaryArguments, Tensor> ISFINITE =
      UnaryOperations.unary(UnaryKind.ISFINITE);
  public static final Operation<UnaryArguments, Tensor> SIGNBIT =
      UnaryOperations.unary(UnaryKind.SIGNBIT);
  public static final Operation<UnaryArguments, Tensor> EQZ = UnaryOperations.unary(UnaryKind.EQZ);
  public static final Operation<UnaryArguments, Tensor> NEZ = UnaryOperations.unary(UnaryKind.NEZ);
  public static final Operation<UnaryArguments, Tensor> GTZ = UnaryOperations.unary(UnaryKind.GTZ);
  public static final Operation<UnaryArguments, Tensor> GEZ = UnaryOperations.unary(UnaryKind.GEZ);
  public static final Operation<UnaryArguments, Tensor> LTZ = UnaryOperations.unary(UnaryKind.LTZ);
  public static final Operation<UnaryArguments, Tensor> LEZ = UnaryOperations.unary(UnaryKind.LEZ);
  public static final Operation<UnaryArguments, Tensor> BITWISE_NOT =
      UnaryOperations.unary(UnaryKind.BITWISE_NOT);
  public static final Operation<ApproximableArguments, Tensor> SQRT = approximable(UnaryKind.SQRT);
  public static final Operation<ApproximableArguments, Tensor> RSQRT =
      approximable(UnaryKind.RSQRT);
  public static final Operation<ApproximableArguments, Tensor> EXP = approximable(UnaryKind.EXP);
  public static final Operation<ApproximableArguments, Tensor> LOG = approximable(UnaryKind.LOG);
  public static final Operation<ApproximableArguments, Tensor> LOG2 = approximable(UnaryKind.LOG2);
  public static final Operation<ApproximableArguments, Tensor> LOG10 =
      approximable(UnaryKind.LOG10);
  public static final Operation<ApproximableArguments, Tensor> LOG1P =
      approximable(UnaryKind.LOG1P);
  public static final Operation<ApproximableArguments, Tensor> ERF = approximable(UnaryKind.ERF);
  public static final Operation<RoundArguments, Tensor> ROUND_OPERATION =
      Operation.of(
          "ttnn::round",
          RoundArguments.class,
          a ->
              UnaryOperations.runUnary(UnaryKind.ROUND, a.inputTensor(), a.options(), a.decimals()),
          UnaryOperations.UNARY);
  public static final Operation<RpowArguments, Tensor> RPOW_OPERATION =
      Operation.of(
          "ttnn::rpow",
          RpowArguments.class,
          a -> UnaryOperations.runUnary(UnaryKind.RPOW, a.inputTensor(), a.options(), a.exponent()),
          UnaryOperations.UNARY);
  public static final Operation<RdivArguments, Tensor> RDIV_OPERATION =
      Operation.of("ttnn::rdiv", RdivArguments.class, MathOperations::rdiv, UnaryOperations.UNARY);
  public static final Operation<LogitArguments, Tensor> LOGIT_OPERATION =
      Operation.of(
          "ttnn::logit",
          LogitArguments.class,
          a ->
              UnaryOperations.runUnary(
                  UnaryKind.LOGIT, a.inputTensor(), a.options(), a.eps() == null ? -1 : a.eps()),
          UnaryOperations.UNARY);
  public static final Operation<FillArguments, Tensor> FILL_OPERATION =
      Operation.of("ttnn::fill", FillArguments.class, MathOperations::fill, UnaryOperations.UNARY);

  /** A function with a faster and less exact form. */
  static Operation<ApproximableArguments, Tensor> approximable(UnaryKind kind) {
    return Operation.of(
        "ttnn::" + kind.name().toLowerCase(Locale.ROOT),
        ApproximableArguments.class,
        a ->
            UnaryOperations.runUnary(
                kind, a.inputTensor(), a.options(), a.fastAndApproximateMode() ? 1 : 0),
        UnaryOperations.UNARY);
  }

  private static Tensor rdiv(RdivArguments a) {
    UnaryWithParam quotient = UnaryWithParam.of(UnaryKind.RDIV, a.value());
    UnaryKind rounding = quotientRounding(a.roundingMode());
    return UnaryOperations.runUnary(
        rounding == null ? List.of(quotient) : List.of(quotient, UnaryWithParam.of(rounding)),
        a.inputTensor(),
        a.options());
  }

  /** How a quotient is rounded; null for not at all. */
  static @Nullable UnaryKind quotientRounding(@Nullable String mode) {
    return switch (mode) {
      case null -> null;
      case "trunc" -> UnaryKind.TRUNC;
      case "floor" -> UnaryKind.FLOOR;
      default ->
          throw Check.failed(
              "rounding_mode: null, \"trunc\" or \"floor\" is expected, got \"%s\"", mode);
    };
  }

  private static Tensor fill(FillArguments a) {
    Check.holds("fill_value", a.inputTensor().dtype(), a.fillValue().doubleValue());
    return UnaryOperations.runUnary(UnaryKind.FILL, a.inputTensor(), a.options(), a.fillValue());
  }
}
