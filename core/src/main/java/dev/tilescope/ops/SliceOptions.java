package dev.tilescope.ops;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.CoreLimited;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code slice}.
 *
 * @param memoryConfig of the result; null for that of the input
 * @param outputTensor written to instead of a new tensor
 * @param padValue what tiles are padded with, which changes no element
 * @param subCoreGrids the cores that the operation may use; null for all
 */
public record SliceOptions(
    @Nullable MemoryConfig memoryConfig,
    @Nullable Tensor outputTensor,
    @Nullable Double padValue,
    @Nullable CoreRangeSet subCoreGrids)
    implements Options, Withers.OfSliceOptions, CoreLimited {
  public static final SliceOptions DEFAULT = new SliceOptions(null, null, null, null);
}
