package dev.tilescope.ops.internal.kernel;

/**
 * Functions of one element, some with one or two parameters p and q. Their definitions are the
 * lines of {@link FloatUnary} and {@link IntUnary}; {@link VectorUnary} has a faster loop with the
 * same result for some.
 *
 * <p>Special values go through them as through PyTorch's functions of the same names.
 */
public enum UnaryKind {
  IDENTITY(Numbers.BOTH),
  /** p everywhere. */
  FILL(Numbers.BOTH, 0f),

  ABS(Numbers.BOTH),
  NEG(Numbers.BOTH),
  SIGN(Numbers.BOTH),
  SQUARE(Numbers.BOTH),
  RECIPROCAL,
  SQRT,
  RSQRT,
  CBRT,
  FLOOR,
  CEIL,
  /** To p decimals, ties to even. */
  ROUND(Numbers.FLOATS, 0f),
  TRUNC,
  FRAC,
  /** x to the p. */
  POWER(Numbers.FLOATS, 2f),
  /** x to the p, a small whole number, by products. */
  POWER_ITERATIVE(Numbers.FLOATS, 2f),
  /** p to the x. */
  RPOW(Numbers.FLOATS, 2f),
  /** p divided by x. */
  RDIV(Numbers.FLOATS, 1f),
  /** x + p. */
  ADD_UNARY_SFPU(Numbers.BOTH, 0f),
  /** x - p. */
  SUB_UNARY_SFPU(Numbers.BOTH, 0f),
  /** x times p. */
  MUL_UNARY_SFPU(Numbers.BOTH, 1f),
  /** x divided by p. */
  DIV_UNARY_SFPU(Numbers.FLOATS, 1f),

  EXP,
  EXP2,
  EXPM1,
  LOG,
  LOG2,
  LOG10,
  LOG1P,
  /** Of x clamped to [p, 1 - p], or of x itself if p is negative. */
  LOGIT(Numbers.FLOATS, -1f),

  SIN,
  COS,
  TAN,
  ASIN,
  ACOS,
  ATAN,
  SINH,
  COSH,
  TANH,
  ASINH,
  ACOSH,
  ATANH,
  DEG2RAD,
  RAD2DEG,

  ERF,
  ERFC,
  ERFINV,
  LGAMMA,
  DIGAMMA,
  /** The derivative of order p of digamma, of which q is the factor p! with its sign. */
  POLYGAMMA(Numbers.FLOATS, 1f, 1f),
  I0,
  /** Of x clamped to what boards compute, 88.5 at most. */
  I1,

  RELU(Numbers.BOTH),
  RELU6(Numbers.BOTH),
  /** Relu, and no more than p. */
  RELU_MAX(Numbers.BOTH, Float.POSITIVE_INFINITY),
  /** No less than p. */
  RELU_MIN(Numbers.BOTH, 0f),
  /** At least p and at most q; q if p is greater. */
  CLAMP(Numbers.BOTH, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY),
  /** At least p and at most q. */
  HARDTANH(Numbers.FLOATS, -1f, 1f),
  HARDSIGMOID,
  HARDSWISH,
  HARDMISH,
  /** Slope p below zero. */
  LEAKY_RELU(Numbers.FLOATS, 0.01f),
  /** p is alpha. */
  ELU(Numbers.FLOATS, 1f),
  /** p is alpha. */
  CELU(Numbers.FLOATS, 1f),
  /** p is the scale, q is alpha. */
  SELU(Numbers.FLOATS, 1.050701f, 1.6732632f),
  /** p is the alpha of positive elements, q that of the others. */
  XIELU(Numbers.FLOATS, 0.8f, 0.8f),
  /** By the normal distribution function itself. */
  GELU,
  /** By PyTorch's approximation with a hyperbolic tangent. */
  GELU_APPROX,
  SIGMOID,
  LOG_SIGMOID,
  SILU,
  MISH,
  /** p is beta, q the threshold above which it is x itself. */
  SOFTPLUS(Numbers.FLOATS, 1f, 20f),
  SOFTSIGN,
  /** p times the hyperbolic tangent of x / p. */
  SOFTCAP(Numbers.FLOATS, 50f),
  /** p is lambda. */
  HARDSHRINK(Numbers.FLOATS, 0.5f),
  /** p is lambda. */
  SOFTSHRINK(Numbers.FLOATS, 0.5f),
  TANHSHRINK,
  /** x above p, else q. */
  THRESHOLD(Numbers.FLOATS, 0f, 0f),
  /** 0 below zero, p at zero, 1 above. */
  HEAVISIDE(Numbers.FLOATS, 0f),

  // Questions, answered by 1 and 0.
  LOGICAL_NOT(Numbers.BOTH),
  ISNAN,
  ISINF,
  ISPOSINF,
  ISNEGINF,
  ISFINITE,
  SIGNBIT,
  EQZ(Numbers.BOTH),
  NEZ(Numbers.BOTH),
  GTZ(Numbers.BOTH),
  GEZ(Numbers.BOTH),
  LTZ(Numbers.BOTH),
  LEZ(Numbers.BOTH),

  BITWISE_NOT(Numbers.INTEGERS);

  private final Numbers numbers;
  private final int parameters;
  private final float p;
  private final float q;

  UnaryKind() {
    this(Numbers.FLOATS);
  }

  UnaryKind(Numbers numbers) {
    this(numbers, 0, 0f, 0f);
  }

  UnaryKind(Numbers numbers, float p) {
    this(numbers, 1, p, 0f);
  }

  UnaryKind(Numbers numbers, float p, float q) {
    this(numbers, 2, p, q);
  }

  UnaryKind(Numbers numbers, int parameters, float p, float q) {
    this.numbers = numbers;
    this.parameters = parameters;
    this.p = p;
    this.q = q;
  }

  /** Whether floats have this function. */
  public boolean onFloats() {
    return numbers != Numbers.INTEGERS;
  }

  /** Whether integers have this function. */
  public boolean onIntegers() {
    return numbers != Numbers.FLOATS;
  }

  /** How many of p and q it reads. */
  public int parameters() {
    return parameters;
  }

  /** The p of a caller who does not say. */
  public float defaultP() {
    return p;
  }

  /** The q of a caller who does not say. */
  public float defaultQ() {
    return q;
  }
}
