package dev.tilescope.ops.options;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of a binary element-wise operation. */
public record BinaryOptions(
    @Nullable DataType dtype,
    @Nullable MemoryConfig memoryConfig,
    @Nullable Tensor outputTensor,
    List<UnaryWithParam> activations,
    List<UnaryWithParam> inputTensorAActivations,
    List<UnaryWithParam> inputTensorBActivations,
    boolean useLegacy,
    @Nullable CoreRangeSet subCoreGrids,
    @Nullable Integer subDeviceId)
    implements Options, Withers.OfBinaryOptions, CoreLimited {
  public static final BinaryOptions DEFAULT =
      new BinaryOptions(null, null, null, List.of(), List.of(), List.of(), false, null, null);

  public BinaryOptions {
    activations = List.copyOf(activations);
    inputTensorAActivations = List.copyOf(inputTensorAActivations);
    inputTensorBActivations = List.copyOf(inputTensorBActivations);
  }
}
