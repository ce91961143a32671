package dev.tilescope.ops.options;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code paged_scaled_dot_product_attention_decode}. */
public record PagedSdpaDecodeOptions(
    boolean isCausal,
    @Nullable Tensor attnMask,
    @Nullable Tensor curPosTensor,
    @Nullable Float scale,
    @Nullable Integer slidingWindowSize,
    @Nullable MemoryConfig memoryConfig,
    @Nullable SdpaProgramConfig programConfig,
    @Nullable ComputeKernelConfig computeKernelConfig,
    @Nullable Tensor attentionSink)
    implements Options, Withers.OfPagedSdpaDecodeOptions {
  public static final PagedSdpaDecodeOptions DEFAULT =
      new PagedSdpaDecodeOptions(true, null, null, null, null, null, null, null, null);
}
