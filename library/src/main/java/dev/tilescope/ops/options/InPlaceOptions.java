package dev.tilescope.ops.options;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of a binary operation that writes to its first input. */
public record InPlaceOptions(
    List<UnaryWithParam> activations,
    List<UnaryWithParam> inputTensorAActivations,
    List<UnaryWithParam> inputTensorBActivations,
    @Nullable CoreRangeSet subCoreGrids,
    @Nullable Integer subDeviceId)
    implements Options, Withers.OfInPlaceOptions, CoreLimited {
  public static final InPlaceOptions DEFAULT =
      new InPlaceOptions(List.of(), List.of(), List.of(), null, null);

  public InPlaceOptions {
    activations = List.copyOf(activations);
    inputTensorAActivations = List.copyOf(inputTensorAActivations);
    inputTensorBActivations = List.copyOf(inputTensorBActivations);
  }

  /** The same for an operation that may write anywhere. */
  public BinaryOptions into(Tensor target) {
    return BinaryOptions.DEFAULT
        .withOutputTensor(target)
        .withActivations(activations)
        .withInputTensorAActivations(inputTensorAActivations)
        .withInputTensorBActivations(inputTensorBActivations)
        .withSubCoreGrids(subCoreGrids)
        .withSubDeviceId(subDeviceId);
  }
}
