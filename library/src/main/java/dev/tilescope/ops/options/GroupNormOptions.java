package dev.tilescope.ops.options;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code group_norm}. */
public record GroupNormOptions(
    float epsilon,
    @Nullable Tensor inputMask,
    @Nullable Tensor weight,
    @Nullable Tensor bias,
    @Nullable Tensor reciprocals,
    @Nullable MemoryConfig memoryConfig,
    @Nullable DataType dtype,
    @Nullable CoreGrid coreGrid,
    boolean inplace,
    @Nullable Layout outputLayout,
    @Nullable Integer numOutBlocks,
    @Nullable ComputeKernelConfig computeKernelConfig,
    @Nullable Tensor negativeMask,
    boolean useWelford)
    implements Options, Withers.OfGroupNormOptions {
  public static final GroupNormOptions DEFAULT =
      new GroupNormOptions(
          1e-12f, null, null, null, null, null, null, null, true, null, null, null, null, false);

  public GroupNormOptions withScale(@Nullable Tensor newWeight, @Nullable Tensor newBias) {
    return withWeight(newWeight).withBias(newBias);
  }
}
