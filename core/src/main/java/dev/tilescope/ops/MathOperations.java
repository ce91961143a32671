package dev.tilescope.ops;

import dev.tilescope.ops.kernel.UnaryKind;
import dev.tilescope.tensor.Tensor;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Mathematical functions of each element, and questions about it, answered by 1 and 0. Long because
 * the list of names is; how they run is in {@link UnaryOperations}.
 *
 * <p>A function with a faster and less exact form in TT-NN takes {@code fastAndApproximateMode}: it
 * is another program then, and is computed as exactly as without.
 */
abstract class MathOperations extends UnaryOperations {
  record ApproximableArguments(
      Tensor inputTensor, @Default("false") boolean fastAndApproximateMode, UnaryOptions options) {}

  record RoundArguments(Tensor inputTensor, @Default("0") int decimals, UnaryOptions options) {}

  record RpowArguments(Tensor inputTensor, Number exponent, UnaryOptions options) {}

  /**
   * @param roundingMode null, "trunc" or "floor"
   */
  record RdivArguments(
      Tensor inputTensor, Number value, @Nullable String roundingMode, UnaryOptions options) {}

  /**
   * @param eps keeps the input between eps and 1 - eps
   */
  record LogitArguments(Tensor inputTensor, @Nullable Number eps, UnaryOptions options) {}

  record FillArguments(Tensor inputTensor, Number fillValue, UnaryOptions options) {}

  private static final Map<UnaryKind, Operation<UnaryArguments, Tensor>> FAMILY =
      declareUnary(
          UnaryKind.IDENTITY,
          UnaryKind.ABS,
          UnaryKind.NEG,
          UnaryKind.SIGN,
          UnaryKind.SQUARE,
          UnaryKind.RECIPROCAL,
          UnaryKind.CBRT,
          UnaryKind.FLOOR,
          UnaryKind.CEIL,
          UnaryKind.TRUNC,
          UnaryKind.FRAC,
          UnaryKind.EXP2,
          UnaryKind.EXPM1,
          UnaryKind.SIN,
          UnaryKind.COS,
          UnaryKind.TAN,
          UnaryKind.ASIN,
          UnaryKind.ACOS,
          UnaryKind.ATAN,
          UnaryKind.SINH,
          UnaryKind.COSH,
          UnaryKind.ASINH,
          UnaryKind.ACOSH,
          UnaryKind.ATANH,
          UnaryKind.DEG2RAD,
          UnaryKind.RAD2DEG,
          UnaryKind.ERFC,
          UnaryKind.ERFINV,
          UnaryKind.LGAMMA,
          UnaryKind.DIGAMMA,
          UnaryKind.I0,
          UnaryKind.I1,
          UnaryKind.LOGICAL_NOT,
          UnaryKind.ISNAN,
          UnaryKind.ISINF,
          UnaryKind.ISPOSINF,
          UnaryKind.ISNEGINF,
          UnaryKind.ISFINITE,
          UnaryKind.SIGNBIT,
          UnaryKind.EQZ,
          UnaryKind.NEZ,
          UnaryKind.GTZ,
          UnaryKind.GEZ,
          UnaryKind.LTZ,
          UnaryKind.LEZ,
          UnaryKind.BITWISE_NOT);
  private static final Map<UnaryKind, Operation<ApproximableArguments, Tensor>> FAST_FAMILY =
      declareApproximable(
          UnaryKind.SQRT,
          UnaryKind.RSQRT,
          UnaryKind.EXP,
          UnaryKind.LOG,
          UnaryKind.LOG2,
          UnaryKind.LOG10,
          UnaryKind.LOG1P,
          UnaryKind.ERF);
  private static final Operation<RoundArguments, Tensor> ROUND_OPERATION =
      Operation.of(
          "ttnn::round",
          RoundArguments.class,
          a -> runUnary(UnaryKind.ROUND, a.inputTensor(), a.options(), a.decimals()),
          UNARY);
  private static final Operation<RpowArguments, Tensor> RPOW_OPERATION =
      Operation.of(
          "ttnn::rpow",
          RpowArguments.class,
          a -> runUnary(UnaryKind.RPOW, a.inputTensor(), a.options(), a.exponent()),
          UNARY);
  private static final Operation<RdivArguments, Tensor> RDIV_OPERATION =
      Operation.of("ttnn::rdiv", RdivArguments.class, MathOperations::rdiv, UNARY);
  private static final Operation<LogitArguments, Tensor> LOGIT_OPERATION =
      Operation.of(
          "ttnn::logit",
          LogitArguments.class,
          a ->
              runUnary(
                  UnaryKind.LOGIT, a.inputTensor(), a.options(), a.eps() == null ? -1 : a.eps()),
          UNARY);
  private static final Operation<FillArguments, Tensor> FILL_OPERATION =
      Operation.of("ttnn::fill", FillArguments.class, MathOperations::fill, UNARY);

  static Map<UnaryKind, Operation<ApproximableArguments, Tensor>> declareApproximable(
      UnaryKind... kinds) {
    Map<UnaryKind, Operation<ApproximableArguments, Tensor>> all = new EnumMap<>(UnaryKind.class);
    for (UnaryKind kind : kinds) {
      all.put(
          kind,
          Operation.of(
              "ttnn::" + kind.name().toLowerCase(Locale.ROOT),
              ApproximableArguments.class,
              a -> runUnary(kind, a.inputTensor(), a.options(), a.fastAndApproximateMode() ? 1 : 0),
              UNARY));
    }
    return all;
  }

  static Tensor callApproximable(
      Map<UnaryKind, Operation<ApproximableArguments, Tensor>> family,
      UnaryKind kind,
      Tensor input,
      boolean fastAndApproximateMode,
      UnaryOptions options) {
    return Objects.requireNonNull(family.get(kind))
        .call(new ApproximableArguments(input, fastAndApproximateMode, options));
  }

  private static Tensor rdiv(RdivArguments a) {
    UnaryWithParam quotient = UnaryWithParam.of(UnaryKind.RDIV, a.value());
    UnaryKind rounding = quotientRounding(a.roundingMode());
    return runUnary(
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
    return runUnary(UnaryKind.FILL, a.inputTensor(), a.options(), a.fillValue());
  }

  /** A copy. */
  public static Tensor identity(Tensor input) {
    return identity(input, UnaryOptions.DEFAULT);
  }

  public static Tensor identity(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.IDENTITY, input, options);
  }

  public static Tensor abs(Tensor input) {
    return abs(input, UnaryOptions.DEFAULT);
  }

  public static Tensor abs(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.ABS, input, options);
  }

  public static Tensor neg(Tensor input) {
    return neg(input, UnaryOptions.DEFAULT);
  }

  public static Tensor neg(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.NEG, input, options);
  }

  /** -1, 0 or 1. */
  public static Tensor sign(Tensor input) {
    return sign(input, UnaryOptions.DEFAULT);
  }

  public static Tensor sign(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.SIGN, input, options);
  }

  public static Tensor square(Tensor input) {
    return square(input, UnaryOptions.DEFAULT);
  }

  public static Tensor square(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.SQUARE, input, options);
  }

  public static Tensor reciprocal(Tensor input) {
    return reciprocal(input, UnaryOptions.DEFAULT);
  }

  public static Tensor reciprocal(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.RECIPROCAL, input, options);
  }

  /** The cube root. */
  public static Tensor cbrt(Tensor input) {
    return cbrt(input, UnaryOptions.DEFAULT);
  }

  public static Tensor cbrt(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.CBRT, input, options);
  }

  public static Tensor floor(Tensor input) {
    return floor(input, UnaryOptions.DEFAULT);
  }

  public static Tensor floor(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.FLOOR, input, options);
  }

  public static Tensor ceil(Tensor input) {
    return ceil(input, UnaryOptions.DEFAULT);
  }

  public static Tensor ceil(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.CEIL, input, options);
  }

  /** Towards zero. */
  public static Tensor trunc(Tensor input) {
    return trunc(input, UnaryOptions.DEFAULT);
  }

  public static Tensor trunc(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.TRUNC, input, options);
  }

  /** What {@link #trunc} cuts off. */
  public static Tensor frac(Tensor input) {
    return frac(input, UnaryOptions.DEFAULT);
  }

  public static Tensor frac(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.FRAC, input, options);
  }

  public static Tensor exp2(Tensor input) {
    return exp2(input, UnaryOptions.DEFAULT);
  }

  public static Tensor exp2(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.EXP2, input, options);
  }

  /** exp(x) - 1. */
  public static Tensor expm1(Tensor input) {
    return expm1(input, UnaryOptions.DEFAULT);
  }

  public static Tensor expm1(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.EXPM1, input, options);
  }

  public static Tensor sin(Tensor input) {
    return sin(input, UnaryOptions.DEFAULT);
  }

  public static Tensor sin(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.SIN, input, options);
  }

  public static Tensor cos(Tensor input) {
    return cos(input, UnaryOptions.DEFAULT);
  }

  public static Tensor cos(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.COS, input, options);
  }

  public static Tensor tan(Tensor input) {
    return tan(input, UnaryOptions.DEFAULT);
  }

  public static Tensor tan(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.TAN, input, options);
  }

  public static Tensor asin(Tensor input) {
    return asin(input, UnaryOptions.DEFAULT);
  }

  public static Tensor asin(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.ASIN, input, options);
  }

  public static Tensor acos(Tensor input) {
    return acos(input, UnaryOptions.DEFAULT);
  }

  public static Tensor acos(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.ACOS, input, options);
  }

  public static Tensor atan(Tensor input) {
    return atan(input, UnaryOptions.DEFAULT);
  }

  public static Tensor atan(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.ATAN, input, options);
  }

  public static Tensor sinh(Tensor input) {
    return sinh(input, UnaryOptions.DEFAULT);
  }

  public static Tensor sinh(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.SINH, input, options);
  }

  public static Tensor cosh(Tensor input) {
    return cosh(input, UnaryOptions.DEFAULT);
  }

  public static Tensor cosh(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.COSH, input, options);
  }

  public static Tensor asinh(Tensor input) {
    return asinh(input, UnaryOptions.DEFAULT);
  }

  public static Tensor asinh(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.ASINH, input, options);
  }

  public static Tensor acosh(Tensor input) {
    return acosh(input, UnaryOptions.DEFAULT);
  }

  public static Tensor acosh(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.ACOSH, input, options);
  }

  public static Tensor atanh(Tensor input) {
    return atanh(input, UnaryOptions.DEFAULT);
  }

  public static Tensor atanh(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.ATANH, input, options);
  }

  public static Tensor deg2rad(Tensor input) {
    return deg2rad(input, UnaryOptions.DEFAULT);
  }

  public static Tensor deg2rad(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.DEG2RAD, input, options);
  }

  public static Tensor rad2deg(Tensor input) {
    return rad2deg(input, UnaryOptions.DEFAULT);
  }

  public static Tensor rad2deg(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.RAD2DEG, input, options);
  }

  public static Tensor erfc(Tensor input) {
    return erfc(input, UnaryOptions.DEFAULT);
  }

  public static Tensor erfc(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.ERFC, input, options);
  }

  /** The inverse of the error function. */
  public static Tensor erfinv(Tensor input) {
    return erfinv(input, UnaryOptions.DEFAULT);
  }

  public static Tensor erfinv(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.ERFINV, input, options);
  }

  /** The logarithm of the gamma function. */
  public static Tensor lgamma(Tensor input) {
    return lgamma(input, UnaryOptions.DEFAULT);
  }

  public static Tensor lgamma(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.LGAMMA, input, options);
  }

  public static Tensor digamma(Tensor input) {
    return digamma(input, UnaryOptions.DEFAULT);
  }

  public static Tensor digamma(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.DIGAMMA, input, options);
  }

  /** The modified Bessel function of order 0. */
  public static Tensor i0(Tensor input) {
    return i0(input, UnaryOptions.DEFAULT);
  }

  public static Tensor i0(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.I0, input, options);
  }

  /** The modified Bessel function of order 1. */
  public static Tensor i1(Tensor input) {
    return i1(input, UnaryOptions.DEFAULT);
  }

  public static Tensor i1(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.I1, input, options);
  }

  /** 1 where an element is zero, else 0. */
  public static Tensor logicalNot(Tensor input) {
    return logicalNot(input, UnaryOptions.DEFAULT);
  }

  public static Tensor logicalNot(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.LOGICAL_NOT, input, options);
  }

  /** 1 where an element is not a number, else 0. */
  public static Tensor isnan(Tensor input) {
    return isnan(input, UnaryOptions.DEFAULT);
  }

  public static Tensor isnan(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.ISNAN, input, options);
  }

  /** 1 where an element is infinite, else 0. */
  public static Tensor isinf(Tensor input) {
    return isinf(input, UnaryOptions.DEFAULT);
  }

  public static Tensor isinf(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.ISINF, input, options);
  }

  public static Tensor isposinf(Tensor input) {
    return isposinf(input, UnaryOptions.DEFAULT);
  }

  public static Tensor isposinf(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.ISPOSINF, input, options);
  }

  public static Tensor isneginf(Tensor input) {
    return isneginf(input, UnaryOptions.DEFAULT);
  }

  public static Tensor isneginf(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.ISNEGINF, input, options);
  }

  /** 1 where an element is neither infinite nor NaN, else 0. */
  public static Tensor isfinite(Tensor input) {
    return isfinite(input, UnaryOptions.DEFAULT);
  }

  public static Tensor isfinite(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.ISFINITE, input, options);
  }

  /** 1 where the sign bit is set, also of a negative zero. */
  public static Tensor signbit(Tensor input) {
    return signbit(input, UnaryOptions.DEFAULT);
  }

  public static Tensor signbit(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.SIGNBIT, input, options);
  }

  /** 1 where an element is zero, else 0. */
  public static Tensor eqz(Tensor input) {
    return eqz(input, UnaryOptions.DEFAULT);
  }

  public static Tensor eqz(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.EQZ, input, options);
  }

  /** 1 where an element is not zero, else 0. */
  public static Tensor nez(Tensor input) {
    return nez(input, UnaryOptions.DEFAULT);
  }

  public static Tensor nez(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.NEZ, input, options);
  }

  /** 1 where an element is above zero, else 0. */
  public static Tensor gtz(Tensor input) {
    return gtz(input, UnaryOptions.DEFAULT);
  }

  public static Tensor gtz(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.GTZ, input, options);
  }

  /** 1 where an element is not below zero, else 0. */
  public static Tensor gez(Tensor input) {
    return gez(input, UnaryOptions.DEFAULT);
  }

  public static Tensor gez(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.GEZ, input, options);
  }

  /** 1 where an element is below zero, else 0. */
  public static Tensor ltz(Tensor input) {
    return ltz(input, UnaryOptions.DEFAULT);
  }

  public static Tensor ltz(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.LTZ, input, options);
  }

  /** 1 where an element is not above zero, else 0. */
  public static Tensor lez(Tensor input) {
    return lez(input, UnaryOptions.DEFAULT);
  }

  public static Tensor lez(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.LEZ, input, options);
  }

  /** Of integers. */
  public static Tensor bitwiseNot(Tensor input) {
    return bitwiseNot(input, UnaryOptions.DEFAULT);
  }

  public static Tensor bitwiseNot(Tensor input, UnaryOptions options) {
    return callUnary(FAMILY, UnaryKind.BITWISE_NOT, input, options);
  }

  public static Tensor sqrt(Tensor input) {
    return sqrt(input, false, UnaryOptions.DEFAULT);
  }

  public static Tensor sqrt(Tensor input, UnaryOptions options) {
    return sqrt(input, false, options);
  }

  public static Tensor sqrt(Tensor input, boolean fastAndApproximateMode, UnaryOptions options) {
    return callApproximable(FAST_FAMILY, UnaryKind.SQRT, input, fastAndApproximateMode, options);
  }

  public static Tensor rsqrt(Tensor input) {
    return rsqrt(input, false, UnaryOptions.DEFAULT);
  }

  public static Tensor rsqrt(Tensor input, UnaryOptions options) {
    return rsqrt(input, false, options);
  }

  public static Tensor rsqrt(Tensor input, boolean fastAndApproximateMode, UnaryOptions options) {
    return callApproximable(FAST_FAMILY, UnaryKind.RSQRT, input, fastAndApproximateMode, options);
  }

  public static Tensor exp(Tensor input) {
    return exp(input, false, UnaryOptions.DEFAULT);
  }

  public static Tensor exp(Tensor input, UnaryOptions options) {
    return exp(input, false, options);
  }

  public static Tensor exp(Tensor input, boolean fastAndApproximateMode, UnaryOptions options) {
    return callApproximable(FAST_FAMILY, UnaryKind.EXP, input, fastAndApproximateMode, options);
  }

  public static Tensor log(Tensor input) {
    return log(input, false, UnaryOptions.DEFAULT);
  }

  public static Tensor log(Tensor input, UnaryOptions options) {
    return log(input, false, options);
  }

  public static Tensor log(Tensor input, boolean fastAndApproximateMode, UnaryOptions options) {
    return callApproximable(FAST_FAMILY, UnaryKind.LOG, input, fastAndApproximateMode, options);
  }

  public static Tensor log2(Tensor input) {
    return log2(input, false, UnaryOptions.DEFAULT);
  }

  public static Tensor log2(Tensor input, UnaryOptions options) {
    return log2(input, false, options);
  }

  public static Tensor log2(Tensor input, boolean fastAndApproximateMode, UnaryOptions options) {
    return callApproximable(FAST_FAMILY, UnaryKind.LOG2, input, fastAndApproximateMode, options);
  }

  public static Tensor log10(Tensor input) {
    return log10(input, false, UnaryOptions.DEFAULT);
  }

  public static Tensor log10(Tensor input, UnaryOptions options) {
    return log10(input, false, options);
  }

  public static Tensor log10(Tensor input, boolean fastAndApproximateMode, UnaryOptions options) {
    return callApproximable(FAST_FAMILY, UnaryKind.LOG10, input, fastAndApproximateMode, options);
  }

  /** log(1 + x). */
  public static Tensor log1p(Tensor input) {
    return log1p(input, false, UnaryOptions.DEFAULT);
  }

  public static Tensor log1p(Tensor input, UnaryOptions options) {
    return log1p(input, false, options);
  }

  public static Tensor log1p(Tensor input, boolean fastAndApproximateMode, UnaryOptions options) {
    return callApproximable(FAST_FAMILY, UnaryKind.LOG1P, input, fastAndApproximateMode, options);
  }

  public static Tensor erf(Tensor input) {
    return erf(input, false, UnaryOptions.DEFAULT);
  }

  public static Tensor erf(Tensor input, UnaryOptions options) {
    return erf(input, false, options);
  }

  public static Tensor erf(Tensor input, boolean fastAndApproximateMode, UnaryOptions options) {
    return callApproximable(FAST_FAMILY, UnaryKind.ERF, input, fastAndApproximateMode, options);
  }

  /** To the nearest integer, ties to even. */
  public static Tensor round(Tensor input) {
    return round(input, 0, UnaryOptions.DEFAULT);
  }

  /** To a number of decimals, ties to even. */
  public static Tensor round(Tensor input, int decimals, UnaryOptions options) {
    return ROUND_OPERATION.call(new RoundArguments(input, decimals, options));
  }

  /** The number to the power of each element. */
  public static Tensor rpow(Tensor input, Number exponent) {
    return rpow(input, exponent, UnaryOptions.DEFAULT);
  }

  public static Tensor rpow(Tensor input, Number exponent, UnaryOptions options) {
    return RPOW_OPERATION.call(new RpowArguments(input, exponent, options));
  }

  /** The number divided by each element. */
  public static Tensor rdiv(Tensor input, Number value) {
    return rdiv(input, value, null, UnaryOptions.DEFAULT);
  }

  public static Tensor rdiv(
      Tensor input, Number value, @Nullable String roundingMode, UnaryOptions options) {
    return RDIV_OPERATION.call(new RdivArguments(input, value, roundingMode, options));
  }

  /** log(x / (1 - x)). */
  public static Tensor logit(Tensor input) {
    return logit(input, null, UnaryOptions.DEFAULT);
  }

  public static Tensor logit(Tensor input, @Nullable Number eps, UnaryOptions options) {
    return LOGIT_OPERATION.call(new LogitArguments(input, eps, options));
  }

  /** A tensor like the input with one number everywhere. */
  public static Tensor fill(Tensor input, Number fillValue) {
    return fill(input, fillValue, UnaryOptions.DEFAULT);
  }

  public static Tensor fill(Tensor input, Number fillValue, UnaryOptions options) {
    return FILL_OPERATION.call(new FillArguments(input, fillValue, options));
  }
}
