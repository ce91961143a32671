package dev.tilescope.ops.options;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code concat}. */
public record ConcatOptions(
    @Nullable MemoryConfig memoryConfig,
    @Nullable Tensor outputTensor,
    int groups,
    @Nullable CoreRangeSet subCoreGrids)
    implements Options, Withers.OfConcatOptions, CoreLimited {
  public static final ConcatOptions DEFAULT = new ConcatOptions(null, null, 1, null);
}
