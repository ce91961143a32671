package dev.tilescope.ops.options;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code conv3d} that have defaults; numbers are of time, rows, columns.
 */
public record Conv3dOptions(
    @Nullable MeshDevice device,
    @Nullable Tensor biasTensor,
    @Nullable Conv3dConfig config,
    List<Integer> stride,
    List<Integer> padding,
    List<Integer> dilation,
    String paddingMode,
    int groups,
    @Nullable MemoryConfig memoryConfig,
    @Nullable ComputeKernelConfig computeKernelConfig,
    @Nullable Tensor haloBuffer,
    int logicalHMask,
    int logicalWMask,
    @Nullable Tensor padOffsetTensor,
    int outputPadH,
    int outputPadW)
    implements Options, Withers.OfConv3dOptions {
  public static final Conv3dOptions DEFAULT =
      new Conv3dOptions(
          null,
          null,
          null,
          List.of(1, 1, 1),
          List.of(0, 0, 0),
          List.of(1, 1, 1),
          "zeros",
          1,
          null,
          null,
          null,
          0,
          0,
          null,
          0,
          0);
}
