package dev.tilescope.ops.options;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code scaled_dot_product_attention}. */
public record SdpaOptions(
    @Nullable Tensor attnMask,
    boolean isCausal,
    @Nullable Float scale,
    @Nullable Integer slidingWindowSize,
    @Nullable MemoryConfig memoryConfig,
    @Nullable SdpaProgramConfig programConfig,
    @Nullable ComputeKernelConfig computeKernelConfig,
    @Nullable Tensor attentionSink,
    @Nullable Tensor cuWindowSeqlens)
    implements Options, Withers.OfSdpaOptions {
  public static final SdpaOptions DEFAULT =
      new SdpaOptions(null, true, null, null, null, null, null, null, null);
}
