package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Tile;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tensor argument of a device operation.
 *
 * @param isList whether it stands for any number of tensors, at least one; only the last may
 * @param dtypes those it takes; empty for any
 * @param layout the one it takes; null for either
 * @param anyTile whether its tiles may be smaller than 32x32
 */
public record Input(
    String name,
    boolean isOptional,
    boolean isList,
    List<DataType> dtypes,
    @Nullable Layout layout,
    boolean anyTile) {
  public static final List<DataType> FLOATS =
      List.of(DataType.BFLOAT16, DataType.FLOAT32, DataType.BFLOAT8_B, DataType.BFLOAT4_B);
  public static final List<DataType> INTEGERS =
      List.of(DataType.UINT32, DataType.INT32, DataType.UINT16, DataType.UINT8);

  public static Input of(String name) {
    return new Input(name, false, false, List.of(), null, false);
  }

  public static Input optional(String name) {
    return new Input(name, true, false, List.of(), null, false);
  }

  public static Input list(String name) {
    return new Input(name, false, true, List.of(), null, false);
  }

  public Input dtypes(List<DataType> accepted) {
    return new Input(name, isOptional, isList, accepted, layout, anyTile);
  }

  public Input floats() {
    return dtypes(FLOATS);
  }

  public Input in(Layout accepted) {
    return new Input(name, isOptional, isList, dtypes, accepted, anyTile);
  }

  public Input ofAnyTile() {
    return new Input(name, isOptional, isList, dtypes, layout, true);
  }

  public void check(Tensor tensor) {
    if (layout != null) {
      Check.layout(name, tensor, layout);
    }
    Check.that(
        tensor.dtype() != DataType.INT8,
        "%s: tensors of %s are kept and converted on the host, and no program of the device takes"
            + " them; convert it with Ttnn.toDtype",
        name,
        DataType.INT8);
    if (!dtypes.isEmpty()) {
      Check.dtype(name, tensor, dtypes);
    }
    if (!anyTile && tensor.layout() == Layout.TILE) {
      Tile tile = tensor.spec().tile();
      Check.that(
          tile.isDefault(),
          "%s: the operation takes tiles of 32x32, got %dx%d",
          name,
          tile.height(),
          tile.width());
    }
  }
}
