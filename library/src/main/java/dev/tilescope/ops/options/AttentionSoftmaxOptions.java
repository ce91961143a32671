package dev.tilescope.ops.options;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code attention_softmax} and {@code attention_softmax_}. */
public record AttentionSoftmaxOptions(
    @Nullable Integer headSize,
    @Nullable Tensor attentionMask,
    @Nullable SoftmaxProgramConfig programConfig,
    boolean causalMask,
    @Nullable MemoryConfig memoryConfig)
    implements Options, Withers.OfAttentionSoftmaxOptions {
  public static final AttentionSoftmaxOptions DEFAULT =
      new AttentionSoftmaxOptions(null, null, null, false, null);

  public float scale() {
    if (headSize == null) {
      return 1;
    }
    Check.atLeast("head_size", headSize, 1);
    return (float) (1 / Math.sqrt(headSize));
  }
}
