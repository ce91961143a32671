package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code scaled_dot_product_attention}.
 *
 * @param attnMask added to the scaled scores, {@code [b or 1, heads or 1, queries, keys]}; not with
 *     isCausal or a window
 * @param isCausal queries see the keys up to their own place
 * @param scale of the scores; null for 1 / sqrt(head size)
 * @param slidingWindowSize how many keys a query sees at most; null for all
 * @param memoryConfig of the result; null for DRAM
 * @param attentionSink for each head a score, scaled as the others are, that takes weight and gives
 *     nothing: {@code [1, heads, 1, 1]}
 * @param cuWindowSeqlens must be null: attention inside windows of their own is not modelled; an
 *     attnMask says the same
 */
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
