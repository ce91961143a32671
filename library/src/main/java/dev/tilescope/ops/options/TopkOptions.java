package dev.tilescope.ops.options;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The arguments of {@code topk} beside the input and k. */
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
