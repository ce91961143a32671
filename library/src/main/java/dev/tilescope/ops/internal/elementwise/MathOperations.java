package dev.tilescope.ops.internal.elementwise;

import static dev.tilescope.ops.internal.elementwise.UnaryOperations.UNARY_ON_DEVICE;
import static dev.tilescope.ops.internal.elementwise.UnaryOperations.runUnary;
import static dev.tilescope.ops.internal.elementwise.UnaryOperations.unary;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.elementwise.UnaryOperations.OneTensor;
import dev.tilescope.ops.internal.elementwise.UnaryOperations.UnaryArguments;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.ops.options.UnaryWithParam;
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

  private static final int MOST_POLYGAMMA = 11;

  public record ApproximableArguments(
      Tensor inputTensor, @Default("false") boolean fastAndApproximateMode, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public record RoundArguments(Tensor inputTensor, @Default("0") int decimals, UnaryOptions options)
      implements OneTensor {}

  public record RpowArguments(Tensor inputTensor, Number exponent, UnaryOptions options)
      implements OneTensor {}

  public record RdivArguments(
      Tensor inputTensor, Number value, @Nullable String roundingMode, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public record PolygammaArguments(
      Tensor inputTensor, int k, @Nullable MemoryConfig memoryConfig) {}

  public record LogitArguments(Tensor inputTensor, @Nullable Number eps, UnaryOptions options)
      implements OneTensor {}

  public record FillArguments(Tensor inputTensor, Number fillValue, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public static final Operation<UnaryArguments, Tensor> IDENTITY = unary(UnaryKind.IDENTITY);
  public static final Operation<UnaryArguments, Tensor> ABS = unary(UnaryKind.ABS);
  public static final Operation<UnaryArguments, Tensor> NEG = unary(UnaryKind.NEG);
  public static final Operation<UnaryArguments, Tensor> SIGN = unary(UnaryKind.SIGN);
  public static final Operation<UnaryArguments, Tensor> SQUARE = unary(UnaryKind.SQUARE);
  public static final Operation<UnaryArguments, Tensor> RECIPROCAL = unary(UnaryKind.RECIPROCAL);
  public static final Operation<UnaryArguments, Tensor> CBRT = unary(UnaryKind.CBRT);
  public static final Operation<UnaryArguments, Tensor> FLOOR = unary(UnaryKind.FLOOR);
  public static final Operation<UnaryArguments, Tensor> CEIL = unary(UnaryKind.CEIL);
  public static final Operation<UnaryArguments, Tensor> TRUNC = unary(UnaryKind.TRUNC);
  public static final Operation<UnaryArguments, Tensor> FRAC = unary(UnaryKind.FRAC);
  public static final Operation<UnaryArguments, Tensor> EXP2 = unary(UnaryKind.EXP2);
  public static final Operation<UnaryArguments, Tensor> EXPM1 = unary(UnaryKind.EXPM1);
  public static final Operation<UnaryArguments, Tensor> SIN = unary(UnaryKind.SIN);
  public static final Operation<UnaryArguments, Tensor> COS = unary(UnaryKind.COS);
  public static final Operation<UnaryArguments, Tensor> TAN = unary(UnaryKind.TAN);
  public static final Operation<UnaryArguments, Tensor> ASIN = unary(UnaryKind.ASIN);
  public static final Operation<UnaryArguments, Tensor> ACOS = unary(UnaryKind.ACOS);
  public static final Operation<UnaryArguments, Tensor> ATAN = unary(UnaryKind.ATAN);
  public static final Operation<UnaryArguments, Tensor> SINH = unary(UnaryKind.SINH);
  public static final Operation<UnaryArguments, Tensor> COSH = unary(UnaryKind.COSH);
  public static final Operation<UnaryArguments, Tensor> ASINH = unary(UnaryKind.ASINH);
  public static final Operation<UnaryArguments, Tensor> ACOSH = unary(UnaryKind.ACOSH);
  public static final Operation<UnaryArguments, Tensor> ATANH = unary(UnaryKind.ATANH);
  public static final Operation<UnaryArguments, Tensor> DEG2RAD = unary(UnaryKind.DEG2RAD);
  public static final Operation<UnaryArguments, Tensor> RAD2DEG = unary(UnaryKind.RAD2DEG);
  public static final Operation<UnaryArguments, Tensor> ERFC = unary(UnaryKind.ERFC);
  public static final Operation<UnaryArguments, Tensor> ERFINV = unary(UnaryKind.ERFINV);
  public static final Operation<UnaryArguments, Tensor> LGAMMA = unary(UnaryKind.LGAMMA);
  public static final Operation<UnaryArguments, Tensor> DIGAMMA = unary(UnaryKind.DIGAMMA);
  public static final Operation<UnaryArguments, Tensor> I0 = unary(UnaryKind.I0);
  public static final Operation<UnaryArguments, Tensor> I1 = unary(UnaryKind.I1);
  public static final Operation<UnaryArguments, Tensor> LOGICAL_NOT = unary(UnaryKind.LOGICAL_NOT);
  public static final Operation<UnaryArguments, Tensor> ISNAN = unary(UnaryKind.ISNAN);
  public static final Operation<UnaryArguments, Tensor> ISINF = unary(UnaryKind.ISINF);
  public static final Operation<UnaryArguments, Tensor> ISPOSINF = unary(UnaryKind.ISPOSINF);
  public static final Operation<UnaryArguments, Tensor> ISNEGINF = unary(UnaryKind.ISNEGINF);
  public static final Operation<UnaryArguments, Tensor> ISFINITE = unary(UnaryKind.ISFINITE);
  public static final Operation<UnaryArguments, Tensor> SIGNBIT = unary(UnaryKind.SIGNBIT);
  public static final Operation<UnaryArguments, Tensor> EQZ = unary(UnaryKind.EQZ);
  public static final Operation<UnaryArguments, Tensor> NEZ = unary(UnaryKind.NEZ);
  public static final Operation<UnaryArguments, Tensor> GTZ = unary(UnaryKind.GTZ);
  public static final Operation<UnaryArguments, Tensor> GEZ = unary(UnaryKind.GEZ);
  public static final Operation<UnaryArguments, Tensor> LTZ = unary(UnaryKind.LTZ);
  public static final Operation<UnaryArguments, Tensor> LEZ = unary(UnaryKind.LEZ);
  public static final Operation<UnaryArguments, Tensor> BITWISE_NOT = unary(UnaryKind.BITWISE_NOT);
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
  public static final Operation<RoundArguments, Tensor> ROUND =
      unary(UnaryKind.ROUND, RoundArguments.class, a -> List.of(a.decimals()));
  public static final Operation<RpowArguments, Tensor> RPOW =
      unary(UnaryKind.RPOW, RpowArguments.class, a -> List.of(a.exponent()));
  public static final Operation<RdivArguments, Tensor> RDIV =
      unary("rdiv", RdivArguments.class, MathOperations::rdiv);
  public static final Operation<LogitArguments, Tensor> LOGIT =
      unary(UnaryKind.LOGIT, LogitArguments.class, a -> List.of(a.eps() == null ? -1 : a.eps()));
  public static final Operation<PolygammaArguments, Tensor> POLYGAMMA =
      unary("polygamma", PolygammaArguments.class, MathOperations::polygamma);
  public static final Operation<FillArguments, Tensor> FILL =
      unary("fill", FillArguments.class, MathOperations::fill);

  /** A function with a faster and less exact form. */
  static Operation<ApproximableArguments, Tensor> approximable(UnaryKind kind) {
    return Operation.of(
        "ttnn::" + kind.name().toLowerCase(Locale.ROOT),
        ApproximableArguments.class,
        a -> runUnary(kind, a.inputTensor(), a.options(), a.fastAndApproximateMode() ? 1 : 0),
        UNARY_ON_DEVICE);
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

  private static Tensor polygamma(PolygammaArguments a) {
    Check.that(
        a.k() >= 1 && a.k() <= MOST_POLYGAMMA,
        "polygamma order must be in range [1, 11], got %d",
        a.k());
    double factor = a.k() % 2 == 0 ? -1 : 1;
    for (int i = 2; i <= a.k(); i++) {
      factor *= i;
    }
    UnaryOptions options = UnaryOptions.DEFAULT.withMemoryConfig(a.memoryConfig());
    return runUnary(UnaryKind.POLYGAMMA, a.inputTensor(), options, a.k(), factor);
  }

  private static Tensor fill(FillArguments a) {
    Check.holds("fill_value", a.inputTensor().dtype(), a.fillValue().doubleValue());
    return runUnary(UnaryKind.FILL, a.inputTensor(), a.options(), a.fillValue());
  }
}
