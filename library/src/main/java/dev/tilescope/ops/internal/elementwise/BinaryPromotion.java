package dev.tilescope.ops.internal.elementwise;

import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.ops.internal.conversion.TypecastOperations;
import dev.tilescope.ops.internal.kernel.BinaryKind;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * What TT-NN makes of operands that do not fit each other before it computes, by operations of
 * their own: comparisons of UINT8 are made in UINT16, integers of 32 bits join floating-point
 * factors and divisors, and a row-major operand joins tiles.
 */
final class BinaryPromotion {
  private BinaryPromotion() {}

  static boolean compares(BinaryKind kind) {
    return switch (kind) {
      case EQ, NE, LT, LE, GT, GE -> true;
      default -> false;
    };
  }

  static Tensor first(BinaryKind kind, Tensor a, @Nullable Tensor b) {
    return promoted(kind, a, b);
  }

  /**
   * @param a as {@link #first} made it
   */
  static Tensor second(BinaryKind kind, Tensor a, Tensor b) {
    return promoted(kind, b, a);
  }

  private static Tensor promoted(BinaryKind kind, Tensor tensor, @Nullable Tensor other) {
    DataType target = type(kind, tensor.dtype(), other == null ? null : other.dtype());
    boolean typed = target == tensor.dtype();
    boolean tilize =
        other != null && other.layout() == Layout.TILE && tensor.layout() != Layout.TILE;
    if (typed && !tilize) {
      return tensor;
    }
    return Temporaries.through(
        tensor,
        when(!typed, t -> TypecastOperations.typecast(t, target)),
        when(tilize, t -> MovementSteps.toLayout(t, Layout.TILE)));
  }

  private static DataType type(BinaryKind kind, DataType own, @Nullable DataType other) {
    if (compares(kind) && own == DataType.UINT8) {
      return DataType.UINT16;
    }
    boolean joins = kind == BinaryKind.MULTIPLY || kind == BinaryKind.DIVIDE;
    boolean isWide = own == DataType.INT32 || own == DataType.UINT32;
    if (joins && isWide && other != null && other.isFloat()) {
      return other == DataType.FLOAT32 ? DataType.FLOAT32 : DataType.BFLOAT16;
    }
    return own;
  }
}
