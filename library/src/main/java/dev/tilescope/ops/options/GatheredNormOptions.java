package dev.tilescope.ops.options;

import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code layer_norm_post_all_gather} and {@code rms_norm_post_all_gather}.
 *
 * @param use2dCoreGrid whether the tiles of a row are shared out between cores; null for whole rows
 */
public record GatheredNormOptions(
    float epsilon,
    @Nullable Tensor weight,
    @Nullable Tensor bias,
    @Nullable MemoryConfig memoryConfig,
    @Nullable ComputeKernelConfig computeKernelConfig,
    @Nullable LayerNormProgramConfig programConfig,
    @Nullable DataType dtype,
    @Nullable Boolean use2dCoreGrid)
    implements Options, Withers.OfGatheredNormOptions {
  public static final GatheredNormOptions DEFAULT =
      new GatheredNormOptions(1e-12f, null, null, null, null, null, null, null);
}
