package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code paged_scaled_dot_product_attention_decode}.
 *
 * @param isCausal users see the keys up to their position; else all, as the mask leaves them
 * @param attnMask added to the scaled scores, {@code [b, 1, heads, keys]}; not with isCausal
 * @param curPosTensor the position of each user as INT32, -1 for one to skip
 * @param scale of the scores; null for 1 / sqrt(head size)
 * @param slidingWindowSize how many keys a user sees at most; null for all
 * @param memoryConfig of the result; null for DRAM
 * @param attentionSink for each head a score, scaled as the others are, that takes weight and gives
 *     nothing: {@code [heads, 32]}, the first of each row
 */
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
