package dev.tilescope.ops.options;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code conv1d} that have defaults. */
public record Conv1dOptions(
    int stride,
    List<Integer> padding,
    int dilation,
    int groups,
    @Nullable DataType dtype,
    @Nullable Tensor biasTensor,
    @Nullable Conv2dConfig convConfig,
    @Nullable ComputeKernelConfig computeConfig,
    @Nullable MemoryConfig memoryConfig,
    @Nullable MeshDevice device,
    @Nullable Conv2dSliceConfig sliceConfig)
    implements Options, Withers.OfConv1dOptions {
  public static final Conv1dOptions DEFAULT =
      new Conv1dOptions(1, List.of(0, 0), 1, 1, null, null, null, null, null, null, null);
}
