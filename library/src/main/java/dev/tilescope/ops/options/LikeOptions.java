package dev.tilescope.ops.options;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code zeros_like} and its kin; what is null is as the tensor has it.
 */
public record LikeOptions(
    @Nullable DataType dtype,
    @Nullable Layout layout,
    @Nullable MeshDevice device,
    @Nullable MemoryConfig memoryConfig,
    @Nullable Tensor optionalTensor)
    implements Options, Withers.OfLikeOptions {
  public static final LikeOptions DEFAULT = new LikeOptions(null, null, null, null, null);

  public TensorSpec specFor(Tensor tensor) {
    return new TensorSpec(
        tensor.shape(),
        dtype == null ? tensor.dtype() : dtype,
        layout == null ? tensor.layout() : layout,
        memoryConfig == null ? tensor.memoryConfig() : memoryConfig);
  }

  @Nullable
  public MeshDevice deviceFor(Tensor tensor) {
    if (device != null) {
      return device;
    }
    return tensor.isOnDevice() ? tensor.requireBuffer("tensor").device() : null;
  }
}
