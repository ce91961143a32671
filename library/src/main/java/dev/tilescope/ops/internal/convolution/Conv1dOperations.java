package dev.tilescope.ops.internal.convolution;

import dev.tilescope.ops.internal.convolution.ConvolutionOperations.Conv2dArguments;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DoorMethod;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.movement.PaddedSliceOperations;
import dev.tilescope.ops.internal.movement.SliceWriteOperations;
import dev.tilescope.ops.options.Conv1dOptions;
import dev.tilescope.ops.options.Conv1dSizes;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.ops.options.Conv2dSliceConfig;
import dev.tilescope.ops.options.Conv2dSliceConfig.SliceType;
import dev.tilescope.tensor.Tensor;
import java.util.List;

/** Convolution along rows: that of images of one row of pixels. */
public final class Conv1dOperations {
  private Conv1dOperations() {}

  public record Conv1dArguments(
      Tensor inputTensor,
      Tensor weightTensor,
      Conv1dSizes sizes,
      Conv1dOptions options,
      @Default("false") boolean returnOutputDim,
      @Default("false") boolean returnWeightsAndBias) {}

  public static final Operation<Conv1dArguments, List<Tensor>> CONV1D =
      Operation.of(
              "ttnn::conv1d",
              Conv1dArguments.class,
              Conv1dOperations::conv1d,
              PaddedSliceOperations.PADDED_SLICE_ON_DEVICE,
              HaloOperations.HALO_ON_DEVICE,
              Conv2dOperations.CONV2D_ON_DEVICE,
              SliceWriteOperations.SLICE_WRITE_ON_DEVICE)
          .through("MatmulDeviceOperation")
          .byHand();

  @DoorMethod(operation = "ttnn::conv1d", returns = "a tensor of shape `[1, 1, N*OL, O]`")
  public static Tensor conv1d(
      Tensor inputTensor, Tensor weightTensor, Conv1dSizes sizes, Conv1dOptions options) {
    return CONV1D
        .call(new Conv1dArguments(inputTensor, weightTensor, sizes, options, false, false))
        .getFirst();
  }

  private static List<Tensor> conv1d(Conv1dArguments a) {
    Conv2dSliceConfig slices = a.options().sliceConfig();
    Check.that(
        slices == null || slices.sliceType() != SliceType.DRAM_HEIGHT,
        "Conv1D does not support DRAM_HEIGHT slicing because the convolution height is always 1."
            + " Use DRAM_WIDTH slicing (slices along input_length) or L1_FULL.");
    return ConvolutionOperations.CONV2D.call(
        new Conv2dArguments(
            a.inputTensor(),
            a.weightTensor(),
            a.sizes().asImages(),
            options(a.options()),
            a.returnOutputDim(),
            a.returnWeightsAndBias()));
  }

  private static Conv2dOptions options(Conv1dOptions row) {
    List<Integer> padding = row.padding();
    Check.that(
        padding.size() == 2, "padding: left and right are needed, got %d numbers", padding.size());
    return new Conv2dOptions(
        List.of(1, row.stride()),
        List.of(0, 0, padding.getFirst(), padding.getLast()),
        List.of(1, row.dilation()),
        row.groups(),
        row.dtype(),
        row.biasTensor(),
        row.convConfig(),
        row.computeConfig(),
        row.memoryConfig(),
        row.device(),
        row.sliceConfig());
  }
}
