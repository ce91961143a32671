package dev.tilescope.ops;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostModel;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.GoldenCall;
import dev.tilescope.ops.kernel.ImageKernels;
import dev.tilescope.ops.kernel.Kernels;
import dev.tilescope.ops.kernel.UnaryKind;
import dev.tilescope.ops.kernel.Window;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import dev.tilescope.track.Tracker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Convolution of NHWC images. Pixels are padded first, in a program of its own that reads tiles or
 * rows and writes rows; a kernel of one pixel that moves by one is a matrix product instead.
 *
 * <p>Longer than most: two device operations, and what is done to weights on the host.
 */
abstract class ConvolutionOperations extends GatheredNormOperations {
  private static final ComputeKernelConfig DEFAULT_COMPUTE =
      ComputeKernelConfig.DEFAULT.withMathFidelity(MathFidelity.HI_FI4);

  record HaloParams(
      ImageSize image, Margins margins, float padValue, MemoryConfig outputMemConfig) {}

  /**
   * @param image of the padded input
   * @param window without padding
   */
  record Conv2dParams(
      ImageSize image,
      Window window,
      ImageSize output,
      int groups,
      @Nullable UnaryKind activation,
      DataType dtype,
      Layout outputLayout,
      MemoryConfig memoryConfig,
      ComputeKernelConfig computeKernelConfig,
      int actBlockHOverride,
      boolean enableActDoubleBuffer,
      boolean enableWeightsDoubleBuffer) {}

  static final DeviceOperation<HaloParams> HALO =
      DeviceOperation.<HaloParams>named("HaloDeviceOperation", "halo")
          .takes(Input.of("input_tensor").floats())
          .output(call ->
              new TensorSpec(
                  call.params().margins().around(call.params().image()).flat(),
                  rowsOf(call.spec(0).dtype()),
                  Layout.ROW_MAJOR,
                  call.params().outputMemConfig()))
          .circularBuffers(
              "Input and result where they lie if sharded, else two pages of each; two rows of"
                  + " padding; for tiles two rows of tiles to untilize into.",
              ConvolutionOperations::haloBuffers)
          .cost(call -> {
            int cores =
                CircularBuffers.sharing(call.outputSpec().pageCount(), call.device()).size();
            return Costs.work(0, cores, Costs.inputs(call), call.outputSpec());
          })
          .kernel(ConvolutionOperations::computeHalo)
          .golden(ConvolutionOperations::goldenHalo)
          .declare();

  static final DeviceOperation<Conv2dParams> CONV2D =
      DeviceOperation.<Conv2dParams>named("Conv2dDeviceOperation", "conv2d")
          .takes(
              Input.of("input_tensor").floats().in(Layout.ROW_MAJOR),
              Input.of("weight_tensor").floats().in(Layout.TILE),
              Input.optional("bias_tensor").floats().in(Layout.TILE))
          .output(call ->
              new TensorSpec(
                  call.params().output().flat(),
                  call.params().dtype(),
                  call.params().outputLayout(),
                  call.params().memoryConfig()))
          .circularBuffers(Conv2dBlocks.TEXT, call -> Conv2dBlocks.of(call).buffers(call))
          .cost(ConvolutionOperations::cost)
          .kernel(ConvolutionOperations::compute)
          .golden(ConvolutionOperations::golden)
          .declare();

  record Conv2dArguments(
      Tensor inputTensor,
      Tensor weightTensor,
      int inChannels,
      int outChannels,
      int batchSize,
      int inputHeight,
      int inputWidth,
      int[] kernelSize,
      Conv2dOptions options,
      @Default("false") boolean returnOutputDim,
      @Default("false") boolean returnWeightsAndBias) {}

  private static final Operation<Conv2dArguments, List<Tensor>> CONV2D_OPERATION =
      Operation.of(
          "ttnn::conv2d",
          Conv2dArguments.class,
          ConvolutionOperations::conv2d,
          HALO,
          CONV2D,
          MATMUL);

  /**
   * @param input {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}
   * @param weight {@code [O, C/groups, KH, KW]} on host or device, or as a call before gave it
   * @return {@code [1, 1, N*OH*OW, O]}
   */
  public static Tensor conv2d(
      Tensor input,
      Tensor weight,
      int inChannels,
      int outChannels,
      int batchSize,
      int inputHeight,
      int inputWidth,
      int[] kernelSize,
      Conv2dOptions options) {
    return CONV2D_OPERATION
        .call(
            new Conv2dArguments(
                input,
                weight,
                inChannels,
                outChannels,
                batchSize,
                inputHeight,
                inputWidth,
                kernelSize,
                options,
                false,
                false))
        .getFirst();
  }

  /** The same, with the size of the result and weights and bias as the device takes them. */
  public static Conv2dResult conv2dWithWeights(
      Tensor input,
      Tensor weight,
      int inChannels,
      int outChannels,
      int batchSize,
      int inputHeight,
      int inputWidth,
      int[] kernelSize,
      Conv2dOptions options) {
    Conv2dArguments arguments =
        new Conv2dArguments(
            input,
            weight,
            inChannels,
            outChannels,
            batchSize,
            inputHeight,
            inputWidth,
            kernelSize,
            options,
            true,
            true);
    List<Tensor> results = CONV2D_OPERATION.call(arguments);
    ImageSize output = checked(arguments).output();
    return new Conv2dResult(
        results.getFirst(),
        output.height(),
        output.width(),
        results.get(1),
        results.size() > 2 ? results.get(2) : null);
  }

  /** The sizes of a call, once its arguments are known to be sound. */
  private record Sizes(ImageSize image, Window window, ImageSize output) {}

  private static Sizes checked(Conv2dArguments a) {
    Conv2dOptions options = a.options();
    Check.that(a.inChannels() > 0, "in_channels: must be > 0, got %d", a.inChannels());
    Check.that(a.outChannels() > 0, "out_channels: must be > 0, got %d", a.outChannels());
    ImageSize image =
        ImageSize.of(
            a.inputTensor(), a.batchSize(), a.inputHeight(), a.inputWidth(), a.inChannels());
    Window window =
        WindowArguments.window(
            a.kernelSize(),
            array(options.stride()),
            array(options.padding()),
            array(options.dilation()));
    int groups = options.groups();
    Check.that(
        groups > 0 && a.inChannels() % groups == 0 && a.outChannels() % groups == 0,
        "groups: must divide %d input and %d output channels, got %d",
        a.inChannels(),
        a.outChannels(),
        groups);
    return new Sizes(image, window, WindowArguments.moved(image, window, a.outChannels(), false));
  }

  private static int[] array(List<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).toArray();
  }

  private static List<Tensor> conv2d(Conv2dArguments a) {
    Tensor input = a.inputTensor();
    MeshDevice device = input.requireBuffer("input_tensor").device();
    Check.floats("input_tensor", input);
    Sizes sizes = checked(a);
    Conv2dOptions options = a.options();
    Conv2dParams params = params(a, sizes, device);
    Tensor bias = options.biasTensor();
    Shape biasShape = Shape.of(1, 1, 1, a.outChannels());
    if (bias != null) {
      Check.floats("bias_tensor", bias);
      Check.that(
          bias.shape().volume() == a.outChannels(),
          "bias_tensor: %s is needed, got %s",
          biasShape,
          bias.shape());
    }
    Tensor weight = weight(a, sizes.window(), device);
    Tensor row = null;
    boolean kept = false;
    try {
      row = bias == null ? null : onDevice("bias_tensor", bias, biasShape, options, device);
      Tensor output = convolved(a, sizes, params, weight, row);
      kept = a.returnWeightsAndBias();
      return !kept
          ? List.of(output)
          : row == null ? List.of(output, weight) : List.of(output, weight, row);
    } finally {
      if (!kept) {
        closeUnlessGiven(weight, a.weightTensor());
        closeUnlessGiven(row, bias);
      }
    }
  }

  private static void closeUnlessGiven(@Nullable Tensor made, @Nullable Tensor given) {
    if (made != null && made != given) {
      made.close();
    }
  }

  private static Conv2dParams params(Conv2dArguments a, Sizes sizes, MeshDevice device) {
    Conv2dOptions options = a.options();
    Conv2dConfig config = options.config();
    String activation = config.activation();
    Check.that(
        config.actBlockHOverride() >= 0 && config.actBlockHOverride() % TensorSpec.TILE_SIDE == 0,
        "conv_config: act_block_h_override must be a multiple of 32, got %d",
        config.actBlockHOverride());
    Window window = sizes.window();
    DataType asked = options.dtype();
    DataType dtype = asked == null ? a.inputTensor().dtype() : asked;
    Check.that(dtype.isFloat(), "dtype: a floating-point type is needed, got %s", dtype);
    ComputeKernelConfig compute = options.computeConfig();
    return new Conv2dParams(
        WindowArguments.margins(window).around(sizes.image()),
        window.padding(0, 0, 0, 0),
        sizes.output(),
        options.groups(),
        activation == null ? null : Activations.named("activation", activation),
        dtype,
        config.outputLayout(),
        resultMemory(a, sizes.output(), device),
        compute == null ? DEFAULT_COMPUTE : compute,
        config.actBlockHOverride(),
        config.enableActDoubleBuffer(),
        config.enableWeightsDoubleBuffer());
  }

  private static MemoryConfig resultMemory(Conv2dArguments a, ImageSize output, MeshDevice device) {
    MemoryConfig asked = a.options().memoryConfig();
    TensorMemoryLayout shards = a.options().config().shardLayout();
    if (asked != null) {
      return asked;
    }
    if (shards == null || !shards.isSharded()) {
      return Chain.interleaved(a.inputTensor().memoryConfig());
    }
    Check.that(
        shards == TensorMemoryLayout.HEIGHT_SHARDED,
        "conv_config: shard_layout must be HEIGHT_SHARDED, got %s; give a memory_config instead",
        shards);
    Layout layout = a.options().config().outputLayout();
    return heightSharded(output.flat(), layout, CircularBuffers.wholeGrid(device).size(), device);
  }

  /** Rows shared out evenly in L1, whole tiles of them where there are tiles. */
  static MemoryConfig heightSharded(Shape shape, Layout layout, int cores, MeshDevice device) {
    TensorSpec spec = new TensorSpec(shape, DataType.BFLOAT16, layout, MemoryConfig.L1);
    long unit = layout == Layout.TILE ? TensorSpec.TILE_SIDE : 1;
    long units = Math.max(1, spec.physicalHeight() / unit);
    long each = Math.ceilDiv(units, Math.min(cores, units));
    CoreRangeSet used = CircularBuffers.sharing(Math.ceilDiv(units, each), device);
    Check.that(
        each * unit <= Integer.MAX_VALUE,
        "memory_config: shards of %s would have more than 2^31-1 rows",
        shape);
    return MemoryConfig.sharded(
        TensorMemoryLayout.HEIGHT_SHARDED,
        BufferType.L1,
        new ShardSpec(
            used, (int) (each * unit), (int) spec.physicalWidth(), ShardOrientation.ROW_MAJOR));
  }

  private static Tensor convolved(
      Conv2dArguments a, Sizes sizes, Conv2dParams params, Tensor weight, @Nullable Tensor bias) {
    Chain chain = Chain.from(a.inputTensor()).then(t -> shaped(t, sizes.image().flat().toArray()));
    if (isProduct(sizes.window(), params.groups())) {
      return product(a, params, weight, bias, chain);
    }
    chain.then(t -> halo(t, sizes.image(), WindowArguments.margins(sizes.window()), 0));
    freeIfAsked(a);
    return chain.then(t -> CONV2D.run(params, t, weight, bias)).end();
  }

  private static boolean isProduct(Window window, int groups) {
    return groups == 1 && window.equals(Window.of(1, 1));
  }

  private static Tensor product(
      Conv2dArguments a, Conv2dParams params, Tensor weight, @Nullable Tensor bias, Chain chain) {
    MatmulOptions options =
        MatmulOptions.DEFAULT
            .withMemoryConfig(Chain.interleaved(params.memoryConfig()))
            .withDtype(params.dtype())
            .withActivation(a.options().config().activation())
            .withComputeKernelConfig(a.options().computeConfig());
    chain.then(ReductionOperations::interleavedTiles).then(t -> linear(t, weight, bias, options));
    freeIfAsked(a);
    return chain
        .thenIf(params.outputLayout() == Layout.ROW_MAJOR, t -> toLayout(t, Layout.ROW_MAJOR))
        .then(t -> placed(t, params.memoryConfig()))
        .end();
  }

  private static void freeIfAsked(Conv2dArguments a) {
    if (a.options().config().deallocateActivation()) {
      a.inputTensor().close();
    }
  }

  /** Pixels with a margin, as rows; in shards if they were in shards in L1. */
  static Tensor halo(Tensor input, ImageSize image, Margins margins, float padValue) {
    MemoryConfig memory = input.memoryConfig();
    ShardSpec shards = memory.shardSpec();
    MeshDevice device = input.device();
    MemoryConfig result =
        shards != null && memory.bufferType().isL1()
            ? heightSharded(
                margins.around(image).flat(), Layout.ROW_MAJOR, shards.grid().size(), device)
            : Chain.interleaved(memory);
    return HALO.run(new HaloParams(image, margins, padValue, result), input);
  }

  /** Block floats exist in tiles only. */
  static DataType rowsOf(DataType dtype) {
    return dtype.isBlockFloat() ? DataType.BFLOAT16 : dtype;
  }

  /** {@code [1, 1, KH*KW*C/groups, O]} on the device: the matrix that rows of taps meet. */
  private static Tensor weight(Conv2dArguments a, Window window, MeshDevice device) {
    Tensor weight = a.weightTensor();
    Check.floats("weight_tensor", weight);
    int depth = a.inChannels() / a.options().groups();
    Shape given = Shape.of(a.outChannels(), depth, window.height(), window.width());
    long rows = (long) depth * window.height() * window.width();
    Check.that(
        rows <= Integer.MAX_VALUE, "kernel_size: %d weights of a channel are too many", rows);
    Shape matrix = Shape.of(1, 1, (int) rows, a.outChannels());
    if (weight.isOnDevice() && weight.shape().equals(matrix) && weight.layout() == Layout.TILE) {
      weight.requireBuffer("weight_tensor");
      return weight;
    }
    Check.that(
        weight.shape().equals(given),
        "weight_tensor: %s, or %s as conv2d gave it, is needed, got %s",
        given,
        matrix,
        weight.shape());
    if (weight.isOnDevice()) {
      weight.requireBuffer("weight_tensor");
    }
    Tensor host = fromDevice(weight);
    TensorSpec spec = hostSpec(matrix, host.dtype(), a.options());
    if (Tracker.dispatchBlocked()) {
      Tensor uncomputed = Tensor.onHostUncomputed(spec, host.distribution());
      return upload(uncomputed, device, MemoryConfig.DRAM);
    }
    int[] dims = given.toArray();
    List<Values> parts = new ArrayList<>();
    for (Values part : host.requireParts("weight_tensor")) {
      float[] turned = new float[part.size()];
      Kernels.permute(part.floats(), dims, new int[] {2, 3, 1, 0}, turned);
      parts.add(new Values.Floats(turned));
    }
    return upload(hostTensor(spec, host, parts), device, MemoryConfig.DRAM);
  }

  private static TensorSpec hostSpec(Shape shape, DataType dtype, Conv2dOptions options) {
    DataType asked = options.config().weightsDtype();
    DataType type = asked == null ? dtype : asked;
    Check.that(
        type.isFloat(), "conv_config: weights_dtype must be a floating-point type, got %s", type);
    return new TensorSpec(shape, type, Layout.TILE, MemoryConfig.DRAM);
  }

  private static Tensor hostTensor(TensorSpec spec, Tensor like, List<Values> parts) {
    parts.forEach(part -> Rounding.toType(spec, part));
    return Tensor.onHost(spec, like.distribution(), parts);
  }

  private static Tensor onDevice(
      String argument, Tensor row, Shape shape, Conv2dOptions options, MeshDevice device) {
    if (row.isOnDevice()) {
      row.requireBuffer(argument);
      if (row.shape().equals(shape) && row.layout() == Layout.TILE) {
        return row;
      }
    }
    Tensor host = fromDevice(row);
    TensorSpec spec = hostSpec(shape, host.dtype(), options);
    Tensor prepared =
        Tracker.dispatchBlocked()
            ? Tensor.onHostUncomputed(spec, host.distribution())
            : hostTensor(
                spec, host, host.requireParts(argument).stream().map(Values::copy).toList());
    return upload(prepared, device, MemoryConfig.DRAM);
  }

  private static List<CircularBuffer> haloBuffers(Call<HaloParams> call) {
    CoreRangeSet cores = CircularBuffers.sharing(call.outputSpec().pageCount(), call.device());
    List<CircularBuffer> buffers = new ArrayList<>();
    for (Tensor side : List.of(call.input(0), call.output())) {
      boolean inPlace = side.memoryConfig().isSharded() && side.memoryConfig().bufferType().isL1();
      buffers.add(
          inPlace ? CircularBuffers.backedBy(side) : CircularBuffers.doubled(cores, side.spec()));
    }
    buffers.add(CircularBuffers.pages(cores, call.outputSpec(), 1));
    buffers.add(CircularBuffers.pages(cores, call.outputSpec(), 1));
    if (call.spec(0).layout() == Layout.TILE) {
      long width = Math.max(1, call.spec(0).physicalWidth() / TensorSpec.TILE_SIDE);
      DataType dtype = call.outputSpec().dtype();
      buffers.add(CircularBuffers.rowOfTiles(cores, dtype, width, call.device()));
      buffers.add(CircularBuffers.rowOfTiles(cores, dtype, width, call.device()));
    }
    return buffers;
  }

  private static void computeHalo(Call<HaloParams> call) {
    HaloParams params = call.params();
    float[] out = call.out().floats();
    if (!params.margins().equals(Margins.NONE)) {
      Arrays.fill(out, params.padValue());
    }
    copyInterior(call.floats(0), params.image(), params.margins(), out, true);
  }

  /**
   * Between an image and the middle of a larger one.
   *
   * @param inward into the larger one, or out of it
   */
  static void copyInterior(
      float[] from, ImageSize image, Margins margins, float[] to, boolean inward) {
    ImageSize padded = margins.around(image);
    int row = image.width() * image.channels();
    for (int n = 0; n < image.batch(); n++) {
      for (int y = 0; y < image.height(); y++) {
        int inside = image.at(n, y, 0);
        int outside = padded.at(n, y + margins.top(), margins.left());
        System.arraycopy(from, inward ? inside : outside, to, inward ? outside : inside, row);
      }
    }
  }

  private static double[] goldenHalo(GoldenCall<HaloParams> call) {
    HaloParams params = call.params();
    ImageSize image = params.image();
    ImageSize padded = params.margins().around(image);
    double[] out = call.newOutput();
    for (int i = 0; i < out.length; i++) {
      int x = i / image.channels() % padded.width() - params.margins().left();
      int row = i / (image.channels() * padded.width());
      int y = row % padded.height() - params.margins().top();
      boolean inside = x >= 0 && y >= 0 && x < image.width() && y < image.height();
      int at = image.at(row / padded.height(), y, x) + i % image.channels();
      out[i] = inside ? call.values(0)[at] : params.padValue();
    }
    return out;
  }

  private static CostModel.Work cost(Call<Conv2dParams> call) {
    Conv2dParams params = call.params();
    Conv2dBlocks blocks = Conv2dBlocks.of(call);
    int passes = params.computeKernelConfig().mathFidelity().passes();
    ImageSize output = params.output();
    double operations =
        2.0
            * params.image().channels()
            * params.window().height()
            * params.window().width()
            * output.height()
            * output.width()
            * output.channels()
            * output.batch();
    double grid = 4096.0 * call.device().board().compute().size();
    return Costs.work(
            blocks.products(output) * Costs.CYCLES_PER_TILE_PRODUCT * passes,
            blocks.cores().size(),
            Costs.inputs(call),
            call.outputSpec())
        .withFloatingPointOperations(
            (long) operations, (long) Math.ceil(operations / grid * passes));
  }

  private static void compute(Call<Conv2dParams> call) {
    Conv2dParams params = call.params();
    Window window = params.window();
    int outChannels = params.output().channels();
    int depth = params.image().channels() / params.groups();
    float[] matrix = call.floats(1);
    float[] weight = new float[matrix.length];
    int[] dims = {window.height(), window.width(), depth, outChannels};
    Kernels.permute(matrix, dims, new int[] {3, 2, 0, 1}, weight);
    float[] out = call.out().floats();
    ImageKernels.conv2d(
        call.floats(0),
        params.image().image(),
        weight,
        call.floatsOrNull(2),
        window,
        outChannels,
        params.groups(),
        out);
    if (params.activation() != null) {
      Kernels.unary(params.activation(), out, out);
    }
  }

  private static double[] golden(GoldenCall<Conv2dParams> call) {
    Conv2dParams params = call.params();
    ImageSize output = params.output();
    double[] out = call.newOutput();
    for (int i = 0; i < out.length; i++) {
      int channel = i % output.channels();
      int x = i / output.channels() % output.width();
      int y = i / (output.channels() * output.width()) % output.height();
      int n = i / (output.channels() * output.width() * output.height());
      double sum = call.has(2) ? call.values(2)[channel] : 0;
      sum += goldenTaps(call, n, y, x, channel);
      UnaryKind kind = params.activation();
      out[i] =
          kind == null ? sum : ElementwiseGolden.unary(kind, kind.defaultP(), kind.defaultQ(), sum);
    }
    return out;
  }

  private static double goldenTaps(
      GoldenCall<Conv2dParams> call, int n, int y, int x, int channel) {
    Conv2dParams params = call.params();
    Window window = params.window();
    int depth = params.image().channels() / params.groups();
    int first = channel / (params.output().channels() / params.groups()) * depth;
    double sum = 0;
    for (int tap = 0; tap < window.height() * window.width() * depth; tap++) {
      int ky = tap / depth / window.width();
      int kx = tap / depth % window.width();
      int pixel =
          params
              .image()
              .at(
                  n,
                  y * window.strideHeight() + ky * window.dilationHeight(),
                  x * window.strideWidth() + kx * window.dilationWidth());
      sum +=
          call.values(0)[pixel + first + tap % depth]
              * call.values(1)[tap * params.output().channels() + channel];
    }
    return sum;
  }
}
