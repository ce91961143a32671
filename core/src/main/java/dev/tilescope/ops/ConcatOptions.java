package dev.tilescope.ops;

import dev.tilescope.model.Changed;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
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
    implements Options {
  public static final ConcatOptions DEFAULT = new ConcatOptions(null, null, 1, null);

  public ConcatOptions withMemoryConfig(@Nullable MemoryConfig value) {
    return Changed.with(this, "memoryConfig", value);
  }

  public ConcatOptions withOutputTensor(Tensor value) {
    return Changed.with(this, "outputTensor", value);
  }

  public ConcatOptions withGroups(int value) {
    return Changed.with(this, "groups", value);
  }

  public ConcatOptions withSubCoreGrids(@Nullable CoreRangeSet value) {
    return Changed.with(this, "subCoreGrids", value);
  }
}
