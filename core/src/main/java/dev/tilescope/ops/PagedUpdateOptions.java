package dev.tilescope.ops;

import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code paged_update_cache} and {@code paged_fused_update_cache}.
 *
 * @param updateIdxs the row to write for each user, -1 for none; empty if the tensor has them
 * @param updateIdxsTensor the same as INT32 on the device, which a page table needs
 * @param pageTable {@code [users, blocks per user]}; null for a cache that is not in blocks
 */
public record PagedUpdateOptions(
    List<Integer> updateIdxs, @Nullable Tensor updateIdxsTensor, @Nullable Tensor pageTable)
    implements Options {
  public static final PagedUpdateOptions DEFAULT = new PagedUpdateOptions(List.of(), null, null);

  public PagedUpdateOptions {
    updateIdxs = List.copyOf(updateIdxs);
  }

  public PagedUpdateOptions withUpdateIdxs(List<Integer> value) {
    return new PagedUpdateOptions(value, updateIdxsTensor, pageTable);
  }

  public PagedUpdateOptions withUpdateIdxsTensor(Tensor value) {
    return new PagedUpdateOptions(updateIdxs, value, pageTable);
  }

  public PagedUpdateOptions withPageTable(Tensor value) {
    return new PagedUpdateOptions(updateIdxs, updateIdxsTensor, value);
  }
}
