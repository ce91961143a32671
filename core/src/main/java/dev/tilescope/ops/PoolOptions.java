package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.mechanism.Options;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of pools.
 *
 * @param memoryConfig of the result; null for that of the input, interleaved
 * @param dramSliceConfig one slice, as the modelled programs need no more
 * @param appliedShardScheme HEIGHT_SHARDED to put interleaved pixels into shards in L1 first; null
 *     to leave them
 * @param deallocateInput whether the input is freed once it has been read
 * @param reallocateHaloOutput traced; the modelled allocator needs no moves to join free memory
 * @param dtype of the result
 * @param outputLayout of the result
 * @param configTensorInDram traced; the model has no tables of what cores read
 */
public record PoolOptions(
    @Nullable MemoryConfig memoryConfig,
    @Nullable Conv2dSliceConfig dramSliceConfig,
    @Nullable TensorMemoryLayout appliedShardScheme,
    boolean deallocateInput,
    boolean reallocateHaloOutput,
    DataType dtype,
    Layout outputLayout,
    boolean configTensorInDram)
    implements Options, Withers.OfPoolOptions {
  public static final PoolOptions DEFAULT =
      new PoolOptions(null, null, null, false, true, DataType.BFLOAT16, Layout.ROW_MAJOR, false);
}
