package dev.tilescope.ops.options;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code conv_transpose2d} that have defaults. */
public record ConvTranspose2dOptions(
    List<Integer> stride,
    List<Integer> padding,
    List<Integer> outputPadding,
    List<Integer> dilation,
    int groups,
    @Nullable DataType dtype,
    @Nullable Tensor biasTensor,
    @Nullable Conv2dConfig convConfig,
    @Nullable ComputeKernelConfig computeConfig,
    @Nullable MemoryConfig memoryConfig,
    @Nullable MeshDevice device,
    @Nullable Conv2dSliceConfig dramSliceConfig,
    boolean mirrorKernel)
    implements Options, Withers.OfConvTranspose2dOptions {
  public static final ConvTranspose2dOptions DEFAULT =
      new ConvTranspose2dOptions(
          List.of(1, 1),
          List.of(0, 0),
          List.of(0, 0),
          List.of(1, 1),
          1,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          true);
}
