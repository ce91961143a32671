package dev.tilescope.ops;

import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code paged_fused_update_cache}, for both caches.
 *
 * @param updateIdxs the row to write for each user, -1 for none; empty if the tensor has them
 * @param updateIdxsTensor the same as INT32 on the device, which a page table needs
 * @param shareCache whether all users write into the one user of a cache; null for false
 * @param pageTable {@code [users, blocks per user]}; null for caches that are not in blocks
 * @param batchOffset must be 0, as in TT-NN
 * @param computeKernelConfig traced; rows are written as they are
 */
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
