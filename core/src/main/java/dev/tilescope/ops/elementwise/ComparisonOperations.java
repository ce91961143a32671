package dev.tilescope.ops.elementwise;

import dev.tilescope.ops.elementwise.BinaryOperations.BinaryArguments;
import dev.tilescope.ops.kernel.BinaryKind;
import dev.tilescope.ops.mechanism.Operation;
import dev.tilescope.tensor.Tensor;

/**
 * Comparisons, answered by 1 and 0 in the type of the first input, and functions of bits and
 * integers. Long because the list of names is; how they run is in {@link BinaryOperations}.
 */
public final class ComparisonOperations {
  private ComparisonOperations() {}

  public static final Operation<BinaryArguments, Tensor> EQ =
      BinaryOperations.binary(BinaryKind.EQ);
  public static final Operation<BinaryArguments, Tensor> NE =
      BinaryOperations.binary(BinaryKind.NE);
  public static final Operation<BinaryArguments, Tensor> LT =
      BinaryOperations.binary(BinaryKind.LT);
  public static final Operation<BinaryArguments, Tensor> LE =
      BinaryOperations.binary(BinaryKind.LE);
  public static final Operation<BinaryArguments, Tensor> GT =
      BinaryOperations.binary(BinaryKind.GT);
  public static final Operation<BinaryArguments, Tensor> GE =
      BinaryOperations.binary(BinaryKind.GE);
  public static final Operation<BinaryArguments, Tensor> LOGICAL_AND =
      BinaryOperations.binary(BinaryKind.LOGICAL_AND);
  public static final Operation<BinaryArguments, Tensor> LOGICAL_OR =
      BinaryOperations.binary(BinaryKind.LOGICAL_OR);
  public static final Operation<BinaryArguments, Tensor> LOGICAL_XOR =
      BinaryOperations.binary(BinaryKind.LOGICAL_XOR);
  public static final Operation<BinaryArguments, Tensor> BITWISE_AND =
      BinaryOperations.binary(BinaryKind.BITWISE_AND);
  public static final Operation<BinaryArguments, Tensor> BITWISE_OR =
      BinaryOperations.binary(BinaryKind.BITWISE_OR);
  public static final Operation<BinaryArguments, Tensor> BITWISE_XOR =
      BinaryOperations.binary(BinaryKind.BITWISE_XOR);
  public static final Operation<BinaryArguments, Tensor> LOGICAL_RIGHT_SHIFT =
      BinaryOperations.binary(BinaryKind.LOGICAL_RIGHT_SHIFT);
  public static final Operation<BinaryArguments, Tensor> GCD =
      BinaryOperations.binary(BinaryKind.GCD);
  public static final Operation<BinaryArguments, Tensor> LCM =
      BinaryOperations.binary(BinaryKind.LCM);
  public static final Operation<BinaryArguments, Tensor> BITWISE_LEFT_SHIFT_OPERATION =
      BinaryOperations.binary("bitwise_left_shift", BinaryKind.LEFT_SHIFT);
  public static final Operation<BinaryArguments, Tensor> LOGICAL_LEFT_SHIFT_OPERATION =
      BinaryOperations.binary("logical_left_shift", BinaryKind.LEFT_SHIFT);
  public static final Operation<BinaryArguments, Tensor> BITWISE_RIGHT_SHIFT_OPERATION =
      BinaryOperations.binary("bitwise_right_shift", BinaryKind.RIGHT_SHIFT);
}
