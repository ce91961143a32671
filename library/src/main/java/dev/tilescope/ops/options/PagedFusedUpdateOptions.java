package dev.tilescope.ops.options;

import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code paged_fused_update_cache}, for both caches. */
public record PagedFusedUpdateOptions(
    List<Integer> updateIdxs,
    @Nullable Tensor updateIdxsTensor,
    @Nullable Boolean shareCache,
    @Nullable Tensor pageTable,
    int batchOffset,
    @Nullable ComputeKernelConfig computeKernelConfig)
    implements Options, Withers.OfPagedFusedUpdateOptions {
  public static final PagedFusedUpdateOptions DEFAULT =
      new PagedFusedUpdateOptions(List.of(), null, null, null, 0, null);

  public PagedFusedUpdateOptions {
    updateIdxs = List.copyOf(updateIdxs);
  }
}
