package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code group_norm}.
 *
 * @param weight a factor for each channel; null for 1
 * @param bias a summand for each channel; null for 0
 * @param memoryConfig of the result; null for that of the input
 * @param dtype of the result; null for that of the input
 * @param coreGrid the cores to work on; null for all
 * @param outputLayout of the result; null for that of the input
 */
public record GroupNormOptions(
    float epsilon,
    @Nullable Tensor weight,
    @Nullable Tensor bias,
    @Nullable MemoryConfig memoryConfig,
    @Nullable DataType dtype,
    @Nullable CoreGrid coreGrid,
    @Nullable Layout outputLayout,
    @Nullable ComputeKernelConfig computeKernelConfig)
    implements Options {
  public static final GroupNormOptions DEFAULT =
      new GroupNormOptions(1e-12f, null, null, null, null, null, null, null);

  public GroupNormOptions withEpsilon(float value) {
    return new GroupNormOptions(
        value, weight, bias, memoryConfig, dtype, coreGrid, outputLayout, computeKernelConfig);
  }

  public GroupNormOptions withScale(@Nullable Tensor newWeight, @Nullable Tensor newBias) {
    return new GroupNormOptions(
        epsilon,
        newWeight,
        newBias,
        memoryConfig,
        dtype,
        coreGrid,
        outputLayout,
        computeKernelConfig);
  }

  public GroupNormOptions withMemoryConfig(MemoryConfig value) {
    return new GroupNormOptions(
        epsilon, weight, bias, value, dtype, coreGrid, outputLayout, computeKernelConfig);
  }

  public GroupNormOptions withDtype(DataType value) {
    return new GroupNormOptions(
        epsilon, weight, bias, memoryConfig, value, coreGrid, outputLayout, computeKernelConfig);
  }

  public GroupNormOptions withCoreGrid(CoreGrid value) {
    return new GroupNormOptions(
        epsilon, weight, bias, memoryConfig, dtype, value, outputLayout, computeKernelConfig);
  }

  public GroupNormOptions withOutputLayout(Layout value) {
    return new GroupNormOptions(
        epsilon, weight, bias, memoryConfig, dtype, coreGrid, value, computeKernelConfig);
  }

  public GroupNormOptions withComputeKernelConfig(ComputeKernelConfig value) {
    return new GroupNormOptions(
        epsilon, weight, bias, memoryConfig, dtype, coreGrid, outputLayout, value);
  }
}
