package dev.tilescope.ops.options;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code scaled_dot_product_attention_decode}. */
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
