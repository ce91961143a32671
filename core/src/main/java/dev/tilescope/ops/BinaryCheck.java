package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.ops.BinaryOperations.BinaryParams;
import dev.tilescope.ops.kernel.BinaryKind;
import dev.tilescope.tensor.Tensor;
import java.util.Locale;

/** What binary operations refuse. */
final class BinaryCheck {
  private BinaryCheck() {}

  static void check(Call<BinaryParams> call) {
    checkTypes(call);
    if (call.has(1)) {
      checkSecond(call.params().binaryOpType(), call.input(0), call.input(1));
      UnaryChain.check("input_tensor_b", call.input(1), call.params().rhsActivations());
    }
    UnaryChain.check("input_tensor_a", call.input(0), call.params().lhsActivations());
    UnaryChain.check("dtype", call.params().dtype(), call.params().postActivations());
    checkScalar(call.params(), call.spec(0).dtype());
    Check.that(
        BinaryValues.shape(call).rank() > 0,
        "input_tensor_a: rank 1 or more is needed, got rank 0");
  }

  /** For the older form: equal types, layouts and shapes. */
  static void checkAlike(Call<BinaryParams> call) {
    requireType(call.input(0), call.input(1));
    check(call);
    Check.that(
        call.spec(0).shape().equals(call.spec(1).shape()),
        "input_tensor_b: shape must be that of input_tensor_a, %s, got %s",
        call.spec(0).shape(),
        call.spec(1).shape());
  }

  private static void checkTypes(Call<BinaryParams> call) {
    Tensor a = call.input(0);
    BinaryKind kind = call.params().binaryOpType();
    DataType out = call.params().dtype();
    if (!(kind.onIntegers() && kind.onFloats()) && kind != BinaryKind.DIVIDE) {
      Check.dtype("input_tensor_a", a, kind.onFloats() ? Input.FLOATS : Input.INTEGERS);
    }
    Check.that(
        out.isFloat() || !a.dtype().isFloat(),
        "dtype: a result of floating-point inputs cannot be %s; typecast it afterwards",
        out);
    Check.that(
        out.isFloat() || kind != BinaryKind.DIVIDE,
        "dtype: a quotient needs a floating-point type, got %s; typecast it afterwards",
        out);
    Check.that(
        !out.isFloat() || kind.onFloats(),
        "dtype: the result of %s is of an integer type, got %s; typecast it afterwards",
        kind.name().toLowerCase(Locale.ROOT),
        out);
  }

  private static void checkSecond(BinaryKind kind, Tensor a, Tensor b) {
    if (!(mixesFloats(kind) && a.dtype().isFloat() && b.dtype().isFloat())) {
      requireType(a, b);
    }
    Check.that(
        a.layout() == b.layout(),
        "input_tensor_b: layout must be that of input_tensor_a, %s, got %s; use Ttnn.toLayout",
        a.layout(),
        b.layout());
  }

  private static void requireType(Tensor a, Tensor b) {
    Check.that(
        a.dtype() == b.dtype(),
        "input_tensor_b: dtype must be that of input_tensor_a, %s, got %s; use Ttnn.typecast",
        a.dtype(),
        b.dtype());
  }

  /** Whether floating-point operands may have different types. */
  private static boolean mixesFloats(BinaryKind kind) {
    return switch (kind) {
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, RSUB, SQUARED_DIFFERENCE -> true;
      case LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR -> true;
      default -> BinaryPromotion.compares(kind);
    };
  }

  /**
   * Integers wrap in sums and products, so a scalar of either sign has a place there; elsewhere it
   * must be a number of the type. A fraction has no place.
   */
  private static void checkScalar(BinaryParams params, DataType dtype) {
    if (params.scalar() == null || params.dtype().isFloat()) {
      return;
    }
    double scalar = params.scalar().doubleValue();
    Check.that(
        scalar == Math.rint(scalar) && scalar >= Integer.MIN_VALUE && scalar < 0x1p32,
        "scalar: a result of %s takes integers of 32 bits, got %s",
        params.dtype(),
        params.scalar());
    switch (params.binaryOpType()) {
      case ADD, SUBTRACT, MULTIPLY, RSUB, SQUARED_DIFFERENCE -> {}
      default -> Check.holds("scalar", dtype, scalar);
    }
  }
}
