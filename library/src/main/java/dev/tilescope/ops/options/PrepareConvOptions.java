package dev.tilescope.ops.options;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.ops.internal.mechanism.Options;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a convolution will be called that weights or a bias are prepared for. */
public record PrepareConvOptions(
    List<Integer> stride,
    List<Integer> padding,
    List<Integer> dilation,
    boolean hasBias,
    int groups,
    @Nullable MeshDevice device,
    @Nullable DataType inputDtype,
    @Nullable DataType outputDtype,
    @Nullable Conv2dConfig convConfig,
    @Nullable ComputeKernelConfig computeConfig,
    @Nullable Conv2dSliceConfig sliceConfig)
    implements Options, Withers.OfPrepareConvOptions {
  public static final PrepareConvOptions DEFAULT =
      new PrepareConvOptions(
          List.of(1, 1),
          List.of(0, 0),
          List.of(1, 1),
          false,
          1,
          null,
          null,
          null,
          null,
          null,
          null);
}
