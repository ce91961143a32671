package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code layer_norm} and {@code rms_norm}.
 *
 * @param weight one factor for each element of a row; null for 1
 * @param bias one summand for each element of a row; null for 0
 * @param residualInputTensor added to the input first
 * @param memoryConfig of the result; null for that of the input
 */
public record NormOptions(
    float epsilon,
    @Nullable Tensor weight,
    @Nullable Tensor bias,
    @Nullable Tensor residualInputTensor,
    @Nullable MemoryConfig memoryConfig,
    @Nullable ComputeKernelConfig computeKernelConfig)
    implements Options {
  public static final NormOptions DEFAULT = new NormOptions(1e-12f, null, null, null, null, null);

  public NormOptions withEpsilon(float value) {
    return new NormOptions(
        value, weight, bias, residualInputTensor, memoryConfig, computeKernelConfig);
  }

  public NormOptions withWeight(Tensor value) {
    return new NormOptions(
        epsilon, value, bias, residualInputTensor, memoryConfig, computeKernelConfig);
  }

  public NormOptions withBias(Tensor value) {
    return new NormOptions(
        epsilon, weight, value, residualInputTensor, memoryConfig, computeKernelConfig);
  }

  public NormOptions withResidualInputTensor(Tensor value) {
    return new NormOptions(epsilon, weight, bias, value, memoryConfig, computeKernelConfig);
  }

  public NormOptions withMemoryConfig(MemoryConfig value) {
    return new NormOptions(epsilon, weight, bias, residualInputTensor, value, computeKernelConfig);
  }

  public NormOptions withComputeKernelConfig(ComputeKernelConfig value) {
    return new NormOptions(epsilon, weight, bias, residualInputTensor, memoryConfig, value);
  }
}
