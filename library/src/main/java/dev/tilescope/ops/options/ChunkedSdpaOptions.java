package dev.tilescope.ops.options;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code chunked_scaled_dot_product_attention}. */
public record ChunkedSdpaOptions(
    @Nullable Tensor chunkStartIdxTensor,
    @Nullable Float scale,
    @Nullable MemoryConfig memoryConfig,
    @Nullable SdpaProgramConfig programConfig,
    @Nullable ComputeKernelConfig computeKernelConfig)
    implements Options, Withers.OfChunkedSdpaOptions {
  public static final ChunkedSdpaOptions DEFAULT =
      new ChunkedSdpaOptions(null, null, null, null, null);
}
