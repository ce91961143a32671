package dev.tilescope.ops.options;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code batch_norm}. The tensors by channel are {@code [1, C, 1, 1]}. */
public record BatchNormOptions(
    @Nullable Tensor runningMean,
    @Nullable Tensor runningVar,
    boolean training,
    float eps,
    float momentum,
    @Nullable Tensor weight,
    @Nullable Tensor bias,
    @Nullable Tensor output,
    @Nullable MemoryConfig memoryConfig,
    @Nullable ComputeKernelConfig computeKernelConfig)
    implements Options, Withers.OfBatchNormOptions {
  public static final BatchNormOptions DEFAULT =
      new BatchNormOptions(null, null, false, 1e-5f, 0.1f, null, null, null, null, null);

  public BatchNormOptions withRunning(@Nullable Tensor mean, @Nullable Tensor var) {
    return withRunningMean(mean).withRunningVar(var);
  }

  public BatchNormOptions withScale(@Nullable Tensor newWeight, @Nullable Tensor newBias) {
    return withWeight(newWeight).withBias(newBias);
  }
}
