package dev.tilescope.ops;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.CoreLimited;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code concat}.
 *
 * @param memoryConfig of the result; null for interleaved DRAM
 * @param outputTensor written to instead of a new tensor
 * @param groups into how many parts each tensor is cut first; the first parts of all come first,
 *     then the second ones, and so on
 * @param subCoreGrids the cores that the operation may use; null for all
 */
public record ConcatOptions(
    @Nullable MemoryConfig memoryConfig,
    @Nullable Tensor outputTensor,
    int groups,
    @Nullable CoreRangeSet subCoreGrids)
    implements Options, Withers.OfConcatOptions, CoreLimited {
  public static final ConcatOptions DEFAULT = new ConcatOptions(null, null, 1, null);
}
