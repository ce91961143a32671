package dev.tilescope.ops.internal.elementwise;

import static dev.tilescope.ops.internal.elementwise.BinaryOperations.binary;

import dev.tilescope.ops.internal.elementwise.BinaryOperations.BinaryArguments;
import dev.tilescope.ops.internal.kernel.BinaryKind;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Tensor;

/**
 * Comparisons, answered by 1 and 0 in the type of the first input, and functions of bits and
 * integers. Long because the list of names is; how they run is in {@link BinaryOperations}.
 */
public final class ComparisonOperations {
  private ComparisonOperations() {}

  public static final Operation<BinaryArguments, Tensor> EQ = binary(BinaryKind.EQ);
  public static final Operation<BinaryArguments, Tensor> NE = binary(BinaryKind.NE);
  public static final Operation<BinaryArguments, Tensor> LT = binary(BinaryKind.LT);
  public static final Operation<BinaryArguments, Tensor> LE = binary(BinaryKind.LE);
  public static final Operation<BinaryArguments, Tensor> GT = binary(BinaryKind.GT);
  public static final Operation<BinaryArguments, Tensor> GE = binary(BinaryKind.GE);
  public static final Operation<BinaryArguments, Tensor> LOGICAL_AND =
      binary(BinaryKind.LOGICAL_AND);
  public static final Operation<BinaryArguments, Tensor> LOGICAL_OR = binary(BinaryKind.LOGICAL_OR);
  public static final Operation<BinaryArguments, Tensor> LOGICAL_XOR =
      binary(BinaryKind.LOGICAL_XOR);
  public static final Operation<BinaryArguments, Tensor> BITWISE_AND =
      binary(BinaryKind.BITWISE_AND);
  public static final Operation<BinaryArguments, Tensor> BITWISE_OR = binary(BinaryKind.BITWISE_OR);
  public static final Operation<BinaryArguments, Tensor> BITWISE_XOR =
      binary(BinaryKind.BITWISE_XOR);
  public static final Operation<BinaryArguments, Tensor> LOGICAL_RIGHT_SHIFT =
      binary(BinaryKind.LOGICAL_RIGHT_SHIFT);
  public static final Operation<BinaryArguments, Tensor> GCD = binary(BinaryKind.GCD);
  public static final Operation<BinaryArguments, Tensor> LCM = binary(BinaryKind.LCM);
  public static final Operation<BinaryArguments, Tensor> BITWISE_LEFT_SHIFT =
      binary("bitwise_left_shift", BinaryKind.LEFT_SHIFT);
  public static final Operation<BinaryArguments, Tensor> LOGICAL_LEFT_SHIFT =
      binary("logical_left_shift", BinaryKind.LEFT_SHIFT);
  public static final Operation<BinaryArguments, Tensor> BITWISE_RIGHT_SHIFT =
      binary("bitwise_right_shift", BinaryKind.RIGHT_SHIFT);
}
