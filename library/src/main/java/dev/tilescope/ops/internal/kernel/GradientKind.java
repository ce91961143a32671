package dev.tilescope.ops.internal.kernel;

/** Functions of one element whose slopes carry gradients back through them. */
public enum GradientKind {
  TANH,
  /** By the normal distribution function itself. */
  GELU,
  /** Of PyTorch's approximation with a hyperbolic tangent. */
  GELU_TANH;

  private static final double SLOPE_AT_ZERO = Math.sqrt(2 / Math.PI);
  private static final double CUBIC = 0.044715;

  /** The slope of the function at x. */
  public double slope(double x) {
    return switch (this) {
      case TANH -> 1 / (Math.cosh(x) * Math.cosh(x));
      case GELU -> Double.isInfinite(x) ? step(x) : geluSlope(x);
      case GELU_TANH -> Double.isInfinite(x) ? step(x) : geluTanhSlope(x);
    };
  }

  private static double step(double x) {
    return x > 0 ? 1 : 0;
  }

  private static double geluSlope(double x) {
    double density = Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
    return DoubleMath.normalBelow(x) + x * density;
  }

  /** Half of one and the tangent is written as a quotient, which does not cancel far below zero. */
  private static double geluTanhSlope(double x) {
    double u = SLOPE_AT_ZERO * (x + CUBIC * x * x * x);
    double du = SLOPE_AT_ZERO * (1 + 3 * CUBIC * x * x);
    double half = 1 / (1 + Math.exp(-2 * u));
    return half + 2 * x * du * half / (1 + Math.exp(2 * u));
  }

  /** The gradients of the outputs, each times the slope at its input. */
  public void run(float[] gradient, float[] in, float[] out) {
    Kernels.engine(out.length * 8L)
        .parallel()
        .forRange(
            out.length,
            1 << 12,
            (from, to) -> {
              for (int i = from; i < to; i++) {
                out[i] = (float) (gradient[i] * slope(in[i]));
              }
            });
  }
}
