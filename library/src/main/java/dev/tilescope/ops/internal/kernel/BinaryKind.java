package dev.tilescope.ops.internal.kernel;

/**
 * Functions of two elements. Their definitions are the lines of {@link FloatBinary} and {@link
 * IntBinary}; {@link VectorBinary} has faster loops with the same results for some. Special values
 * go through them as through PyTorch's functions of the same names.
 */
public enum BinaryKind {
  ADD(Numbers.BOTH),
  SUBTRACT(Numbers.BOTH),
  MULTIPLY(Numbers.BOTH),
  /** Not of integers: TT-NN divides those as floats. */
  DIVIDE,
  /** b - a. */
  RSUB(Numbers.BOTH),
  SQUARED_DIFFERENCE(Numbers.BOTH),
  MINIMUM(Numbers.BOTH),
  MAXIMUM(Numbers.BOTH),

  // Questions, answered by 1 and 0.
  EQ(Numbers.BOTH),
  NE(Numbers.BOTH),
  LT(Numbers.BOTH),
  LE(Numbers.BOTH),
  GT(Numbers.BOTH),
  GE(Numbers.BOTH),
  LOGICAL_AND(Numbers.BOTH),
  LOGICAL_OR(Numbers.BOTH),
  LOGICAL_XOR(Numbers.BOTH),

  /** Of integers: wrapping, and 0 for negative powers but those of 1 and -1. */
  POW(Numbers.BOTH),
  /** With the sign of b, as in Python; of integers a where b is 0. */
  REMAINDER(Numbers.BOTH),
  /** With the sign of a, as in C; of integers a where b is 0. */
  FMOD(Numbers.BOTH),
  /** Rounded down; of integers all bits set where b is 0. */
  FLOOR_DIV(Numbers.BOTH),
  /** Rounded towards 0; all bits set where b is 0. */
  TRUNC_DIV(Numbers.INTEGERS),
  /** a / b, but 0 where b is 0. */
  DIV_NO_NAN,
  /** a times two to the b. */
  LDEXP,
  LOGADDEXP,
  LOGADDEXP2,
  /** GELU of a + b. */
  BIAS_GELU,
  HYPOT,
  ATAN2,
  XLOGY,
  NEXTAFTER,
  /** a, but a times b where a is not positive. */
  PRELU,

  BITWISE_AND(Numbers.INTEGERS),
  BITWISE_OR(Numbers.INTEGERS),
  BITWISE_XOR(Numbers.INTEGERS),
  /** By 32 and more, or by a negative number: 0. */
  LEFT_SHIFT(Numbers.INTEGERS),
  /** Keeps the sign of signed integers; by 32 and more, or less than 0, nothing else is left. */
  RIGHT_SHIFT(Numbers.INTEGERS),
  /** Shifts in zeros. */
  LOGICAL_RIGHT_SHIFT(Numbers.INTEGERS),
  GCD(Numbers.INTEGERS),
  LCM(Numbers.INTEGERS);

  private final Numbers numbers;

  BinaryKind() {
    this(Numbers.FLOATS);
  }

  BinaryKind(Numbers numbers) {
    this.numbers = numbers;
  }

  /** Whether floats have this function. */
  public boolean onFloats() {
    return numbers != Numbers.INTEGERS;
  }

  /** Whether integers have this function. */
  public boolean onIntegers() {
    return numbers != Numbers.FLOATS;
  }
}
