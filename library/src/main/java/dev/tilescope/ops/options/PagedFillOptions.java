package dev.tilescope.ops.options;

import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code paged_fill_cache}. */
public record PagedFillOptions(
    @Nullable Tensor batchIdxTensor,
    int batchIdx,
    @Nullable ComputeKernelConfig computeKernelConfig,
    @Nullable Integer blockSize,
    @Nullable Integer cachePositionModulo)
    implements Options, Withers.OfPagedFillOptions {
  public static final PagedFillOptions DEFAULT = new PagedFillOptions(null, 0, null, null, null);
}
