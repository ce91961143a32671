package dev.tilescope.ops.internal.convolution;

import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.composite.Relayout;
import dev.tilescope.ops.internal.convolution.Conv2dWeights.Form;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.internal.matmul.MatmulOperations;
import dev.tilescope.ops.internal.matmul.MatmulOperations.LinearArguments;
import dev.tilescope.ops.internal.mechanism.Activations;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DoorMethod;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.mechanism.Uploads;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.internal.movement.PaddedSliceOperations;
import dev.tilescope.ops.internal.movement.SliceWriteOperations;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.Conv2dConfig;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.ops.options.Conv2dResult;
import dev.tilescope.ops.options.Conv2dSizes;
import dev.tilescope.ops.options.Conv2dSliceConfig;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;

/**
 * Convolution of NHWC images with a margin; a kernel of one pixel that moves by one is a matrix
 * product instead. Longer than most for its many arguments, which are checked apart.
 */
public final class ConvolutionOperations {
  private ConvolutionOperations() {}

  private static final ComputeKernelConfig DEFAULT_COMPUTE =
      ComputeKernelConfig.DEFAULT.withMathFidelity(MathFidelity.HI_FI4);

  public record Conv2dArguments(
      Tensor inputTensor,
      Tensor weightTensor,
      Conv2dSizes sizes,
      Conv2dOptions options,
      @Default("false") boolean returnOutputDim,
      @Default("false") boolean returnWeightsAndBias) {}

  public static final Operation<Conv2dArguments, List<Tensor>> CONV2D =
      Operation.of(
              "ttnn::conv2d",
              Conv2dArguments.class,
              ConvolutionOperations::conv2d,
              PaddedSliceOperations.PADDED_SLICE_ON_DEVICE,
              HaloOperations.HALO_ON_DEVICE,
              Conv2dOperations.CONV2D_ON_DEVICE,
              SliceWriteOperations.SLICE_WRITE_ON_DEVICE)
          .through("MatmulDeviceOperation")
          .byHand();

  @DoorMethod(operation = "ttnn::conv2d", returns = "a tensor of shape `[1, 1, N*OH*OW, O]`")
  public static Tensor conv2d(
      Tensor inputTensor, Tensor weightTensor, Conv2dSizes sizes, Conv2dOptions options) {
    return CONV2D
        .call(new Conv2dArguments(inputTensor, weightTensor, sizes, options, false, false))
        .getFirst();
  }

  @DoorMethod(
      operation = "ttnn::conv2d",
      value =
          "The same convolution with the size of its image and the weights as the device takes them, to be given to the next call.",
      returns = "the result, its height and width, and weights and bias as the device takes them")
  public static Conv2dResult conv2dWithWeights(
      Tensor inputTensor, Tensor weightTensor, Conv2dSizes sizes, Conv2dOptions options) {
    Conv2dArguments arguments =
        new Conv2dArguments(inputTensor, weightTensor, sizes, options, true, true);
    List<Tensor> results = CONV2D.call(arguments);
    ImageSize output = checked(arguments).output();
    return new Conv2dResult(
        results.getFirst(),
        output.height(),
        output.width(),
        results.get(1),
        results.size() > 2 ? results.get(2) : null);
  }

  /**
   * The sizes of a call, once its arguments are known to be sound.
   *
   * @param window as it moves over the image whose pixels are spread
   */
  public record Sizes(ImageSize image, Spread spread, Window window, ImageSize output) {}

  private static Sizes checked(Conv2dArguments a) {
    Conv2dOptions options = a.options();
    ImageSize image = checkedImage(a);
    Window window =
        WindowArguments.window(
            a.sizes().kernelSize(), options.stride(), options.padding(), options.dilation());
    return new Sizes(
        image,
        Spread.NONE,
        window,
        WindowArguments.moved(image, window, a.sizes().outChannels(), false));
  }

  /** The image of a call whose channels and groups fit. */
  static ImageSize checkedImage(Conv2dArguments a) {
    int inChannels = a.sizes().inChannels();
    int outChannels = a.sizes().outChannels();
    Check.that(inChannels > 0, "in_channels: must be > 0, got %d", inChannels);
    Check.that(outChannels > 0, "out_channels: must be > 0, got %d", outChannels);
    int groups = a.options().groups();
    Check.that(
        groups > 0 && inChannels % groups == 0 && outChannels % groups == 0,
        "groups: must divide %d input and %d output channels, got %d",
        inChannels,
        outChannels,
        groups);
    return ImageSize.of(a.inputTensor(), a.sizes(), groups);
  }

  private static List<Tensor> conv2d(Conv2dArguments a) {
    return run(a, checked(a), Form.OIHW);
  }

  /** An input that is on the host is brought to the device for this call. */
  static List<Tensor> run(Conv2dArguments a, Sizes sizes, Form form) {
    MeshDevice device = a.options().device();
    if (a.inputTensor().isOnDevice() || device == null) {
      return onDevice(a, sizes, form);
    }
    Conv2dConfig keeps = a.options().config().withDeallocateActivation(false);
    try (Temporaries made = Temporaries.besides(a.inputTensor())) {
      Tensor input = made.own(Uploads.upload(a.inputTensor(), device, MemoryConfig.DRAM));
      Conv2dArguments placed =
          new Conv2dArguments(
              input,
              a.weightTensor(),
              a.sizes(),
              a.options().withConvConfig(keeps),
              a.returnOutputDim(),
              a.returnWeightsAndBias());
      return made.handOver(onDevice(placed, sizes, form));
    }
  }

  private static List<Tensor> onDevice(Conv2dArguments a, Sizes sizes, Form form) {
    Tensor input = a.inputTensor();
    MeshDevice device = input.requireBuffer("input_tensor").device();
    Check.floats("input_tensor", input);
    Conv2dOptions options = a.options();
    Check.that(
        options.device() == null || options.device() == device,
        "device: it must be that of input_tensor, %s, got %s",
        device.label(),
        options.device() == null ? "none" : options.device().label());
    Conv2dSliceConfig.check("slice_config", options.sliceConfig());
    checkConfig(options.config());
    Tensor bias = options.biasTensor();
    Shape biasShape = Shape.of(1, 1, 1, a.sizes().outChannels());
    if (bias != null) {
      Check.floats("bias_tensor", bias);
      Check.that(
          bias.shape().volume() == a.sizes().outChannels(),
          "bias_tensor: %s is needed, got %s",
          biasShape,
          bias.shape());
    }
    return withWeights(a, sizes, form, biasShape);
  }

  private static void checkConfig(Conv2dConfig config) {
    Check.that(
        config.actBlockHOverride() >= 0 && config.actBlockHOverride() % TensorSpec.TILE_SIDE == 0,
        "conv_config: act_block_h_override must be a multiple of 32, got %d",
        config.actBlockHOverride());
  }

  /** Weights and bias that are prepared for this call alone are freed with it, in that order. */
  private static List<Tensor> withWeights(
      Conv2dArguments a, Sizes sizes, Form form, Shape biasShape) {
    Conv2dOptions options = a.options();
    Tensor bias = options.biasTensor();
    MeshDevice device = a.inputTensor().device();
    DataType dtype = dtype(a);
    String activation = options.config().activation();
    UnaryKind fused = activation == null ? null : Activations.named("activation", activation);
    ComputeKernelConfig asked = options.computeConfig();
    try (Temporaries made = Temporaries.besides(a.inputTensor(), a.weightTensor(), bias)) {
      Tensor weight =
          made.own(Conv2dWeights.weight(a, form, sizes.window(), sizes.image().channels(), device));
      Tensor row =
          bias == null
              ? null
              : made.own(Conv2dWeights.bias("bias_tensor", bias, biasShape, options, device));
      ComputeKernelConfig compute = asked == null ? DEFAULT_COMPUTE : asked;
      Tensor output =
          made.own(result(new Conv2dRequest(a, sizes, form, dtype, fused, compute, weight, row)));
      if (!a.returnWeightsAndBias()) {
        made.free(weight);
        return made.handOver(List.of(output));
      }
      return made.handOver(row == null ? List.of(output, weight) : List.of(output, weight, row));
    }
  }

  private static DataType dtype(Conv2dArguments a) {
    DataType asked = a.options().dtype();
    DataType dtype = asked == null ? a.inputTensor().dtype() : asked;
    Check.that(dtype.isFloat(), "dtype: a floating-point type is needed, got %s", dtype);
    return dtype;
  }

  /** In L1 at once, or slice by slice: determine_conv2d_execution_path of conv2d_utils.cpp. */
  private static Tensor result(Conv2dRequest request) {
    if (request.isProduct()) {
      return ShardedConvolution.isDecided(request)
          ? new ShardedConvolution(request).run()
          : product(request);
    }
    return SlicedConvolution.applies(request)
        ? SlicedConvolution.of(request).run()
        : ShardedConvolution.of(request).run();
  }

  /** A product whose shards nobody asked for is one of interleaved tensors. */
  private static Tensor product(Conv2dRequest request) {
    Conv2dConfig config = request.config();
    MemoryConfig asked = request.options().memoryConfig();
    MatmulOptions options =
        MatmulOptions.DEFAULT
            .withMemoryConfig(MemoryConfig.DRAM)
            .withDtype(request.dtype())
            .withActivation(config.activation())
            .withComputeKernelConfig(request.options().computeConfig());
    try (Temporaries made =
        Temporaries.besides(request.input(), request.weight(), request.bias())) {
      Tensor product =
          made.step(
              request.input(),
              t -> Relayout.shaped(t, request.sizes().image().flat().toArray()),
              Relayout::interleavedTiles,
              t ->
                  MatmulOperations.LINEAR.call(
                      new LinearArguments(t, request.weight(), request.bias(), options)));
      request.freeInputIfAsked();
      return made.handOver(
          made.step(
              product,
              when(
                  config.outputLayout() == Layout.ROW_MAJOR,
                  t -> MovementSteps.toLayout(t, Layout.ROW_MAJOR)),
              t -> Relayout.placed(t, asked == null ? MemoryConfig.DRAM : asked)));
    }
  }
}
