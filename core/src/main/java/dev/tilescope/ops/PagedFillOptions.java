package dev.tilescope.ops;

import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code paged_fill_cache}.
 *
 * @param batchIdxTensor the user of each of the batch; null for one user, batchIdx
 * @param computeKernelConfig traced; rows are written as they are
 * @param blockSize rows of a block: those of the cache, as other views of its tiles are not
 *     modelled
 * @param cachePositionModulo after how many rows a user's pages begin anew, so that only the last
 *     so many stay; null for never
 */
public record PagedFillOptions(
    @Nullable Tensor batchIdxTensor,
    int batchIdx,
    @Nullable ComputeKernelConfig computeKernelConfig,
    @Nullable Integer blockSize,
    @Nullable Integer cachePositionModulo)
    implements Options, Withers.OfPagedFillOptions {
  public static final PagedFillOptions DEFAULT = new PagedFillOptions(null, 0, null, null, null);
}
