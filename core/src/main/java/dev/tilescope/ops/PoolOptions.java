package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of pools.
 *
 * @param memoryConfig of the result; null for that of the input, interleaved
 * @param deallocateInput whether the input is freed once it has been read
 * @param dtype of the result
 * @param outputLayout of the result
 */
public record PoolOptions(
    @Nullable MemoryConfig memoryConfig,
    boolean deallocateInput,
    DataType dtype,
    Layout outputLayout)
    implements Options {
  public static final PoolOptions DEFAULT =
      new PoolOptions(null, false, DataType.BFLOAT16, Layout.ROW_MAJOR);

  public PoolOptions withMemoryConfig(MemoryConfig value) {
    return new PoolOptions(value, deallocateInput, dtype, outputLayout);
  }

  public PoolOptions withDeallocateInput(boolean value) {
    return new PoolOptions(memoryConfig, value, dtype, outputLayout);
  }

  public PoolOptions withDtype(DataType value) {
    return new PoolOptions(memoryConfig, deallocateInput, value, outputLayout);
  }

  public PoolOptions withOutputLayout(Layout value) {
    return new PoolOptions(memoryConfig, deallocateInput, dtype, value);
  }
}
