package dev.tilescope.ops.internal.kernel;

import dev.tilescope.model.TilescopeException;

/**
 * The functions of {@link UnaryKind} on one float, within a few units in the last place. What is
 * not plain arithmetic is computed in double and rounded once, or by {@link FloatMath} where speed
 * matters and vectors must be able to take the same steps.
 */
final class FloatUnary {
  private static final double LN_2 = Math.log(2);
  private static final float INFINITY = Float.POSITIVE_INFINITY;
  private static final double MOST_I1 = 88.5;

  private FloatUnary() {}

  /** One line for each function, so it is as long as there are functions. */
  static float apply(UnaryKind kind, float x, float p, float q) {
    return switch (kind) {
      case IDENTITY -> x;
      case FILL -> p;

      case ABS -> Math.abs(x);
      case NEG -> -x;
      case SIGN -> x > 0 ? 1f : x < 0 ? -1f : 0f;
      case SQUARE -> x * x;
      case RECIPROCAL -> 1f / x;
      case SQRT -> (float) Math.sqrt(x);
      case RSQRT -> 1f / (float) Math.sqrt(x);
      case CBRT -> (float) Math.cbrt(x);
      case FLOOR -> (float) Math.floor(x);
      case CEIL -> (float) Math.ceil(x);
      case ROUND -> p == 0 ? (float) Math.rint(x) : round(x, p);
      case TRUNC -> trunc(x);
      case FRAC -> x - trunc(x);
      case POWER -> (float) DoubleMath.pow(x, p);
      case POWER_ITERATIVE -> isCount(p) ? product(x, (int) p) : (float) DoubleMath.pow(x, p);
      case RPOW -> (float) DoubleMath.pow(p, x);
      case RDIV -> p / x;
      case ADD_UNARY_SFPU -> x + p;
      case SUB_UNARY_SFPU -> x - p;
      case MUL_UNARY_SFPU -> x * p;
      case DIV_UNARY_SFPU -> x / p;

      case EXP -> FloatMath.exp(x);
      case EXP2 -> normal((float) Math.exp(x * LN_2));
      case EXPM1 -> (float) Math.expm1(x);
      case LOG -> FloatMath.log(x);
      case LOG2 -> (float) (Math.log(x) / LN_2);
      case LOG10 -> (float) Math.log10(x);
      case LOG1P -> (float) Math.log1p(x);
      case LOGIT -> logit(p < 0 ? x : clamp(x, p, 1f - p));

      case SIN -> (float) Math.sin(x);
      case COS -> (float) Math.cos(x);
      case TAN -> (float) Math.tan(x);
      case ASIN -> (float) Math.asin(x);
      case ACOS -> (float) Math.acos(x);
      case ATAN -> (float) Math.atan(x);
      case SINH -> (float) Math.sinh(x);
      case COSH -> (float) Math.cosh(x);
      case TANH -> FloatMath.tanh(x);
      case ASINH -> (float) DoubleMath.asinh(x);
      case ACOSH -> (float) DoubleMath.acosh(x);
      case ATANH -> (float) DoubleMath.atanh(x);
      case DEG2RAD -> (float) (x * (Math.PI / 180));
      case RAD2DEG -> (float) (x * (180 / Math.PI));

      case ERF -> FloatMath.erf(x);
      case ERFC -> FloatMath.erfc(x);
      case ERFINV -> (float) DoubleMath.erfinv(x);
      case LGAMMA -> (float) DoubleMath.lgamma(x);
      case DIGAMMA -> (float) DoubleMath.digamma(x);
      case POLYGAMMA -> (float) (q * DoubleMath.hurwitzZeta((int) p + 1, x));
      case I0 -> (float) DoubleMath.besselI0(x);
      case I1 -> (float) DoubleMath.besselI1(Math.clamp(x, -MOST_I1, MOST_I1));

      case RELU -> Math.max(x, 0f);
      case RELU6 -> clamp(x, 0f, 6f);
      case RELU_MAX -> Math.max(Math.min(x, p), 0f);
      case RELU_MIN -> Math.max(x, p);
      case CLAMP, HARDTANH -> clamp(x, p, q);
      case HARDSIGMOID -> clamp(x + 3f, 0f, 6f) / 6f;
      case HARDSWISH -> x * clamp(x + 3f, 0f, 6f) / 6f;
      case HARDMISH -> x * clamp(x + 2f, 0f, 2f) / 2f;
      case LEAKY_RELU -> x > 0 ? x : x * p;
      case ELU -> x > 0 ? x : (float) (p * Math.expm1(x));
      case CELU -> x > 0 ? x : (float) (p * Math.expm1((double) x / p));
      case SELU -> x > 0 ? x * p : (float) ((double) p * q * Math.expm1(x));
      case XIELU -> (float) DoubleMath.xielu(x, p, q);
      case GELU -> FloatMath.gelu(x);
      case GELU_APPROX -> FloatMath.geluApprox(x);
      case SIGMOID -> FloatMath.sigmoid(x);
      case LOG_SIGMOID -> (float) (Math.min(x, 0f) - Math.log1p(Math.exp(-Math.abs(x))));
      case SILU -> FloatMath.silu(x);
      case MISH -> (float) (x * Math.tanh(x > 20 ? x : Math.log1p(Math.exp(x))));
      case SOFTPLUS -> x * p > q ? x : (float) (Math.log1p(Math.exp((double) x * p)) / p);
      case SOFTSIGN -> x / (1f + Math.abs(x));
      case SOFTCAP -> (float) (p * Math.tanh((double) x / p));
      case HARDSHRINK -> x >= -p && x <= p ? 0f : x;
      case SOFTSHRINK -> x > p ? x - p : x < -p ? x + p : x * 0f;
      case TANHSHRINK -> (float) (x - Math.tanh(x));
      case THRESHOLD -> x <= p ? q : x;
      case HEAVISIDE -> x == 0 ? p : x > 0 ? 1f : 0f;

      case LOGICAL_NOT, EQZ -> truth(x == 0);
      case ISNAN -> truth(Float.isNaN(x));
      case ISINF -> truth(Math.abs(x) == INFINITY);
      case ISPOSINF -> truth(x == INFINITY);
      case ISNEGINF -> truth(x == -INFINITY);
      case ISFINITE -> truth(Math.abs(x) < INFINITY);
      case SIGNBIT -> truth(Float.floatToRawIntBits(x) < 0);
      case NEZ -> truth(x != 0);
      case GTZ -> truth(x > 0);
      case GEZ -> truth(x >= 0);
      case LTZ -> truth(x < 0);
      case LEZ -> truth(x <= 0);

      case BITWISE_NOT -> throw refused(kind.name());
    };
  }

  static TilescopeException refused(String kind) {
    return new TilescopeException(
        kind + " is not defined on floats; convert the operands to integers first");
  }

  static float truth(boolean answer) {
    return answer ? 1f : 0f;
  }

  private static float clamp(float x, float low, float high) {
    return Math.min(Math.max(x, low), high);
  }

  /** A result that is too small for a whole mantissa is zero. */
  private static float normal(float x) {
    return Math.abs(x) < Float.MIN_NORMAL ? 0f : x;
  }

  private static boolean isCount(float exponent) {
    return exponent >= 0 && exponent == Math.rint(exponent);
  }

  /** Squares and products in float32, in the order of {@code ckernel_sfpu_unary_power.h}. */
  private static float product(float x, int exponent) {
    float square = x;
    float result = exponent == 0 ? 1 : x;
    for (int left = exponent - 1; left > 0; left >>= 1) {
      result *= (left & 1) == 1 ? square : 1;
      square *= square;
    }
    return result;
  }

  private static float trunc(float x) {
    return Math.copySign((float) Math.floor(Math.abs(x)), x);
  }

  private static float logit(float x) {
    return (float) Math.log(x / (1.0 - x));
  }

  private static float round(float x, float decimals) {
    double scale = Math.pow(10, decimals);
    return (float) (Math.rint(x * scale) / scale);
  }
}
