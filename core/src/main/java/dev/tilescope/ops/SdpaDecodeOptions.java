package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code scaled_dot_product_attention_decode}.
 *
 * @param isCausal users see the keys up to their position; else all, as the mask leaves them
 * @param attnMask added to the scaled scores, {@code [b, 1, heads, keys]}; not with isCausal
 * @param curPos the position of each user, -1 for one to skip; empty if the tensor has them
 * @param curPosTensor the same as INT32 on the device
 * @param scale of the scores; null for 1 / sqrt(head size)
 * @param slidingWindowSize how many keys a user sees at most; null for all
 * @param memoryConfig of the result; null for DRAM
 * @param attentionSink for each head a score, scaled as the others are, that takes weight and gives
 *     nothing: {@code [heads, 32]}, the first of each row
 * @param shareCache whether all users have the keys and values of one; null for false
 */
public record SdpaDecodeOptions(
    boolean isCausal,
    @Nullable Tensor attnMask,
    List<Integer> curPos,
    @Nullable Tensor curPosTensor,
    @Nullable Float scale,
    @Nullable Integer slidingWindowSize,
    @Nullable MemoryConfig memoryConfig,
    @Nullable SdpaProgramConfig programConfig,
    @Nullable ComputeKernelConfig computeKernelConfig,
    @Nullable Tensor attentionSink,
    @Nullable Boolean shareCache)
    implements Options, Withers.OfSdpaDecodeOptions {
  public static final SdpaDecodeOptions DEFAULT =
      new SdpaDecodeOptions(true, null, List.of(), null, null, null, null, null, null, null, null);

  public SdpaDecodeOptions {
    curPos = List.copyOf(curPos);
  }
}
