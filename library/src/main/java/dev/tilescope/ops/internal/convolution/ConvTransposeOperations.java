package dev.tilescope.ops.internal.convolution;

import dev.tilescope.ops.internal.convolution.Conv2dWeights.Form;
import dev.tilescope.ops.internal.convolution.ConvolutionOperations.Conv2dArguments;
import dev.tilescope.ops.internal.convolution.ConvolutionOperations.Sizes;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DoorMethod;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.movement.PaddedSliceOperations;
import dev.tilescope.ops.internal.movement.SliceWriteOperations;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.ops.options.Conv2dSizes;
import dev.tilescope.ops.options.ConvTranspose2dOptions;
import dev.tilescope.ops.options.PaddingMode;
import dev.tilescope.tensor.Tensor;
import java.util.List;

/**
 * Convolution backwards: a window that moves by one over pixels that stand a stride apart, with the
 * kernel mirrored.
 */
public final class ConvTransposeOperations {
  private ConvTransposeOperations() {}

  public record ConvTranspose2dArguments(
      Tensor inputTensor,
      Tensor weightTensor,
      Conv2dSizes sizes,
      ConvTranspose2dOptions options,
      @Default("false") boolean returnOutputDim,
      @Default("false") boolean returnWeightsAndBias) {}

  public static final Operation<ConvTranspose2dArguments, List<Tensor>> CONV_TRANSPOSE2D =
      Operation.of(
              "ttnn::conv_transpose2d",
              ConvTranspose2dArguments.class,
              ConvTransposeOperations::convTranspose2d,
              PaddedSliceOperations.PADDED_SLICE_ON_DEVICE,
              HaloOperations.HALO_ON_DEVICE,
              Conv2dOperations.CONV2D_ON_DEVICE,
              SliceWriteOperations.SLICE_WRITE_ON_DEVICE)
          .through("MatmulDeviceOperation")
          .byHand();

  @DoorMethod(
      operation = "ttnn::conv_transpose2d",
      returns = "a tensor of shape `[1, 1, N*OH*OW, O]`")
  public static Tensor convTranspose2d(
      Tensor inputTensor, Tensor weightTensor, Conv2dSizes sizes, ConvTranspose2dOptions options) {
    return CONV_TRANSPOSE2D
        .call(new ConvTranspose2dArguments(inputTensor, weightTensor, sizes, options, false, false))
        .getFirst();
  }

  private static List<Tensor> convTranspose2d(ConvTranspose2dArguments a) {
    ConvTranspose2dOptions options = a.options();
    Conv2dArguments forward =
        new Conv2dArguments(
            a.inputTensor(),
            a.weightTensor(),
            a.sizes(),
            forward(options),
            a.returnOutputDim(),
            a.returnWeightsAndBias());
    return ConvolutionOperations.run(
        forward, sizes(forward, options), form(options.mirrorKernel()));
  }

  static Form form(boolean mirrorKernel) {
    return mirrorKernel ? Form.IOHW_MIRRORED : Form.IOHW;
  }

  private static Conv2dOptions forward(ConvTranspose2dOptions options) {
    return new Conv2dOptions(
        options.stride(),
        options.padding(),
        options.dilation(),
        options.groups(),
        options.dtype(),
        options.biasTensor(),
        options.convConfig(),
        options.computeConfig(),
        options.memoryConfig(),
        options.device(),
        options.dramSliceConfig());
  }

  private static Sizes sizes(Conv2dArguments a, ConvTranspose2dOptions options) {
    ImageSize image = ConvolutionOperations.checkedImage(a);
    Check.that(
        a.options().config().paddingMode() == PaddingMode.ZEROS,
        "conv_config: padding_mode of a transposed convolution is ZEROS, got %s",
        a.options().config().paddingMode());
    Window asked =
        WindowArguments.window(
            a.sizes().kernelSize(), options.stride(), options.padding(), options.dilation());
    Spread spread = new Spread(asked.strideHeight(), asked.strideWidth());
    Window window = backwards(asked, options.outputPadding());
    return new Sizes(
        image,
        spread,
        window,
        WindowArguments.moved(spread.of(image), window, a.sizes().outChannels(), false));
  }

  /** What the padding takes away from the reach of the kernel is left as margin. */
  private static Window backwards(Window asked, List<Integer> more) {
    Check.that(
        more.size() == 2 && more.stream().allMatch(each -> each >= 0),
        "output_padding: height and width, both >= 0, are needed, got %s",
        more);
    int down = (asked.height() - 1) * asked.dilationHeight();
    int across = (asked.width() - 1) * asked.dilationWidth();
    Check.that(
        Math.max(asked.top(), asked.bottom()) <= down
            && Math.max(asked.left(), asked.right()) <= across,
        "padding: at most the reach of the kernel, %d x %d, is modelled, got %d, %d, %d and %d",
        down,
        across,
        asked.top(),
        asked.bottom(),
        asked.left(),
        asked.right());
    return asked
        .stride(1, 1)
        .padding(
            down - asked.top(),
            down - asked.bottom() + more.getFirst(),
            across - asked.left(),
            across - asked.right() + more.getLast());
  }
}
