package dev.tilescope.ops.options;

import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code layer_norm_pre_all_gather} and {@code rms_norm_pre_all_gather}.
 *
 * @param use2dCoreGrid whether the tiles of a row are shared out between cores; null for whole rows
 */
public record StatisticsOptions(
    DataType dtype,
    @Nullable Tensor residualInputTensor,
    @Nullable ComputeKernelConfig computeKernelConfig,
    @Nullable LayerNormProgramConfig programConfig,
    @Nullable MemoryConfig memoryConfig,
    @Nullable Boolean use2dCoreGrid,
    boolean fastAndApproximateMode)
    implements Options, Withers.OfStatisticsOptions {
  public static final StatisticsOptions DEFAULT =
      new StatisticsOptions(DataType.BFLOAT16, null, null, null, null, null, false);
}
