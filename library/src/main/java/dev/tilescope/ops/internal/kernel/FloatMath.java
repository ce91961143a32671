package dev.tilescope.ops.internal.kernel;

/**
 * The transcendental functions that networks spend their time in, of one float: within two units in
 * the last place for exp, four for log, tanh, erf, erfc, sigmoid and silu, and 1e-6 relative for
 * GELU, negative tail included. {@link VectorMath} and {@link VectorExponentials} repeat these
 * steps lane by lane; change both together.
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

  // Beyond these tanh and erf are one in float.
  static final float TANH_END = 10f;
  static final float ERF_END = 4f;

  // Minimax fit of erf(x) / x - 1 in x^2 for |x| <= 1, error 1.2e-9.
  static final float R0 = 0.12837917f;
  static final float R1 = -0.37612626f;
  static final float R2 = 0.112835854f;
  static final float R3 = -0.026853813f;
  static final float R4 = 0.0051883277f;
  static final float R5 = -8.0101937e-4f;
  static final float R6 = 7.8538615e-5f;

  // erfc and the scaled tail meet here; below, 1 - erf loses nothing.
  private static final float ERFC_SWITCH = 0.5f;
  static final float SQRT_2 = 1.4142135f;

  // Minimax fit of (log(1 + f) - f + f^2 / 2) / f^3 for sqrt(1/2) <= 1 + f < sqrt(2), error 6e-9.
  static final float L0 = 0.3333333f;
  static final float L1 = -0.2500082f;
  static final float L2 = 0.20001227f;
  static final float L3 = -0.16623357f;
  static final float L4 = 0.14201757f;
  static final float L5 = -0.13160183f;
  static final float L6 = 0.12761576f;
  static final float L7 = -0.07634497f;
  static final int SQRT_HALF_BITS = 0x3F3504F3;

  // Subnormal numbers times 2^23 are normal.
  static final float TWO_TO_23 = 8388608f;

  // Twice sqrt(2 / pi), and that times 0.044715.
  static final float GELU_LINEAR = 1.595769f;
  static final float GELU_CUBIC = 0.07135481f;

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

  /** {@code x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2}, whose tanh is a sigmoid. */
  static float geluApprox(float x) {
    return x / (1f + exp(x * Math.fma(x * x, -GELU_CUBIC, -GELU_LINEAR)));
  }

  static float sigmoid(float x) {
    return 1f / (1f + exp(-x));
  }

  static float silu(float x) {
    return x / (1f + exp(-x));
  }

  /** {@code e / (e + 2)} where e = exp(2 |x|) - 1 keeps its relative error down to zero. */
  static float tanh(float x) {
    float doubled = 2f * Math.min(Math.abs(x), TANH_END);
    float power = powerOfTwo(doubled);
    float scale = twoToThe(Float.floatToRawIntBits(power) - ROUNDER_BITS);
    float e = Math.fma(scale, reducedExpm1(doubled, power), scale - 1f);
    return Math.copySign(e / (e + 2f), x);
  }

  static float erf(float x) {
    float u = Math.min(Math.abs(x), ERF_END);
    float square = u * u;
    float power = powerOfTwo(-square);
    float scale = twoToThe(Float.floatToRawIntBits(power) - ROUNDER_BITS);
    float tail = scaledTail(u * SQRT_2) * reducedExp(-square, power) * scale;
    float near = Math.fma(u, erfRatio(square), u);
    return Math.copySign(u < 1f ? near : Math.fma(tail, -2f, 1f), x);
  }

  static float erfc(float x) {
    if (x < ERFC_SWITCH) {
      return 1f - erf(x);
    }
    float u = Math.min(x, TAIL_END / SQRT_2);
    float square = u * u;
    float squareRest = Math.fma(u, u, -square);
    float power = powerOfTwo(-square);
    float tail = scaledTail(u * SQRT_2) * (1f - squareRest) * reducedExp(-square, power);
    return scale(2f * tail, power);
  }

  static float log(float x) {
    boolean subnormal = x < Float.MIN_NORMAL;
    int bits = Float.floatToRawIntBits(subnormal ? x * TWO_TO_23 : x);
    int power = (bits - SQRT_HALF_BITS) >> MANTISSA_BITS;
    float f = Float.intBitsToFloat(bits - (power << MANTISSA_BITS)) - 1f;
    float n = subnormal ? power - 23f : power;
    float square = f * f;
    float rest = Math.fma(n, LN_2_REST, square * f * logRest(f));
    float near = f + Math.fma(square, -0.5f, rest);
    return x > 0 && x < Float.POSITIVE_INFINITY ? Math.fma(n, LN_2, near) : logOfSpecial(x);
  }

  private static float logOfSpecial(float x) {
    return x == 0 ? Float.NEGATIVE_INFINITY : x > 0 ? x : Float.NaN;
  }

  /** The integer nearest to x / ln 2, plus ROUNDER. */
  private static float powerOfTwo(float x) {
    return Math.fma(x, LOG2_E, ROUNDER);
  }

  /** e^x / 2^n, where n = power - ROUNDER. */
  private static float reducedExp(float x, float power) {
    float r = remainder(x, power);
    float p = Math.fma(expRest(r), r, 1f);
    return Math.fma(p, r, 1f);
  }

  /** e^(x - n ln 2) - 1. */
  private static float reducedExpm1(float x, float power) {
    float r = remainder(x, power);
    return Math.fma(expRest(r) * r, r, r);
  }

  private static float remainder(float x, float power) {
    float n = power - ROUNDER;
    return Math.fma(n, -LN_2_REST, Math.fma(n, -LN_2, x));
  }

  private static float expRest(float r) {
    float p = Math.fma(E6, r, E5);
    p = Math.fma(p, r, E4);
    p = Math.fma(p, r, E3);
    return Math.fma(p, r, E2);
  }

  private static float erfRatio(float square) {
    float p = Math.fma(R6, square, R5);
    p = Math.fma(p, square, R4);
    p = Math.fma(p, square, R3);
    p = Math.fma(p, square, R2);
    p = Math.fma(p, square, R1);
    return Math.fma(p, square, R0);
  }

  private static float logRest(float f) {
    float p = Math.fma(L7, f, L6);
    p = Math.fma(p, f, L5);
    p = Math.fma(p, f, L4);
    p = Math.fma(p, f, L3);
    p = Math.fma(p, f, L2);
    p = Math.fma(p, f, L1);
    return Math.fma(p, f, L0);
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
