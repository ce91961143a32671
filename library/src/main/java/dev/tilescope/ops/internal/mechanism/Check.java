package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** The checks that operations share: each names the argument, what it got and what it takes. */
public final class Check {
  private static final List<DataType> COMPUTED_FLOATS =
      List.of(DataType.BFLOAT16, DataType.FLOAT32, DataType.BFLOAT8_B, DataType.BFLOAT4_B);

  private Check() {}

  public static void that(boolean holds, String message, Object... values) {
    if (!holds) {
      throw failed(message, values);
    }
  }

  public static TilescopeException failed(String message, Object... values) {
    return new TilescopeException(message.formatted(values));
  }

  public static void layout(String argument, Tensor tensor, Layout expected) {
    that(
        tensor.layout() == expected,
        "%s: the operation takes %s, got %s; convert it with Ttnn.toLayout",
        argument,
        expected,
        tensor.layout());
  }

  public static void floats(String argument, Tensor tensor) {
    dtype(argument, tensor, COMPUTED_FLOATS);
  }

  public static void dtype(String argument, Tensor tensor, List<DataType> accepted) {
    that(
        accepted.contains(tensor.dtype()),
        "%s: the operation takes %s, got %s; convert it with Ttnn.typecast",
        argument,
        Arrays.toString(accepted.toArray()),
        tensor.dtype());
  }

  /** That a number can be an element of a type, perhaps after its fraction is cut. */
  public static void holds(String argument, DataType dtype, double value) {
    if (!dtype.isFloat()) {
      long least = Rounding.least(dtype);
      long most = Rounding.most(dtype);
      that(
          value > least - 1 && value < most + 1,
          "%s: %s holds %d to %d, got %s",
          argument,
          dtype,
          least,
          most,
          value);
    }
  }

  /** Operations that move elements convert between floating-point types at most. */
  public static void sameKind(String argument, DataType from, DataType to) {
    that(
        from == to || (from.isFloat() && to.isFloat()),
        "%s: %s can be written as itself%s, got %s; convert it with Ttnn.typecast",
        argument,
        from,
        from.isFloat() ? " or as another floating-point type" : "",
        to);
  }

  /** That a tensor can take a result. */
  public static void target(String argument, Tensor into, TensorSpec result) {
    that(
        into.spec().equals(result),
        "%s: the result is %s %s %s in %s, got %s %s %s in %s",
        argument,
        result.shape(),
        result.dtype(),
        result.layout(),
        result.memoryConfig(),
        into.shape(),
        into.dtype(),
        into.layout(),
        into.memoryConfig());
  }

  /** That a result is not written over what it is read from. */
  public static void separate(String argument, Tensor into, Tensor input) {
    that(
        into.buffer() != input.buffer(),
        "%s: the input is read while the result is written, so it needs a tensor of its own",
        argument);
  }

  public static void rankAtLeast(String argument, Tensor tensor, int rank) {
    that(
        tensor.shape().rank() >= rank,
        "%s: rank %d or more is needed, got %s",
        argument,
        rank,
        tensor.shape());
  }

  public static void rankIs(String argument, Tensor tensor, int rank) {
    that(
        tensor.shape().rank() == rank,
        "%s: rank %d is needed, got %s",
        argument,
        rank,
        tensor.shape());
  }

  public static void atLeast(String argument, int value, int least) {
    that(value >= least, "%s: it must be >= %d, got %d", argument, least, value);
  }

  public static void interleaved(String argument, MemoryConfig memory) {
    that(
        !memory.isSharded(),
        "%s: the operation takes INTERLEAVED, got %s; convert with Ttnn.toMemoryConfig",
        argument,
        memory.memoryLayout());
  }
}
