package dev.tilescope.ops.kernel;

/**
 * Exponential and GELU of one float, within two units in the last place for exp and 1e-6 relative
 * for GELU, negative tail included. {@link VectorMath} repeats these steps lane by lane; change
 * both together.
 */
final class FloatMath {
  static final float LOG2_E = 1.442695f;
  static final float LN_2 = 0.6931472f;
  // What LN_2 lacks of ln 2; the sum of both is ln 2 to 48 bits.
  static final float LN_2_REST = -1.9046542e-9f;
  // 1.5 * 2^23: adding it rounds to an integer, which then sits in the low bits of the sum.
  static final float ROUNDER = 12582912f;
  static final int ROUNDER_BITS = Float.floatToRawIntBits(ROUNDER);
  static final int EXPONENT_BIAS = 127;
  static final int MANTISSA_BITS = 23;

  // Beyond these exp is infinite, and zero.
  static final float EXP_HIGH = 89.5f;
  static final float EXP_LOW = -104.5f;

  // Minimax fit of (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2, error 1.5e-8 of e^r.
  static final float E2 = 0.5f;
  static final float E3 = 0.16666576f;
  static final float E4 = 0.041666854f;
  static final float E5 = 0.0083632f;
  static final float E6 = 0.001390131f;

  // Beyond this the upper tail of the normal distribution is zero in float.
  static final float TAIL_END = 15f;

  // Minimax fit in t = 2s - 1, where s = 1 / (1 + u / 4), of Q(u) e^(u^2 / 2) / s for 0 <= u <= 15;
  // Q is the upper tail of the normal distribution. Error 1e-8.
  static final float T0 = 0.18882129f;
  static final float T1 = 0.15197414f;
  static final float T2 = 0.09678423f;
  static final float T3 = 0.046630915f;
  static final float T4 = 0.015100872f;
  static final float T5 = 0.001881001f;
  static final float T6 = -8.775527e-4f;
  static final float T7 = -3.9210208e-4f;
  static final float T8 = 4.3664804e-5f;
  static final float T9 = 3.354909e-5f;

  private FloatMath() {}

  static float exp(float x) {
    float bounded = Math.min(Math.max(x, EXP_LOW), EXP_HIGH);
    float power = powerOfTwo(bounded);
    return scale(reducedExp(bounded, power), power);
  }

  /**
   * x times the normal distribution function of x. Written with the upper tail at u = |x|, which is
   * erfc(u / sqrt 2) / 2, so that nothing cancels for negative x; the scale is applied last so that
   * subnormal results are rounded once.
   */
  static float gelu(float x) {
    float u = Math.min(Math.abs(x), TAIL_END);
    float square = u * u;
    float squareRest = Math.fma(u, u, -square);
    float exponent = square * -0.5f;
    float power = powerOfTwo(exponent);
    float tail = scaledTail(u) * Math.fma(squareRest, -0.5f, 1f) * reducedExp(exponent, power);
    if (x < 0) {
      // The added zero turns negative infinity into NaN, as PyTorch does.
      return Math.fma(x, 0f, scale(-u * tail, power));
    }
    return x * (1f - scale(tail, power));
  }

  /** The integer nearest to x / ln 2, plus ROUNDER. */
  private static float powerOfTwo(float x) {
    return Math.fma(x, LOG2_E, ROUNDER);
  }

  /** e^x / 2^n, where n = power - ROUNDER. */
  private static float reducedExp(float x, float power) {
    float n = power - ROUNDER;
    float r = Math.fma(n, -LN_2_REST, Math.fma(n, -LN_2, x));
    float p = Math.fma(E6, r, E5);
    p = Math.fma(p, r, E4);
    p = Math.fma(p, r, E3);
    p = Math.fma(p, r, E2);
    p = Math.fma(p, r, 1f);
    return Math.fma(p, r, 1f);
  }

  /** x * 2^n in two steps, neither of which overflows before the result does. */
  private static float scale(float x, float power) {
    int n = Float.floatToRawIntBits(power) - ROUNDER_BITS;
    int half = n >> 1;
    return x * twoToThe(half) * twoToThe(n - half);
  }

  private static float twoToThe(int n) {
    return Float.intBitsToFloat((n + EXPONENT_BIAS) << MANTISSA_BITS);
  }

  /** The upper tail of the normal distribution at u, times e^(u^2 / 2). */
  private static float scaledTail(float u) {
    float s = 1f / Math.fma(u, 0.25f, 1f);
    float t = Math.fma(s, 2f, -1f);
    float p = Math.fma(T9, t, T8);
    p = Math.fma(p, t, T7);
    p = Math.fma(p, t, T6);
    p = Math.fma(p, t, T5);
    p = Math.fma(p, t, T4);
    p = Math.fma(p, t, T3);
    p = Math.fma(p, t, T2);
    p = Math.fma(p, t, T1);
    p = Math.fma(p, t, T0);
    return p * s;
  }
}
