package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.Check;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code attention_softmax} and {@code attention_softmax_}.
 *
 * @param headSize the scores are divided by its square root; null to leave them
 * @param attentionMask added to the scaled scores
 * @param causalMask whether the mask is triangular: it is added as it is either way
 * @param memoryConfig of the result; null for that of the input, as it always is in place
 */
public record AttentionSoftmaxOptions(
    @Nullable Integer headSize,
    @Nullable Tensor attentionMask,
    boolean causalMask,
    @Nullable MemoryConfig memoryConfig)
    implements Options, Withers.OfAttentionSoftmaxOptions {
  public static final AttentionSoftmaxOptions DEFAULT =
      new AttentionSoftmaxOptions(null, null, false, null);

  public float scale() {
    if (headSize == null) {
      return 1;
    }
    Check.atLeast("head_size", headSize, 1);
    return (float) (1 / Math.sqrt(headSize));
  }
}
