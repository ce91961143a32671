package dev.tilescope.ops;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.tensor.TorchDtype;
import dev.tilescope.tensor.TorchTensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code from_torch}.
 *
 * @param dtype of the result; null for TT-NN's counterpart of the array's type
 * @param spec of the result, in the place of dtype, layout and memory config
 * @param padValue what tiles are filled up with; it is traced, and no operation reads padding
 * @param layout of the result; null for ROW_MAJOR, or TILE if it is a block float
 * @param device where the result goes; null for the host
 * @param memoryConfig of the result; null for interleaved DRAM
 */
public record FromTorchOptions(
    @Nullable DataType dtype,
    @Nullable TensorSpec spec,
    @Nullable Float padValue,
    @Nullable Layout layout,
    @Nullable MeshDevice device,
    @Nullable MemoryConfig memoryConfig)
    implements Options {
  public static final FromTorchOptions DEFAULT =
      new FromTorchOptions(null, null, null, null, null, null);

  public FromTorchOptions withDtype(DataType value) {
    return new FromTorchOptions(value, spec, padValue, layout, device, memoryConfig);
  }

  public FromTorchOptions withSpec(TensorSpec value) {
    return new FromTorchOptions(dtype, value, padValue, layout, device, memoryConfig);
  }

  public FromTorchOptions withPadValue(float value) {
    return new FromTorchOptions(dtype, spec, value, layout, device, memoryConfig);
  }

  public FromTorchOptions withLayout(Layout value) {
    return new FromTorchOptions(dtype, spec, padValue, value, device, memoryConfig);
  }

  public FromTorchOptions withDevice(MeshDevice value) {
    return new FromTorchOptions(dtype, spec, padValue, layout, value, memoryConfig);
  }

  public FromTorchOptions withMemoryConfig(MemoryConfig value) {
    return new FromTorchOptions(dtype, spec, padValue, layout, device, value);
  }

  /** What an array becomes under these options; what contradicts itself is refused. */
  TensorSpec specFor(TorchTensor tensor) {
    if (spec == null) {
      DataType type = dtype == null ? inferred(tensor.dtype()) : dtype;
      return new TensorSpec(
          tensor.shape(),
          type,
          layout == null ? type.isBlockFloat() ? Layout.TILE : Layout.ROW_MAJOR : layout,
          memoryConfig == null ? MemoryConfig.DRAM : memoryConfig);
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
