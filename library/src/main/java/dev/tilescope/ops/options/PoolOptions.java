package dev.tilescope.ops.options;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.internal.mechanism.Options;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of pools. */
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
