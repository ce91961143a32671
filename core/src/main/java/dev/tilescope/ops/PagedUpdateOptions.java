package dev.tilescope.ops;

import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code paged_update_cache}.
 *
 * @param updateIdxs the row to write for each user, -1 for none; empty if the tensor has them
 * @param updateIdxsTensor the same as INT32 on the device, which a page table needs
 * @param shareCache whether all users write into the one user of the cache; null for false
 * @param pageTable {@code [users, blocks per user]}; null for a cache that is not in blocks
 * @param batchOffset must be 0, as in TT-NN
 * @param computeKernelConfig traced; rows are written as they are
 * @param blockSize rows of a block: those of the cache, as other views of its tiles are not
 *     modelled
 * @param numKvHeads heads of a block: those of the cache, for the same reason
 * @param cachePositionModulo after how many rows a user's pages begin anew; null for never
 */
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
