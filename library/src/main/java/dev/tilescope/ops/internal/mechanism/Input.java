package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tensor argument of a device operation.
 *
 * @param isList whether it stands for any number of tensors, at least one; only the last may
 * @param dtypes those it takes; empty for any
 * @param layout the one it takes; null for either
 */
public record Input(
    String name,
    boolean isOptional,
    boolean isList,
    List<DataType> dtypes,
    @Nullable Layout layout) {
  public static final List<DataType> FLOATS =
      List.of(DataType.BFLOAT16, DataType.FLOAT32, DataType.BFLOAT8_B, DataType.BFLOAT4_B);
  public static final List<DataType> INTEGERS =
      List.of(DataType.UINT32, DataType.INT32, DataType.UINT16, DataType.UINT8);

  public static Input of(String name) {
    return new Input(name, false, false, List.of(), null);
  }

  public static Input optional(String name) {
    return new Input(name, true, false, List.of(), null);
  }

  public static Input list(String name) {
    return new Input(name, false, true, List.of(), null);
  }

  public Input dtypes(List<DataType> accepted) {
    return new Input(name, isOptional, isList, accepted, layout);
  }

  public Input floats() {
    return dtypes(FLOATS);
  }

  public Input in(Layout accepted) {
    return new Input(name, isOptional, isList, dtypes, accepted);
  }

  public void check(Tensor tensor) {
    if (layout != null) {
      Check.layout(name, tensor, layout);
    }
    if (!dtypes.isEmpty()) {
      Check.dtype(name, tensor, dtypes);
    }
  }
}
