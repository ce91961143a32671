package dev.tilescope.ops.options;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.ops.internal.mechanism.Options;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a transposed convolution will be called that weights or a bias are prepared for. */
public record PrepareConvTranspose2dOptions(
    List<Integer> stride,
    List<Integer> padding,
    List<Integer> outputPadding,
    List<Integer> dilation,
    boolean hasBias,
    int groups,
    @Nullable MeshDevice device,
    @Nullable DataType inputDtype,
    @Nullable DataType outputDtype,
    @Nullable Conv2dConfig convConfig,
    @Nullable ComputeKernelConfig computeConfig,
    @Nullable Conv2dSliceConfig dramSliceConfig,
    boolean mirrorKernel)
    implements Options, Withers.OfPrepareConvTranspose2dOptions {
  public static final PrepareConvTranspose2dOptions DEFAULT =
      new PrepareConvTranspose2dOptions(
          List.of(1, 1),
          List.of(0, 0),
          List.of(0, 0),
          List.of(1, 1),
          false,
          1,
          null,
          null,
          null,
          null,
          null,
          null,
          true);
}
