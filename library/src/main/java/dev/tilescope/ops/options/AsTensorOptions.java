package dev.tilescope.ops.options;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code as_tensor}. */
public record AsTensorOptions(
    @Nullable DataType dtype,
    Layout layout,
    @Nullable MeshDevice device,
    @Nullable MemoryConfig memoryConfig,
    @Nullable String cacheFileName,
    @Nullable Preprocess preprocess,
    @Nullable MeshMapper meshMapper)
    implements Options, Withers.OfAsTensorOptions {
  public static final AsTensorOptions DEFAULT =
      new AsTensorOptions(null, Layout.ROW_MAJOR, null, null, null, null, null);

  /**
   * A function with a name, which stands in traces.
   *
   * @param step it runs whether there is a file or not, so that a file of another shape is noticed
   */
  public record Preprocess(String name, UnaryOperator<Tensor> step) {
    @Override
    public String toString() {
      return name;
    }
  }

  public AsTensorOptions withDevice(MeshDevice value, MemoryConfig memory) {
    return withDevice(value).withMemoryConfig(memory);
  }
}
