package dev.tilescope.ops.internal.kernel;

/**
 * The element-wise functions in double precision, each by its definition: what the kernels' faster
 * forms are checked against. Long because the tables are.
 */
public final class ElementwiseGolden {
  private static final double SQRT_2 = Math.sqrt(2);

  private ElementwiseGolden() {}

  public static double unary(UnaryKind kind, double p, double q, double x) {
    return switch (kind) {
      case IDENTITY -> x;
      case FILL -> p;
      case ABS -> Math.abs(x);
      case NEG -> -x;
      case SIGN -> Math.signum(x);
      case SQUARE -> x * x;
      case RECIPROCAL -> 1 / x;
      case SQRT -> Math.sqrt(x);
      case RSQRT -> 1 / Math.sqrt(x);
      case CBRT -> Math.cbrt(x);
      case FLOOR -> Math.floor(x);
      case CEIL -> Math.ceil(x);
      case ROUND -> Math.rint(x * Math.pow(10, p)) / Math.pow(10, p);
      case TRUNC -> truncated(x);
      case FRAC -> x - truncated(x);
      case POWER, POWER_ITERATIVE -> Math.pow(x, p);
      case RPOW -> Math.pow(p, x);
      case RDIV -> p / x;
      case ADD_UNARY_SFPU -> x + p;
      case SUB_UNARY_SFPU -> x - p;
      case MUL_UNARY_SFPU -> x * p;
      case DIV_UNARY_SFPU -> x / p;
      case EXP -> Math.exp(x);
      case EXP2 -> Math.pow(2, x);
      case EXPM1 -> Math.expm1(x);
      case LOG -> Math.log(x);
      case LOG2 -> Math.log(x) / Math.log(2);
      case LOG10 -> Math.log10(x);
      case LOG1P -> Math.log1p(x);
      case LOGIT -> logit(p < 0 ? x : Math.min(Math.max(x, p), 1 - p));
      case SIN -> Math.sin(x);
      case COS -> Math.cos(x);
      case TAN -> Math.tan(x);
      case ASIN -> Math.asin(x);
      case ACOS -> Math.acos(x);
      case ATAN -> Math.atan(x);
      case SINH -> Math.sinh(x);
      case COSH -> Math.cosh(x);
      case TANH -> Math.tanh(x);
      case ASINH -> Math.copySign(Math.log(Math.abs(x) + Math.sqrt(x * x + 1)), x);
      case ACOSH -> Math.log(x + Math.sqrt(x * x - 1));
      case ATANH -> 0.5 * Math.log((1 + x) / (1 - x));
      case DEG2RAD -> Math.toRadians(x);
      case RAD2DEG -> Math.toDegrees(x);
      case ERF -> 1 - 2 * normalTail(x * SQRT_2);
      case ERFC -> 2 * normalTail(x * SQRT_2);
      case ERFINV -> inverseErf(x);
      case LGAMMA -> logGamma(x);
      case DIGAMMA -> digamma(x);
      case POLYGAMMA -> q * zeta(Math.rint(p) + 1, x);
      case I0 -> bessel(0, x);
      case I1 -> bessel(1, Math.clamp(x, -88.5, 88.5));
      case RELU -> Math.max(x, 0);
      case RELU6 -> Math.min(Math.max(x, 0), 6);
      case RELU_MAX -> Math.max(Math.min(x, p), 0);
      case RELU_MIN -> Math.max(x, p);
      case CLAMP -> Math.min(Math.max(x, p), q);
      case HARDTANH -> Math.min(Math.max(x, p), q);
      case HARDSIGMOID -> Math.min(Math.max(x / 6 + 0.5, 0), 1);
      case HARDSWISH -> x * Math.min(Math.max(x / 6 + 0.5, 0), 1);
      case HARDMISH -> x * Math.min(Math.max(x + 2, 0), 2) / 2;
      case LEAKY_RELU -> x >= 0 ? x : p * x;
      case ELU -> x >= 0 ? x : p * Math.expm1(x);
      case CELU -> x >= 0 ? x : p * Math.expm1(x / p);
      case SELU -> p * (x >= 0 ? x : q * Math.expm1(x));
      case XIELU -> xielu(x, p, q);
      case GELU -> x * normalTail(-x);
      case GELU_APPROX ->
          0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
      case SIGMOID -> 1 / (1 + Math.exp(-x));
      case LOG_SIGMOID -> x < 0 ? x - Math.log1p(Math.exp(x)) : -Math.log1p(Math.exp(-x));
      case SILU -> x / (1 + Math.exp(-x));
      case MISH -> x * Math.tanh(softplus(x));
      case SOFTPLUS -> p * x > q ? x : softplus(p * x) / p;
      case SOFTSIGN -> x / (1 + Math.abs(x));
      case SOFTCAP -> p * Math.tanh(x / p);
      case HARDSHRINK -> Math.abs(x) > p ? x : 0;
      case SOFTSHRINK -> x > p ? x - p : x < -p ? x + p : 0;
      case TANHSHRINK -> x - Math.tanh(x);
      case THRESHOLD -> x <= p ? q : x;
      case HEAVISIDE -> x < 0 ? 0 : x == 0 ? p : 1;
      case LOGICAL_NOT, EQZ -> truth(x == 0);
      case ISNAN -> truth(Double.isNaN(x));
      case ISINF -> truth(Double.isInfinite(x));
      case ISPOSINF -> truth(x == Double.POSITIVE_INFINITY);
      case ISNEGINF -> truth(x == Double.NEGATIVE_INFINITY);
      case ISFINITE -> truth(Double.isFinite(x));
      case SIGNBIT -> truth(Double.doubleToRawLongBits(x) < 0);
      case NEZ -> truth(x != 0);
      case GTZ -> truth(x > 0);
      case GEZ -> truth(x >= 0);
      case LTZ -> truth(x < 0);
      case LEZ -> truth(x <= 0);
      case BITWISE_NOT -> ~(long) x;
    };
  }

  public static double binary(BinaryKind kind, double a, double b) {
    return switch (kind) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> a / b;
      case RSUB -> b - a;
      case SQUARED_DIFFERENCE -> (a - b) * (a - b);
      case MINIMUM -> Math.min(a, b);
      case MAXIMUM -> Math.max(a, b);
      case EQ -> truth(a == b);
      case NE -> truth(a != b);
      case LT -> truth(a < b);
      case LE -> truth(a <= b);
      case GT -> truth(a > b);
      case GE -> truth(a >= b);
      case LOGICAL_AND -> truth(a != 0 && b != 0);
      case LOGICAL_OR -> truth(a != 0 || b != 0);
      case LOGICAL_XOR -> truth(a != 0 ^ b != 0);
      case POW -> Math.pow(a, b);
      case REMAINDER -> a - b * Math.floor(a / b);
      case FMOD -> a - b * truncated(a / b);
      case FLOOR_DIV -> Math.floor(a / b);
      case TRUNC_DIV -> truncated(a / b);
      case DIV_NO_NAN -> b == 0 ? 0 : a / b;
      case LDEXP -> a * Math.pow(2, b);
      case LOGADDEXP -> Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
      case LOGADDEXP2 -> Math.max(a, b) + Math.log1p(Math.pow(2, -Math.abs(a - b))) / Math.log(2);
      case BIAS_GELU -> (a + b) * normalTail(-(a + b));
      case HYPOT -> Math.hypot(a, b);
      case ATAN2 -> Math.atan2(a, b);
      case XLOGY -> a == 0 ? 0 : a * Math.log(b);
      case NEXTAFTER -> Math.nextAfter((float) a, b);
      case PRELU -> a > 0 ? a : a * b;
      case BITWISE_AND -> (long) a & (long) b;
      case BITWISE_OR -> (long) a | (long) b;
      case BITWISE_XOR -> (long) a ^ (long) b;
      case LEFT_SHIFT -> (int) ((long) a << (long) b);
      case RIGHT_SHIFT -> (long) a >> (long) b;
      case LOGICAL_RIGHT_SHIFT -> ((long) a & 0xFFFF_FFFFL) >> (long) b;
      case GCD -> greatestCommonDivisor((long) a, (long) b);
      case LCM -> Math.abs(a * b) / Math.max(1, greatestCommonDivisor((long) a, (long) b));
    };
  }

  public static double ternary(TernaryKind kind, double v, double a, double b, double c) {
    return switch (kind) {
      case WHERE -> a != 0 ? b : c;
      case ADDCMUL -> a + v * b * c;
      case ADDCDIV -> a + v * b / c;
      case LERP -> a + c * (b - a);
      case MAC -> a * b + c;
      case SNAKE_BETA -> a + Math.pow(Math.sin(a * b), 2) / c;
    };
  }

  private static double truth(boolean holds) {
    return holds ? 1 : 0;
  }

  private static double truncated(double x) {
    return x < 0 ? Math.ceil(x) : Math.floor(x);
  }

  /** Its terms far out are an integral and half of the first; the next corrections are small. */
  private static double zeta(double s, double x) {
    double sum = 0;
    double z = x;
    for (; z < x + 60; z++) {
      sum += Math.pow(z, -s);
    }
    return sum + Math.pow(z, 1 - s) / (s - 1) + Math.pow(z, -s) / 2 + s * Math.pow(z, -s - 1) / 12;
  }

  private static double xielu(double x, double p, double n) {
    return x > 0 ? p * x * x + x / 2 : n * Math.expm1(Math.min(x, -1e-6)) - n * x + x / 2;
  }

  private static double logit(double x) {
    return Math.log(x / (1 - x));
  }

  private static double softplus(double x) {
    return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
  }

  private static long greatestCommonDivisor(long a, long b) {
    return b == 0 ? Math.abs(a) : greatestCommonDivisor(b, a % b);
  }

  /** How much of the normal distribution lies above x. */
  private static double normalTail(double x) {
    return x < 0 ? 1 - upperTail(-x) : upperTail(x);
  }

  /** Near the middle by Simpson's rule, far out, where that cancels, by Mills' fraction. */
  private static double upperTail(double x) {
    if (x < 2) {
      int steps = 2000;
      double h = x / steps;
      double sum = density(0) + density(x);
      for (int i = 1; i < steps; i++) {
        sum += density(i * h) * (i % 2 == 0 ? 2 : 4);
      }
      return 0.5 - sum * h / 3;
    }
    double fraction = 0;
    for (int k = 200; k >= 1; k--) {
      fraction = k / (x + fraction);
    }
    return density(x) / (x + fraction);
  }

  private static double density(double x) {
    return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
  }

  /** By halving: the error function only rises. */
  private static double inverseErf(double y) {
    if (!(Math.abs(y) < 1)) {
      return Math.abs(y) == 1 ? Math.copySign(Double.POSITIVE_INFINITY, y) : Double.NaN;
    }
    double low = -6;
    double high = 6;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      boolean below = 1 - 2 * normalTail(middle * SQRT_2) < y;
      low = below ? middle : low;
      high = below ? high : middle;
    }
    return (low + high) / 2;
  }

  /** Stirling's series, reached by the recurrence; by reflection below zero. */
  private static double logGamma(double x) {
    if (x <= 0) {
      return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - logGamma(1 - x);
    }
    double shift = 0;
    double z = x;
    for (; z < 15; z++) {
      shift += Math.log(z);
    }
    double series = 1 / (12 * z) - 1 / (360 * z * z * z);
    return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series - shift;
  }

  private static double digamma(double x) {
    if (x <= 0) {
      return digamma(1 - x) - Math.PI / Math.tan(Math.PI * x);
    }
    double shift = 0;
    double z = x;
    for (; z < 15; z++) {
      shift += 1 / z;
    }
    double square = z * z;
    return Math.log(z) - 0.5 / z - 1 / (12 * square) + 1 / (120 * square * square) - shift;
  }

  /** The modified Bessel function of order 0 or 1, by its power series. */
  private static double bessel(int order, double x) {
    double term = order == 0 ? 1 : x / 2;
    double sum = term;
    for (int k = 1; k < 300; k++) {
      term *= x * x / 4 / k / (k + order);
      sum += term;
    }
    return sum;
  }
}
