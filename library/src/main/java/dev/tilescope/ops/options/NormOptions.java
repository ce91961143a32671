package dev.tilescope.ops.options;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code layer_norm} and {@code rms_norm}. */
public record NormOptions(
    float epsilon,
    @Nullable Tensor weight,
    @Nullable Tensor bias,
    @Nullable Tensor residualInputTensor,
    @Nullable MemoryConfig memoryConfig,
    @Nullable LayerNormProgramConfig programConfig,
    @Nullable ComputeKernelConfig computeKernelConfig,
    @Nullable Tensor recipTensor)
    implements Options, Withers.OfNormOptions {
  public static final NormOptions DEFAULT =
      new NormOptions(1e-12f, null, null, null, null, null, null, null);
}
