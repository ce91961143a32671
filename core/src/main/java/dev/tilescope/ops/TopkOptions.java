package dev.tilescope.ops;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.CoreLimited;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of {@code topk} beside the input and k.
 *
 * @param largest false for the least elements
 * @param sorted false to allow any order; they are in order all the same
 * @param memoryConfig of the results; null for that of the input, interleaved
 * @param subCoreGrids the cores that the operation may use; null for all
 * @param indicesTensor what stands for the places of the input's elements, in its shape; null for
 *     the places themselves
 * @param outputTensor the values and the indices to write to, instead of new tensors
 * @param stable whether the first of equal elements must come first; it always does
 */
public record TopkOptions(
    int dim,
    boolean largest,
    boolean sorted,
    @Nullable MemoryConfig memoryConfig,
    @Nullable CoreRangeSet subCoreGrids,
    @Nullable Tensor indicesTensor,
    @Nullable List<Tensor> outputTensor,
    boolean stable)
    implements Options, Withers.OfTopkOptions, CoreLimited {
  public static final TopkOptions DEFAULT =
      new TopkOptions(-1, true, true, null, null, null, null, false);

  public TopkOptions {
    outputTensor = outputTensor == null ? null : List.copyOf(outputTensor);
  }

  public TopkOptions withOutputTensor(Tensor values, Tensor indices) {
    List<Tensor> pair = List.of(values, indices);
    return new TopkOptions(
        dim, largest, sorted, memoryConfig, subCoreGrids, indicesTensor, pair, stable);
  }
}
