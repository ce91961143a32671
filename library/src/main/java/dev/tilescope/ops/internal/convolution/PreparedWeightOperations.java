package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.convolution.Conv2dWeights.Form;
import dev.tilescope.ops.internal.convolution.ConvolutionOperations.Conv2dArguments;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.options.Conv2dConfig;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.ops.options.Conv2dSizes;
import dev.tilescope.ops.options.PrepareConvOptions;
import dev.tilescope.ops.options.PrepareConvTranspose2dOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Weights and biases brought to the device in the form that convolutions take, once for many. */
public final class PreparedWeightOperations {
  private PreparedWeightOperations() {}

  public record PrepareConvWeightsArguments(
      Tensor weightTensor,
      MemoryConfig inputMemoryConfig,
      Layout inputLayout,
      String weightsFormat,
      Conv2dSizes sizes,
      PrepareConvOptions options) {}

  public record PrepareConvBiasArguments(
      Tensor biasTensor,
      MemoryConfig inputMemoryConfig,
      Layout inputLayout,
      Conv2dSizes sizes,
      PrepareConvOptions options) {}

  public record PrepareConvTranspose2dWeightsArguments(
      Tensor weightTensor,
      MemoryConfig inputMemoryConfig,
      Layout inputLayout,
      String weightsFormat,
      Conv2dSizes sizes,
      PrepareConvTranspose2dOptions options) {}

  public record PrepareConvTranspose2dBiasArguments(
      Tensor biasTensor,
      MemoryConfig inputMemoryConfig,
      Layout inputLayout,
      Conv2dSizes sizes,
      PrepareConvTranspose2dOptions options) {}

  public static final Operation<PrepareConvWeightsArguments, Tensor> PREPARE_CONV_WEIGHTS =
      Operation.of(
          "ttnn::prepare_conv_weights",
          PrepareConvWeightsArguments.class,
          a -> weights(a.weightTensor(), a.weightsFormat(), Form.OIHW, a.sizes(), of(a.options())));
  public static final Operation<PrepareConvBiasArguments, Tensor> PREPARE_CONV_BIAS =
      Operation.of(
          "ttnn::prepare_conv_bias",
          PrepareConvBiasArguments.class,
          a -> bias(a.biasTensor(), a.sizes(), of(a.options())));
  public static final Operation<PrepareConvTranspose2dWeightsArguments, Tensor>
      PREPARE_CONV_TRANSPOSE2D_WEIGHTS =
          Operation.of(
              "ttnn::prepare_conv_transpose2d_weights",
              PrepareConvTranspose2dWeightsArguments.class,
              a ->
                  weights(
                      a.weightTensor(),
                      a.weightsFormat(),
                      ConvTransposeOperations.form(a.options().mirrorKernel()),
                      a.sizes(),
                      of(a.options())));
  public static final Operation<PrepareConvTranspose2dBiasArguments, Tensor>
      PREPARE_CONV_TRANSPOSE2D_BIAS =
          Operation.of(
              "ttnn::prepare_conv_transpose2d_bias",
              PrepareConvTranspose2dBiasArguments.class,
              a -> bias(a.biasTensor(), a.sizes(), of(a.options())));

  /** What of the coming call decides how weights lie. */
  private record Coming(
      List<Integer> dilation,
      int groups,
      @Nullable MeshDevice device,
      @Nullable Conv2dConfig config) {
    MeshDevice on() {
      if (device == null) {
        throw Check.failed("device: the one of the coming convolution is needed, got none");
      }
      return device;
    }

    Conv2dOptions options() {
      return Conv2dOptions.DEFAULT.withGroups(groups).withConvConfig(config);
    }
  }

  private static Coming of(PrepareConvOptions options) {
    return new Coming(options.dilation(), options.groups(), options.device(), options.convConfig());
  }

  private static Coming of(PrepareConvTranspose2dOptions options) {
    return new Coming(options.dilation(), options.groups(), options.device(), options.convConfig());
  }

  private static Tensor weights(
      Tensor weight, String format, Form form, Conv2dSizes sizes, Coming coming) {
    String taken = form == Form.OIHW ? "OIHW" : "IOHW";
    Check.that(format.equals(taken), "weights_format: %s is taken, got \"%s\"", taken, format);
    int groups = coming.groups();
    Check.that(
        groups > 0 && sizes.inChannels() % groups == 0 && sizes.outChannels() % groups == 0,
        "groups: must divide %d input and %d output channels, got %d",
        sizes.inChannels(),
        sizes.outChannels(),
        groups);
    Window window =
        WindowArguments.window(sizes.kernelSize(), List.of(1, 1), List.of(0, 0), coming.dilation());
    Conv2dArguments call =
        new Conv2dArguments(weight, weight, sizes, coming.options(), false, false);
    return Conv2dWeights.weight(call, form, window, sizes.inChannels(), coming.on());
  }

  private static Tensor bias(Tensor bias, Conv2dSizes sizes, Coming coming) {
    Shape shape = Shape.of(1, 1, 1, sizes.outChannels());
    Check.floats("bias_tensor", bias);
    Check.that(
        bias.shape().volume() == sizes.outChannels(),
        "bias_tensor: %s is needed, got %s",
        shape,
        bias.shape());
    return Conv2dWeights.bias("bias_tensor", bias, shape, coming.options(), coming.on());
  }
}
