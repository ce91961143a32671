package dev.tilescope.ops.options;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.Tile;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.TorchDtype;
import dev.tilescope.tensor.TorchTensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code from_torch}. */
public record FromTorchOptions(
    @Nullable DataType dtype,
    @Nullable TensorSpec spec,
    @Nullable Tile tile,
    @Nullable Float padValue,
    @Nullable Layout layout,
    @Nullable MeshDevice device,
    @Nullable MemoryConfig memoryConfig,
    @Nullable MeshMapper meshMapper,
    boolean preserveNanValues,
    boolean colTilize,
    boolean enableBfloatOpt)
    implements Options, Withers.OfFromTorchOptions {
  public static final FromTorchOptions DEFAULT =
      new FromTorchOptions(null, null, null, null, null, null, null, null, false, false, false);

  /** What an array becomes under these options; what contradicts itself is refused. */
  public TensorSpec specFor(TorchTensor tensor) {
    Check.that(!colTilize, "col_tilize: tiles that lie column by column are not modelled");
    if (spec == null) {
      DataType type = dtype == null ? inferred(tensor.dtype()) : dtype;
      return new TensorSpec(
              tensor.shape(),
              type,
              layout == null ? type.isBlockFloat() ? Layout.TILE : Layout.ROW_MAJOR : layout,
              memoryConfig == null ? MemoryConfig.DRAM : memoryConfig)
          .withTile(tile == null ? Tile.DEFAULT : tile);
    }
    requireNone("dtype", dtype);
    requireNone("layout", layout);
    requireNone("memory_config", memoryConfig);
    Check.that(
        spec.shape().equals(tensor.shape()),
        "spec: its shape must be that of the tensor, %s, got %s",
        tensor.shape(),
        spec.shape());
    return spec;
  }

  private static DataType inferred(TorchDtype from) {
    DataType type = from.inferred();
    if (type == null) {
      throw Check.failed(
          "dtype: TT-NN has no counterpart of %s; ask for a type, e.g. %s",
          from, from.isFloat() ? DataType.FLOAT32 : DataType.INT32);
    }
    return type;
  }

  private static void requireNone(String argument, @Nullable Object value) {
    if (value != null) {
      throw Check.failed("%s: the spec says it already, got %s too", argument, value);
    }
  }
}
