package dev.tilescope.ops.internal.elementwise;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.elementwise.BinaryOperations.BinaryParams;
import dev.tilescope.ops.internal.kernel.BinaryKind;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What binary operations refuse. */
public final class BinaryCheck {
  private static final int MAX_BROADCAST_RANK = 6;
  private static final List<DataType> INT32_ONLY = List.of(DataType.INT32);
  private static final List<DataType> BITS_32 = List.of(DataType.UINT32, DataType.INT32);
  private static final List<DataType> BITS =
      List.of(DataType.UINT32, DataType.UINT16, DataType.INT32);
  private static final List<DataType> FLOATS_AND_INT32 = join(Input.FLOATS, INT32_ONLY);
  private static final List<DataType> FLOATS_AND_32_BITS = join(Input.FLOATS, BITS_32);
  private static final List<DataType> ARITHMETIC = join(Input.FLOATS, BITS);
  private static final List<DataType> ANY = join(Input.FLOATS, Input.INTEGERS);

  private BinaryCheck() {}

  private static List<DataType> join(List<DataType> some, List<DataType> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  static void check(Call<BinaryParams> call) {
    checkTypes(call);
    if (call.has(1)) {
      checkSecond(call.params().binaryOpType(), call.input(0), call.input(1));
      UnaryChain.check("input_tensor_b", call.input(1), call.params().rhsActivations());
    }
    UnaryChain.check("input_tensor_a", call.input(0), call.params().lhsActivations());
    UnaryChain.check("dtype", BinaryValues.computed(call), call.params().postActivations());
    checkScalar(call.params(), call.spec(0).dtype());
    for (int i = 0; i < 2; i++) {
      if (call.has(i)) {
        checkShards(call.spec(i));
      }
    }
  }

  /** TT-NN makes tiles of rows that are in shards ({@code binary.cpp}), which shards must hold. */
  private static void checkShards(TensorSpec spec) {
    ShardSpec shards = spec.memoryConfig().shardSpec();
    if (shards == null || spec.layout() == Layout.TILE) {
      return;
    }
    Check.that(
        shards.height() % TensorSpec.TILE_SIDE == 0 && shards.width() % TensorSpec.TILE_SIDE == 0,
        "Physical shard shape of rows must be tile [%d, %d] sized, got %s",
        TensorSpec.TILE_SIDE,
        TensorSpec.TILE_SIDE,
        shards);
  }

  /** A result in rows is written over the first input, or to a new tensor. */
  static void target(@Nullable Tensor into, Tensor a, @Nullable Tensor b) {
    boolean isRows =
        a.layout() == Layout.ROW_MAJOR && (b == null || b.layout() == Layout.ROW_MAJOR);
    Check.that(
        into == null || into.buffer() == a.buffer() || !isRows,
        "Optional output tensor with Row Major input is not supported right now for Elementwise"
            + " operations; leave output_tensor out, or convert the inputs with Ttnn.toLayout");
  }

  /** For the older form: equal types, layouts and shapes. */
  static void checkAlike(Call<BinaryParams> call) {
    requireType(call.params().binaryOpType(), call.input(0), call.input(1));
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
    requireTaken("A", kind.name(), a, taken(kind, call.has(1)));
    if (call.has(1)) {
      requireTaken("B", kind.name(), call.input(1), taken(kind, true));
    }
    Check.that(
        !a.dtype().isFloat() || out != DataType.UINT8,
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

  /**
   * The types that boards compute a function in.
   *
   * @param ofTensors rather than of a tensor and a number, for which some have other programs
   */
  public static List<DataType> taken(BinaryKind kind, boolean ofTensors) {
    return switch (kind) {
      case ADD, SUBTRACT, MULTIPLY, RSUB, SQUARED_DIFFERENCE -> ARITHMETIC;
      case LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR -> ARITHMETIC;
      case EQ, NE, LT, LE, GT, GE -> ANY;
      case FLOOR_DIV -> ofTensors ? FLOATS_AND_INT32 : ANY;
      case REMAINDER, MAXIMUM, MINIMUM -> FLOATS_AND_32_BITS;
      case DIVIDE, FMOD -> FLOATS_AND_INT32;
      case BITWISE_AND, BITWISE_OR, BITWISE_XOR, LEFT_SHIFT, RIGHT_SHIFT -> BITS;
      case LOGICAL_RIGHT_SHIFT -> BITS_32;
      case GCD, LCM, TRUNC_DIV -> INT32_ONLY;
      case POW -> ofTensors ? Input.FLOATS : ANY;
      case DIV_NO_NAN, LDEXP, LOGADDEXP, LOGADDEXP2, BIAS_GELU -> Input.FLOATS;
      case HYPOT, ATAN2, XLOGY, NEXTAFTER, PRELU -> Input.FLOATS;
    };
  }

  /** Beyond six dimensions, a board's programs read both operands alike. */
  static void checkRank(Tensor a, Tensor b) {
    int rank = Math.max(a.shape().rank(), b.shape().rank());
    for (int i = MAX_BROADCAST_RANK + 1; i <= rank; i++) {
      int left = i <= a.shape().rank() ? a.shape().dim(-i) : 1;
      int right = i <= b.shape().rank() ? b.shape().dim(-i) : 1;
      Check.that(
          left == right,
          "Broadcasting rule violation for rank >= %d at dimension index %d (output rank %d)."
              + " Broadcast is supported up to rank %d. dim a: %d, dim b: %d; Ttnn.repeat the"
              + " smaller tensor first",
          MAX_BROADCAST_RANK + 1,
          -i,
          rank,
          MAX_BROADCAST_RANK,
          left,
          right);
    }
  }

  private static void checkSecond(BinaryKind kind, Tensor a, Tensor b) {
    if (!(mixesFloats(kind) && a.dtype().isFloat() && b.dtype().isFloat())) {
      requireType(kind, a, b);
    }
    checkRank(a, b);
    Check.that(
        a.layout() == b.layout(),
        "input_tensor_b: layout must be that of input_tensor_a, %s, got %s; use Ttnn.toLayout",
        a.layout(),
        b.layout());
  }

  static void requireTaken(String operand, String function, Tensor tensor, List<DataType> taken) {
    Check.that(
        taken.contains(tensor.dtype()),
        "Input tensor %s dtype %s is not supported for binary operation %s, which takes %s; convert"
            + " it with Ttnn.typecast",
        operand,
        tensor.dtype(),
        function,
        taken);
  }

  private static void requireType(BinaryKind kind, Tensor a, Tensor b) {
    requireSame(kind.name(), a, b, a.dtype() == b.dtype());
  }

  static void requireSame(String function, Tensor a, Tensor b, boolean fits) {
    Check.that(
        fits,
        "Mixed dtype is not supported for binary operation %s, dtype A: %s, dtype B: %s; convert one"
            + " with Ttnn.typecast",
        function,
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
    if (params.scalar() == null || params.dtype().isFloat() || dtype.isFloat()) {
      return;
    }
    double scalar = params.scalar().doubleValue();
    Check.that(
        params.binaryOpType() != BinaryKind.REMAINDER || dtype != DataType.UINT32 || scalar > 0,
        "Divisor must be positive: scalar divides %s, got %s",
        dtype,
        params.scalar());
    Check.that(
        params.binaryOpType() != BinaryKind.REMAINDER
            || dtype != DataType.UINT32
            || !(params.scalar() instanceof Double),
        "Expected integer scalar divisor: scalar divides %s, got %s",
        dtype,
        params.scalar());
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
