package dev.tilescope.ops;

import dev.tilescope.model.Changed;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
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
    implements Options {
  public static final SliceOptions DEFAULT = new SliceOptions(null, null, null, null);

  public SliceOptions withMemoryConfig(@Nullable MemoryConfig value) {
    return Changed.with(this, "memoryConfig", value);
  }

  public SliceOptions withOutputTensor(Tensor value) {
    return Changed.with(this, "outputTensor", value);
  }

  public SliceOptions withPadValue(double value) {
    return Changed.with(this, "padValue", value);
  }

  public SliceOptions withSubCoreGrids(@Nullable CoreRangeSet value) {
    return Changed.with(this, "subCoreGrids", value);
  }
}
