package dev.tilescope.ops.internal.kernel;

/** Functions that {@link Math} lacks, or defines otherwise than C and PyTorch do. */
final class DoubleMath {
  private static final double HALF_LN_2_PI = 0.5 * Math.log(2 * Math.PI);

  /** Where the asymptotic series below are accurate to more than float needs. */
  private static final double ASYMPTOTIC = 10;

  /** Beyond this the Bessel functions exceed every float. */
  private static final double BESSEL_OVERFLOWS = 100;

  private DoubleMath() {}

  /**
   * As in C, where one to any power is one, and minus one to an infinite power too; but zero has no
   * fraction of a negative power, since boards take the power of two of a multiple of its
   * logarithm.
   */
  static double pow(double x, double y) {
    if (x == 0 && y < 0 && y != Math.rint(y)) {
      return Double.NaN;
    }
    return x == 1 || (x == -1 && Double.isInfinite(y)) ? 1 : Math.pow(x, y);
  }

  static double asinh(double x) {
    double u = Math.abs(x);
    double far = Math.log1p(u + u * u / (1 + Math.sqrt(1 + u * u)));
    return Math.copySign(u > 1e150 ? Math.log(u) + Math.log(2) : far, x);
  }

  /** NaN below 1. */
  static double acosh(double x) {
    double t = x - 1;
    return Math.log1p(t + Math.sqrt(t * (x + 1)));
  }

  static double atanh(double x) {
    double u = Math.abs(x);
    return Math.copySign(0.5 * Math.log1p(2 * u / (1 - u)), x);
  }

  static double hypot(double x, double y) {
    boolean infinite = Double.isInfinite(x) || Double.isInfinite(y);
    return infinite ? Double.POSITIVE_INFINITY : Math.sqrt(x * x + y * y);
  }

  /** The logarithm of e^a + e^b. */
  static double logAddExp(double a, double b) {
    return a == b ? a + Math.log(2) : Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
  }

  /** The logarithm to base 2 of 2^a + 2^b. */
  static double logAddExp2(double a, double b) {
    double ln2 = Math.log(2);
    return logAddExp(a * ln2, b * ln2) / ln2;
  }

  /** a times log b, but 0 where a is 0, unless b is NaN. */
  static double xLogY(double a, double b) {
    return a == 0 && !Double.isNaN(b) ? 0 : a * Math.log(b);
  }

  /** Newton's method on erf, from a start that is within a percent. */
  static double erfinv(double y) {
    if (!(Math.abs(y) < 1)) {
      return Math.abs(y) == 1 ? Math.copySign(Double.POSITIVE_INFINITY, y) : Double.NaN;
    }
    double slope = 2 / Math.sqrt(Math.PI);
    double x = Math.abs(y) < 0.01 ? y / slope : erfinvEstimate(y);
    for (int i = 0; i < 4; i++) {
      x -= (erf(x) - y) / (slope * Math.exp(-x * x));
    }
    return x;
  }

  private static double erfinvEstimate(double y) {
    double l = Math.log1p(-y * y);
    double h = 2 / (Math.PI * 0.147) + l / 2;
    return Math.copySign(Math.sqrt(Math.sqrt(h * h - l / 0.147) - h), y);
  }

  /** The series near zero, whose terms are all positive; the continued fraction far out. */
  private static double erf(double x) {
    double u = Math.abs(x);
    return Math.copySign(u < 3 ? erfSeries(u) : 1 - erfcFraction(u), x);
  }

  private static double erfSeries(double u) {
    double term = u;
    double sum = u;
    for (int n = 1; term > sum * 1e-17; n++) {
      term *= 2 * u * u / (2 * n + 1);
      sum += term;
    }
    return 2 / Math.sqrt(Math.PI) * Math.exp(-u * u) * sum;
  }

  private static double erfcFraction(double u) {
    double tail = u;
    for (int n = 60; n >= 1; n--) {
      tail = u + n / 2.0 / tail;
    }
    return Math.exp(-u * u) / Math.sqrt(Math.PI) / tail;
  }

  /** The logarithm of the absolute value of gamma: infinite at its poles and at both infinities. */
  static double lgamma(double x) {
    if (x > 0) {
      return lgammaOfPositive(x);
    }
    boolean pole = x == Math.floor(x);
    return pole
        ? Double.POSITIVE_INFINITY
        : Math.log(Math.PI / Math.abs(sinOfPiTimes(x))) - lgammaOfPositive(1 - x);
  }

  private static double lgammaOfPositive(double x) {
    double product = 1;
    double y = x;
    for (; y < ASYMPTOTIC; y++) {
      product *= y;
    }
    double z = 1 / (y * y);
    double series = (1 / 12.0 - z * (1 / 360.0 - z * (1 / 1260.0 - z / 1680))) / y;
    double main = y == Double.POSITIVE_INFINITY ? y : (y - 0.5) * Math.log(y) - y;
    return main + HALF_LN_2_PI + series - Math.log(product);
  }

  /** The derivative of lgamma; as in PyTorch, NaN at negative integers and infinite at zeros. */
  static double digamma(double x) {
    if (x > 0) {
      return digammaOfPositive(x);
    }
    if (x == 0) {
      return Math.copySign(Double.POSITIVE_INFINITY, -x);
    }
    double tangent = sinOfPiTimes(x) / sinOfPiTimes(x + 0.5);
    return x == Math.floor(x) ? Double.NaN : digammaOfPositive(1 - x) - Math.PI / tangent;
  }

  private static double digammaOfPositive(double x) {
    double sum = 0;
    double y = x;
    for (; y < ASYMPTOTIC; y++) {
      sum += 1 / y;
    }
    double z = 1 / (y * y);
    double series = z * (1 / 12.0 - z * (1 / 120.0 - z * (1 / 252.0 - z / 240)));
    return Math.log(y) - 0.5 / y - series - sum;
  }

  /**
   * The sum over k of 1 / (x + k)^s, for s of 2 and more. Below zero, the terms up to the last
   * negative one are the difference of two such sums above zero.
   */
  static double hurwitzZeta(int s, double x) {
    double floor = Math.floor(x);
    if (x > 0 || Double.isNaN(x)) {
      return zetaAboveZero(s, x);
    } else if (x == floor) {
      return Double.POSITIVE_INFINITY;
    }
    double fraction = x - floor;
    double negative = zetaAboveZero(s, 1 - fraction) - zetaAboveZero(s, 1 - x);
    return zetaAboveZero(s, fraction) + (s % 2 == 0 ? negative : -negative);
  }

  /** Terms, then Euler and Maclaurin's rest. */
  private static double zetaAboveZero(int s, double x) {
    if (Double.isInfinite(x)) {
      return 0;
    }
    double sum = 0;
    double y = x;
    for (; y < 2 * ASYMPTOTIC; y++) {
      sum += Math.pow(y, -s);
    }
    double last = Math.pow(y, -s);
    double z = 1 / (y * y);
    double third = (s + 3.0) * (s + 4.0) / 30240 * z;
    double corrections = s / y * (1 / 12.0 - (s + 1.0) * (s + 2.0) * z * (1 / 720.0 - third));
    return sum + last * (y / (s - 1) + 0.5 + corrections);
  }

  /** A parabola above zero, exponential below. */
  static double xielu(double x, double p, double n) {
    return x > 0 ? p * x * x + 0.5 * x : n * (Math.expm1(Math.min(x, -1e-6)) - x) + 0.5 * x;
  }

  /** How much of the normal distribution lies below x. */
  static double normalBelow(double x) {
    double u = x / Math.sqrt(2);
    return u < -3 ? 0.5 * erfcFraction(-u) : 0.5 * (1 + erf(u));
  }

  /** Reduced first, since a multiple of pi is not a double. */
  private static double sinOfPiTimes(double x) {
    double turns = x / 2;
    return Math.sin(2 * Math.PI * (turns - Math.rint(turns)));
  }

  /** The modified Bessel function of the first kind, order 0. */
  static double besselI0(double x) {
    return besselSeries(x, 0);
  }

  /** The modified Bessel function of the first kind, order 1. */
  static double besselI1(double x) {
    return x / 2 * besselSeries(x, 1);
  }

  /** The sum over k of (x / 2)^2k / (k! (k + order)!), for orders 0 and 1. */
  private static double besselSeries(double x, int order) {
    if (Math.abs(x) > BESSEL_OVERFLOWS) {
      return Double.POSITIVE_INFINITY;
    }
    double square = x * x / 4;
    double term = 1;
    double sum = 1;
    for (int k = 1; term > sum * 1e-17; k++) {
      term *= square / ((double) k * (k + order));
      sum += term;
    }
    return sum;
  }
}
