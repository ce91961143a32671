package dev.tilescope.ops.options;

import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code paged_update_cache}. */
public record PagedUpdateOptions(
    List<Integer> updateIdxs,
    @Nullable Tensor updateIdxsTensor,
    @Nullable Boolean shareCache,
    @Nullable Tensor pageTable,
    int batchOffset,
    @Nullable ComputeKernelConfig computeKernelConfig,
    @Nullable Integer blockSize,
    @Nullable Integer numKvHeads,
    @Nullable Integer cachePositionModulo)
    implements Options, Withers.OfPagedUpdateOptions {
  public static final PagedUpdateOptions DEFAULT =
      new PagedUpdateOptions(List.of(), null, null, null, 0, null, null, null, null);

  public PagedUpdateOptions {
    updateIdxs = List.copyOf(updateIdxs);
  }
}
