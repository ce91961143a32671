package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorMemoryLayout;
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
    implements Options {
  public static final PoolOptions DEFAULT =
      new PoolOptions(null, null, null, false, true, DataType.BFLOAT16, Layout.ROW_MAJOR, false);

  public PoolOptions withMemoryConfig(MemoryConfig value) {
    return new PoolOptions(
        value,
        dramSliceConfig,
        appliedShardScheme,
        deallocateInput,
        reallocateHaloOutput,
        dtype,
        outputLayout,
        configTensorInDram);
  }

  public PoolOptions withDramSliceConfig(Conv2dSliceConfig value) {
    return new PoolOptions(
        memoryConfig,
        value,
        appliedShardScheme,
        deallocateInput,
        reallocateHaloOutput,
        dtype,
        outputLayout,
        configTensorInDram);
  }

  public PoolOptions withAppliedShardScheme(TensorMemoryLayout value) {
    return new PoolOptions(
        memoryConfig,
        dramSliceConfig,
        value,
        deallocateInput,
        reallocateHaloOutput,
        dtype,
        outputLayout,
        configTensorInDram);
  }

  public PoolOptions withDeallocateInput(boolean value) {
    return new PoolOptions(
        memoryConfig,
        dramSliceConfig,
        appliedShardScheme,
        value,
        reallocateHaloOutput,
        dtype,
        outputLayout,
        configTensorInDram);
  }

  public PoolOptions withReallocateHaloOutput(boolean value) {
    return new PoolOptions(
        memoryConfig,
        dramSliceConfig,
        appliedShardScheme,
        deallocateInput,
        value,
        dtype,
        outputLayout,
        configTensorInDram);
  }

  public PoolOptions withDtype(DataType value) {
    return new PoolOptions(
        memoryConfig,
        dramSliceConfig,
        appliedShardScheme,
        deallocateInput,
        reallocateHaloOutput,
        value,
        outputLayout,
        configTensorInDram);
  }

  public PoolOptions withOutputLayout(Layout value) {
    return new PoolOptions(
        memoryConfig,
        dramSliceConfig,
        appliedShardScheme,
        deallocateInput,
        reallocateHaloOutput,
        dtype,
        value,
        configTensorInDram);
  }

  public PoolOptions withConfigTensorInDram(boolean value) {
    return new PoolOptions(
        memoryConfig,
        dramSliceConfig,
        appliedShardScheme,
        deallocateInput,
        reallocateHaloOutput,
        dtype,
        outputLayout,
        value);
  }
}
