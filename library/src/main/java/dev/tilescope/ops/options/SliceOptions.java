package dev.tilescope.ops.options;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code slice}. */
public record SliceOptions(
    @Nullable MemoryConfig memoryConfig,
    @Nullable Tensor outputTensor,
    @Nullable Double padValue,
    @Nullable CoreRangeSet subCoreGrids)
    implements Options, Withers.OfSliceOptions, CoreLimited {
  public static final SliceOptions DEFAULT = new SliceOptions(null, null, null, null);
}
