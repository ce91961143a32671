package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code layer_norm_post_all_gather} and {@code rms_norm_post_all_gather}.
 *
 * @param weight one factor for each element of this device's part of a row; null for 1
 * @param bias one summand for each element of this device's part of a row; null for 0
 * @param memoryConfig of the result; null for that of the input
 * @param dtype of the result; null for that of the input
 */
public record GatheredNormOptions(
    float epsilon,
    @Nullable Tensor weight,
    @Nullable Tensor bias,
    @Nullable MemoryConfig memoryConfig,
    @Nullable ComputeKernelConfig computeKernelConfig,
    @Nullable DataType dtype)
    implements Options {
  public static final GatheredNormOptions DEFAULT =
      new GatheredNormOptions(1e-12f, null, null, null, null, null);

  public GatheredNormOptions withEpsilon(float value) {
    return new GatheredNormOptions(value, weight, bias, memoryConfig, computeKernelConfig, dtype);
  }

  public GatheredNormOptions withWeight(Tensor value) {
    return new GatheredNormOptions(epsilon, value, bias, memoryConfig, computeKernelConfig, dtype);
  }

  public GatheredNormOptions withBias(Tensor value) {
    return new GatheredNormOptions(
        epsilon, weight, value, memoryConfig, computeKernelConfig, dtype);
  }

  public GatheredNormOptions withMemoryConfig(MemoryConfig value) {
    return new GatheredNormOptions(epsilon, weight, bias, value, computeKernelConfig, dtype);
  }

  public GatheredNormOptions withComputeKernelConfig(ComputeKernelConfig value) {
    return new GatheredNormOptions(epsilon, weight, bias, memoryConfig, value, dtype);
  }

  public GatheredNormOptions withDtype(DataType value) {
    return new GatheredNormOptions(epsilon, weight, bias, memoryConfig, computeKernelConfig, value);
  }
}
