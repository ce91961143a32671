package dev.tilescope.ops;

import dev.tilescope.ops.kernel.BinaryKind;
import dev.tilescope.tensor.Tensor;
import java.util.Map;

/**
 * Comparisons, answered by 1 and 0 in the type of the first input, and functions of bits and
 * integers. Long because the list of names is; how they run is in {@link BinaryOperations}.
 */
abstract class ComparisonOperations extends ArithmeticOperations {
  private static final Map<BinaryKind, Operation<BinaryArguments, Tensor>> FAMILY =
      declareBinary(
          BinaryKind.EQ,
          BinaryKind.NE,
          BinaryKind.LT,
          BinaryKind.LE,
          BinaryKind.GT,
          BinaryKind.GE,
          BinaryKind.LOGICAL_AND,
          BinaryKind.LOGICAL_OR,
          BinaryKind.LOGICAL_XOR,
          BinaryKind.BITWISE_AND,
          BinaryKind.BITWISE_OR,
          BinaryKind.BITWISE_XOR,
          BinaryKind.LOGICAL_RIGHT_SHIFT,
          BinaryKind.GCD,
          BinaryKind.LCM);
  private static final Operation<BinaryArguments, Tensor> BITWISE_LEFT_SHIFT_OPERATION =
      declareBinary("bitwise_left_shift", BinaryKind.LEFT_SHIFT);
  private static final Operation<BinaryArguments, Tensor> LOGICAL_LEFT_SHIFT_OPERATION =
      declareBinary("logical_left_shift", BinaryKind.LEFT_SHIFT);
  private static final Operation<BinaryArguments, Tensor> BITWISE_RIGHT_SHIFT_OPERATION =
      declareBinary("bitwise_right_shift", BinaryKind.RIGHT_SHIFT);

  /** 1 where a = b, else 0. */
  public static Tensor eq(Tensor a, Tensor b) {
    return eq(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor eq(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.EQ, a, b, options);
  }

  public static Tensor eq(Tensor a, Number b) {
    return eq(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor eq(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.EQ, a, b, options);
  }

  /** 1 where a and b differ, else 0. */
  public static Tensor ne(Tensor a, Tensor b) {
    return ne(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor ne(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.NE, a, b, options);
  }

  public static Tensor ne(Tensor a, Number b) {
    return ne(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor ne(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.NE, a, b, options);
  }

  /** 1 where a < b, else 0. */
  public static Tensor lt(Tensor a, Tensor b) {
    return lt(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor lt(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LT, a, b, options);
  }

  public static Tensor lt(Tensor a, Number b) {
    return lt(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor lt(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LT, a, b, options);
  }

  /** 1 where a <= b, else 0. */
  public static Tensor le(Tensor a, Tensor b) {
    return le(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor le(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LE, a, b, options);
  }

  public static Tensor le(Tensor a, Number b) {
    return le(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor le(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LE, a, b, options);
  }

  /** 1 where a > b, else 0. */
  public static Tensor gt(Tensor a, Tensor b) {
    return gt(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor gt(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.GT, a, b, options);
  }

  public static Tensor gt(Tensor a, Number b) {
    return gt(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor gt(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.GT, a, b, options);
  }

  /** 1 where a >= b, else 0. */
  public static Tensor ge(Tensor a, Tensor b) {
    return ge(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor ge(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.GE, a, b, options);
  }

  public static Tensor ge(Tensor a, Number b) {
    return ge(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor ge(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.GE, a, b, options);
  }

  /** 1 where neither is 0, else 0. */
  public static Tensor logicalAnd(Tensor a, Tensor b) {
    return logicalAnd(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor logicalAnd(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LOGICAL_AND, a, b, options);
  }

  public static Tensor logicalAnd(Tensor a, Number b) {
    return logicalAnd(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor logicalAnd(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LOGICAL_AND, a, b, options);
  }

  /** 1 where one is not 0, else 0. */
  public static Tensor logicalOr(Tensor a, Tensor b) {
    return logicalOr(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor logicalOr(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LOGICAL_OR, a, b, options);
  }

  public static Tensor logicalOr(Tensor a, Number b) {
    return logicalOr(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor logicalOr(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LOGICAL_OR, a, b, options);
  }

  /** 1 where one is 0 and the other is not, else 0. */
  public static Tensor logicalXor(Tensor a, Tensor b) {
    return logicalXor(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor logicalXor(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LOGICAL_XOR, a, b, options);
  }

  public static Tensor logicalXor(Tensor a, Number b) {
    return logicalXor(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor logicalXor(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LOGICAL_XOR, a, b, options);
  }

  public static Tensor bitwiseAnd(Tensor a, Tensor b) {
    return bitwiseAnd(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor bitwiseAnd(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.BITWISE_AND, a, b, options);
  }

  public static Tensor bitwiseAnd(Tensor a, Number b) {
    return bitwiseAnd(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor bitwiseAnd(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.BITWISE_AND, a, b, options);
  }

  public static Tensor bitwiseOr(Tensor a, Tensor b) {
    return bitwiseOr(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor bitwiseOr(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.BITWISE_OR, a, b, options);
  }

  public static Tensor bitwiseOr(Tensor a, Number b) {
    return bitwiseOr(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor bitwiseOr(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.BITWISE_OR, a, b, options);
  }

  public static Tensor bitwiseXor(Tensor a, Tensor b) {
    return bitwiseXor(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor bitwiseXor(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.BITWISE_XOR, a, b, options);
  }

  public static Tensor bitwiseXor(Tensor a, Number b) {
    return bitwiseXor(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor bitwiseXor(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.BITWISE_XOR, a, b, options);
  }

  /** Shifts in zeros. */
  public static Tensor logicalRightShift(Tensor a, Tensor b) {
    return logicalRightShift(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor logicalRightShift(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LOGICAL_RIGHT_SHIFT, a, b, options);
  }

  public static Tensor logicalRightShift(Tensor a, Number b) {
    return logicalRightShift(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor logicalRightShift(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LOGICAL_RIGHT_SHIFT, a, b, options);
  }

  /** The greatest common divisor. */
  public static Tensor gcd(Tensor a, Tensor b) {
    return gcd(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor gcd(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.GCD, a, b, options);
  }

  public static Tensor gcd(Tensor a, Number b) {
    return gcd(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor gcd(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.GCD, a, b, options);
  }

  /** The least common multiple. */
  public static Tensor lcm(Tensor a, Tensor b) {
    return lcm(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor lcm(Tensor a, Tensor b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LCM, a, b, options);
  }

  public static Tensor lcm(Tensor a, Number b) {
    return lcm(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor lcm(Tensor a, Number b, BinaryOptions options) {
    return callBinary(FAMILY, BinaryKind.LCM, a, b, options);
  }

  public static Tensor bitwiseLeftShift(Tensor a, Tensor b) {
    return bitwiseLeftShift(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor bitwiseLeftShift(Tensor a, Tensor b, BinaryOptions options) {
    return BITWISE_LEFT_SHIFT_OPERATION.call(new BinaryArguments(a, b, options));
  }

  public static Tensor bitwiseLeftShift(Tensor a, Number b) {
    return bitwiseLeftShift(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor bitwiseLeftShift(Tensor a, Number b, BinaryOptions options) {
    return BITWISE_LEFT_SHIFT_OPERATION.call(new BinaryArguments(a, b, options));
  }

  /** The same as {@link #bitwiseLeftShift}. */
  public static Tensor logicalLeftShift(Tensor a, Tensor b) {
    return logicalLeftShift(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor logicalLeftShift(Tensor a, Tensor b, BinaryOptions options) {
    return LOGICAL_LEFT_SHIFT_OPERATION.call(new BinaryArguments(a, b, options));
  }

  public static Tensor logicalLeftShift(Tensor a, Number b) {
    return logicalLeftShift(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor logicalLeftShift(Tensor a, Number b, BinaryOptions options) {
    return LOGICAL_LEFT_SHIFT_OPERATION.call(new BinaryArguments(a, b, options));
  }

  /** Keeps the sign. */
  public static Tensor bitwiseRightShift(Tensor a, Tensor b) {
    return bitwiseRightShift(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor bitwiseRightShift(Tensor a, Tensor b, BinaryOptions options) {
    return BITWISE_RIGHT_SHIFT_OPERATION.call(new BinaryArguments(a, b, options));
  }

  public static Tensor bitwiseRightShift(Tensor a, Number b) {
    return bitwiseRightShift(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor bitwiseRightShift(Tensor a, Number b, BinaryOptions options) {
    return BITWISE_RIGHT_SHIFT_OPERATION.call(new BinaryArguments(a, b, options));
  }
}
