package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** The checks that operations share: each names the argument, what it got and what it takes. */
final class Check {
  private static final List<DataType> COMPUTED_FLOATS =
      List.of(DataType.BFLOAT16, DataType.FLOAT32, DataType.BFLOAT8_B, DataType.BFLOAT4_B);

  private Check() {}

  static void that(boolean holds, String message, Object... values) {
    if (!holds) {
      throw new TilescopeException(message.formatted(values));
    }
  }

  static void layout(String argument, Tensor tensor, Layout expected) {
    that(
        tensor.layout() == expected,
        "%s: the operation takes %s, got %s; convert it with Ttnn.toLayout",
        argument,
        expected,
        tensor.layout());
  }

  static void floats(String argument, Tensor tensor) {
    dtype(argument, tensor, COMPUTED_FLOATS);
  }

  static void dtype(String argument, Tensor tensor, List<DataType> accepted) {
    that(
        accepted.contains(tensor.dtype()),
        "%s: the operation takes %s, got %s; convert it with Ttnn.typecast",
        argument,
        Arrays.toString(accepted.toArray()),
        tensor.dtype());
  }

  static void rankAtLeast(String argument, Tensor tensor, int rank) {
    that(
        tensor.shape().rank() >= rank,
        "%s: rank %d or more is needed, got %s",
        argument,
        rank,
        tensor.shape());
  }
}
