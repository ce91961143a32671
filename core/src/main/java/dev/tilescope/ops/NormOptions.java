package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code layer_norm} and {@code rms_norm}.
 *
 * @param weight one factor for each element of a row; null for 1
 * @param bias one summand for each element of a row; null for 0
 * @param residualInputTensor added to the input first
 * @param memoryConfig of the result; null for that of the input
 * @param programConfig null for the one of interleaved tensors
 * @param recipTensor 1, 1/2, 1/3, ... in float32, which a program with {@code useWelford} holds in
 *     L1; {@code layer_norm} takes it, {@code rms_norm} does not
 */
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
