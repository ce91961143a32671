package dev.tilescope.ops;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostModel;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.GoldenCall;
import dev.tilescope.ops.kernel.ImageKernels;
import dev.tilescope.ops.kernel.Window;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Pools of NHWC images: the greatest or the average of each window. Longer than most because five
 * operations with many arguments come to one device operation.
 */
abstract class PoolOperations extends ConvolutionOperations {
  /** Tiles of channels that a pool reduces at a time. */
  private static final int REDUCED_TILES = 8;

  enum PoolType {
    MAX_POOL2D,
    AVG_POOL2D
  }

  /**
   * @param halo what the input has around it; at least the window's padding
   * @param adaptive whether windows are as even as possible, whatever {@code window} says
   */
  record Pool2DParams(
      PoolType poolType,
      ImageSize image,
      Margins halo,
      Window window,
      boolean ceilMode,
      boolean countIncludePad,
      @Nullable Integer divisorOverride,
      boolean adaptive,
      ImageSize output,
      DataType dtype,
      Layout outputLayout,
      MemoryConfig memoryConfig) {}

  static final DeviceOperation<Pool2DParams> POOL2D =
      DeviceOperation.<Pool2DParams>named("Pool2D", "pool2d")
          .takes(Input.of("input_tensor").floats().in(Layout.ROW_MAJOR))
          .output(call ->
              new TensorSpec(
                  call.params().output().flat(),
                  call.params().dtype(),
                  call.params().outputLayout(),
                  call.params().memoryConfig()))
          .circularBuffers(
              "Two tiles of the divisor, a tile of what clears, two windows of at most eight tiles"
                  + " of channels, 32 rows to tilize for tiles out, two pages out; a sharded result"
                  + " is used where it lies.",
              PoolOperations::poolBuffers)
          .cost(PoolOperations::poolCost)
          .kernel(PoolOperations::computePool)
          .golden(PoolOperations::goldenPool)
          .declare();

  record MaxPoolArguments(
      Tensor inputTensor,
      int batchSize,
      int inputH,
      int inputW,
      int channels,
      int[] kernelSize,
      int[] stride,
      int[] padding,
      int[] dilation,
      @Default("false") boolean ceilMode,
      PoolOptions options) {}

  record AvgPoolArguments(
      Tensor inputTensor,
      int batchSize,
      int inputH,
      int inputW,
      int channels,
      int[] kernelSize,
      int[] stride,
      int[] padding,
      @Default("false") boolean ceilMode,
      @Default("true") boolean countIncludePad,
      @Nullable Integer divisorOverride,
      PoolOptions options) {}

  record AdaptivePoolArguments(
      Tensor inputTensor,
      int batchSize,
      int inputH,
      int inputW,
      int channels,
      int[] outputSize,
      PoolOptions options) {}

  record GlobalAvgPoolArguments(
      Tensor inputTensor, @Nullable MemoryConfig memoryConfig, @Nullable DataType dtype) {}

  private static final Operation<MaxPoolArguments, Tensor> MAX_POOL_OPERATION =
      Operation.of(
          "ttnn::max_pool2d", MaxPoolArguments.class, PoolOperations::maxPool, HALO, POOL2D);
  private static final Operation<AvgPoolArguments, Tensor> AVG_POOL_OPERATION =
      Operation.of(
          "ttnn::avg_pool2d", AvgPoolArguments.class, PoolOperations::avgPool, HALO, POOL2D);
  private static final Operation<AdaptivePoolArguments, Tensor> ADAPTIVE_MAX_POOL_OPERATION =
      Operation.of(
          "ttnn::adaptive_max_pool2d",
          AdaptivePoolArguments.class,
          a -> adaptivePool(PoolType.MAX_POOL2D, a),
          HALO,
          POOL2D);
  private static final Operation<AdaptivePoolArguments, Tensor> ADAPTIVE_AVG_POOL_OPERATION =
      Operation.of(
          "ttnn::adaptive_avg_pool2d",
          AdaptivePoolArguments.class,
          a -> adaptivePool(PoolType.AVG_POOL2D, a),
          HALO,
          POOL2D);
  private static final Operation<GlobalAvgPoolArguments, Tensor> GLOBAL_AVG_POOL_OPERATION =
      Operation.of(
          "ttnn::global_avg_pool2d",
          GlobalAvgPoolArguments.class,
          PoolOperations::globalAvgPool,
          REDUCE);

  /**
   * The greatest element of each window.
   *
   * @param input {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}
   * @param padding height and width, or top, bottom, left and right
   * @param ceilMode whether a last window may hang over the edge
   */
  public static Tensor maxPool2d(
      Tensor input,
      int batchSize,
      int inputHeight,
      int inputWidth,
      int channels,
      int[] kernelSize,
      int[] stride,
      int[] padding,
      int[] dilation,
      boolean ceilMode,
      PoolOptions options) {
    return MAX_POOL_OPERATION.call(
        new MaxPoolArguments(
            input,
            batchSize,
            inputHeight,
            inputWidth,
            channels,
            kernelSize,
            stride,
            padding,
            dilation,
            ceilMode,
            options));
  }

  /**
   * The average of each window.
   *
   * @param countIncludePad whether padding counts as elements
   * @param divisorOverride what to divide by instead of the number of elements; null for that
   */
  public static Tensor avgPool2d(
      Tensor input,
      int batchSize,
      int inputHeight,
      int inputWidth,
      int channels,
      int[] kernelSize,
      int[] stride,
      int[] padding,
      boolean ceilMode,
      boolean countIncludePad,
      @Nullable Integer divisorOverride,
      PoolOptions options) {
    return AVG_POOL_OPERATION.call(
        new AvgPoolArguments(
            input,
            batchSize,
            inputHeight,
            inputWidth,
            channels,
            kernelSize,
            stride,
            padding,
            ceilMode,
            countIncludePad,
            divisorOverride,
            options));
  }

  /** The greatest elements of windows as even as possible, as many as the output has pixels. */
  public static Tensor adaptiveMaxPool2d(
      Tensor input,
      int batchSize,
      int inputHeight,
      int inputWidth,
      int channels,
      int[] outputSize,
      PoolOptions options) {
    return ADAPTIVE_MAX_POOL_OPERATION.call(
        new AdaptivePoolArguments(
            input, batchSize, inputHeight, inputWidth, channels, outputSize, options));
  }

  /** The averages of windows as even as possible, as many as the output has pixels. */
  public static Tensor adaptiveAvgPool2d(
      Tensor input,
      int batchSize,
      int inputHeight,
      int inputWidth,
      int channels,
      int[] outputSize,
      PoolOptions options) {
    return ADAPTIVE_AVG_POOL_OPERATION.call(
        new AdaptivePoolArguments(
            input, batchSize, inputHeight, inputWidth, channels, outputSize, options));
  }

  /** The average of all pixels of {@code [N, H, W, C]}, as {@code [N, 1, 1, C]} in tiles. */
  public static Tensor globalAvgPool2d(
      Tensor input, @Nullable MemoryConfig memoryConfig, @Nullable DataType dtype) {
    return GLOBAL_AVG_POOL_OPERATION.call(new GlobalAvgPoolArguments(input, memoryConfig, dtype));
  }

  private static Tensor maxPool(MaxPoolArguments a) {
    ImageSize image = image(a.inputTensor(), a.batchSize(), a.inputH(), a.inputW(), a.channels());
    Window window = WindowArguments.window(a.kernelSize(), a.stride(), a.padding(), a.dilation());
    return pool(
        PoolType.MAX_POOL2D,
        a.inputTensor(),
        image,
        window,
        new Counting(a.ceilMode(), false, null),
        a.options());
  }

  private static Tensor avgPool(AvgPoolArguments a) {
    ImageSize image = image(a.inputTensor(), a.batchSize(), a.inputH(), a.inputW(), a.channels());
    Window window =
        WindowArguments.window(a.kernelSize(), a.stride(), a.padding(), new int[] {1, 1});
    Integer divisor = a.divisorOverride();
    Check.that(divisor == null || divisor != 0, "divisor_override: must not be 0");
    return pool(
        PoolType.AVG_POOL2D,
        a.inputTensor(),
        image,
        window,
        new Counting(a.ceilMode(), a.countIncludePad(), divisor),
        a.options());
  }

  private record Counting(
      boolean ceilMode, boolean countIncludePad, @Nullable Integer divisorOverride) {}

  private static ImageSize image(Tensor input, int batch, int height, int width, int channels) {
    input.requireBuffer("input_tensor");
    Check.floats("input_tensor", input);
    return ImageSize.of(input, batch, height, width, channels);
  }

  private static Tensor pool(
      PoolType type,
      Tensor input,
      ImageSize image,
      Window window,
      Counting counting,
      PoolOptions options) {
    Check.that(
        2L * Math.max(window.top(), window.bottom())
                <= WindowArguments.reach(window.height(), window.dilationHeight())
            && 2L * Math.max(window.left(), window.right())
                <= WindowArguments.reach(window.width(), window.dilationWidth()),
        "padding: must be at most half of kernel_size %d x %d, got %s",
        window.height(),
        window.width(),
        WindowArguments.margins(window));
    ImageSize output = WindowArguments.moved(image, window, image.channels(), counting.ceilMode());
    Margins halo = halo(image, window, output);
    return run(
        input,
        new Pool2DParams(
            type,
            image,
            halo,
            window,
            counting.ceilMode(),
            counting.countIncludePad(),
            counting.divisorOverride(),
            false,
            output,
            options.dtype(),
            options.outputLayout(),
            memory(options, input)),
        options);
  }

  /** The padding, and more where a last window hangs over the edge. */
  private static Margins halo(ImageSize image, Window window, ImageSize output) {
    long rows =
        (output.height() - 1L) * window.strideHeight()
            + WindowArguments.reach(window.height(), window.dilationHeight());
    long columns =
        (output.width() - 1L) * window.strideWidth()
            + WindowArguments.reach(window.width(), window.dilationWidth());
    return new Margins(
        window.top(),
        (int) Math.max(window.bottom(), rows - image.height() - window.top()),
        window.left(),
        (int) Math.max(window.right(), columns - image.width() - window.left()));
  }

  private static MemoryConfig memory(PoolOptions options, Tensor input) {
    MemoryConfig asked = options.memoryConfig();
    return asked == null ? Chain.interleaved(input.memoryConfig()) : asked;
  }

  private static Tensor run(Tensor input, Pool2DParams params, PoolOptions options) {
    Check.that(
        params.dtype().isFloat(), "dtype: a floating-point type is needed, got %s", params.dtype());
    Check.that(
        !params.dtype().isBlockFloat() || params.outputLayout() == Layout.TILE,
        "output_layout: %s needs TILE, got %s",
        params.dtype(),
        params.outputLayout());
    float padding = params.poolType() == PoolType.MAX_POOL2D ? Float.NEGATIVE_INFINITY : 0;
    Chain chain =
        Chain.from(input)
            .then(t -> shaped(t, params.image().flat().toArray()))
            .then(t -> halo(t, params.image(), params.halo(), padding));
    if (options.deallocateInput()) {
      input.close();
    }
    return chain.then(t -> POOL2D.run(params, t)).end();
  }

  private static Tensor adaptivePool(PoolType type, AdaptivePoolArguments a) {
    Tensor input = a.inputTensor();
    ImageSize image = image(input, a.batchSize(), a.inputH(), a.inputW(), a.channels());
    WindowArguments.pair("output_size", a.outputSize());
    PoolOptions options = a.options();
    return run(
        input,
        new Pool2DParams(
            type,
            image,
            Margins.NONE,
            Window.of(1, 1),
            false,
            false,
            null,
            true,
            image.with(a.outputSize()[0], a.outputSize()[1], a.channels()),
            options.dtype(),
            options.outputLayout(),
            memory(options, input)),
        options);
  }

  private static Tensor globalAvgPool(GlobalAvgPoolArguments a) {
    Tensor input = a.inputTensor();
    input.requireBuffer("input_tensor");
    Check.floats("input_tensor", input);
    Shape shape = input.shape();
    Check.that(
        shape.rank() == 4 && shape.volume() > 0,
        "input_tensor: pixels in shape [N, H, W, C] are needed, got %s",
        shape);
    long pixels = (long) shape.dim(1) * shape.dim(2);
    Check.that(pixels <= Integer.MAX_VALUE, "input_tensor: more than 2^31-1 pixels, got %s", shape);
    DataType dtype = a.dtype() == null ? input.dtype() : a.dtype();
    MemoryConfig memory = a.memoryConfig();
    ReduceOptions options =
        memory == null ? ReduceOptions.DEFAULT : ReduceOptions.DEFAULT.withMemoryConfig(memory);
    return Chain.from(input)
        .then(t -> placed(t, Chain.interleaved(t.memoryConfig())))
        .then(t -> shaped(t, shape.dim(0), 1, (int) pixels, shape.dim(3)))
        .then(ReductionOperations::interleavedTiles)
        .then(t -> mean(t, List.of(2), true, options))
        .thenIf(dtype != input.dtype(), t -> typecast(t, dtype))
        .end();
  }

  private static CoreRangeSet poolCores(Call<Pool2DParams> call) {
    return CircularBuffers.sharing(call.params().output().flat().dim(2), call.device());
  }

  private static List<CircularBuffer> poolBuffers(Call<Pool2DParams> call) {
    CoreRangeSet cores = poolCores(call);
    DataType in = call.spec(0).dtype();
    TensorSpec out = call.outputSpec();
    long channels = Math.ceilDiv(call.params().image().channels(), TensorSpec.TILE_SIDE);
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(CircularBuffers.tiles(cores, in, 2));
    buffers.add(CircularBuffers.tiles(cores, in, 1));
    buffers.add(CircularBuffers.tiles(cores, in, 2 * Math.clamp(channels, 1, REDUCED_TILES)));
    if (out.layout() == Layout.TILE) {
      buffers.add(CircularBuffers.rowOfTiles(cores, in, Math.max(1, channels), call.device()));
    }
    boolean inShards = out.memoryConfig().isSharded() && out.memoryConfig().bufferType().isL1();
    buffers.add(
        inShards ? CircularBuffers.backedBy(call.output()) : CircularBuffers.doubled(cores, out));
    return buffers;
  }

  /** A window of at most 32 elements is one pass over a tile, a larger one several. */
  private static CostModel.Work poolCost(Call<Pool2DParams> call) {
    Pool2DParams params = call.params();
    int cores = poolCores(call).size();
    long taps =
        params.adaptive()
            ? Math.ceilDiv(params.image().height(), params.output().height())
                * (long) Math.ceilDiv(params.image().width(), params.output().width())
            : (long) params.window().height() * params.window().width();
    long channels = Math.ceilDiv(params.image().channels(), TensorSpec.TILE_SIDE);
    long pixels = Math.ceilDiv(params.output().flat().dim(2), cores);
    return Costs.work(
        pixels
            * channels
            * Math.ceilDiv(taps, TensorSpec.TILE_SIDE)
            * Costs.CYCLES_PER_ELEMENTWISE_TILE,
        cores,
        Costs.inputs(call),
        call.outputSpec());
  }

  /** What a window holds depends on where the image ends, so the halo is left out again. */
  private static void computePool(Call<Pool2DParams> call) {
    Pool2DParams params = call.params();
    float[] in = call.floats(0);
    if (!params.halo().equals(Margins.NONE)) {
      in = new float[Math.toIntExact(params.image().flat().volume())];
      copyInterior(call.floats(0), params.image(), params.halo(), in, false);
    }
    var image = params.image().image();
    float[] out = call.out().floats();
    int height = params.output().height();
    int width = params.output().width();
    switch (params.poolType()) {
      case MAX_POOL2D -> {
        if (params.adaptive()) {
          ImageKernels.adaptiveMaxPool2d(in, image, height, width, out, null);
        } else {
          ImageKernels.maxPool2d(in, image, params.window(), params.ceilMode(), out, null);
        }
      }
      case AVG_POOL2D -> {
        if (params.adaptive()) {
          ImageKernels.adaptiveAvgPool2d(in, image, height, width, out);
        } else {
          Integer divisor = params.divisorOverride();
          ImageKernels.avgPool2d(
              in,
              image,
              params.window(),
              params.ceilMode(),
              params.countIncludePad(),
              divisor == null ? OptionalInt.empty() : OptionalInt.of(divisor),
              out);
        }
      }
    }
  }

  private static double[] goldenPool(GoldenCall<Pool2DParams> call) {
    Pool2DParams params = call.params();
    ImageSize output = params.output();
    double[] out = call.newOutput();
    for (int i = 0; i < out.length; i++) {
      int x = i / output.channels() % output.width();
      int y = i / (output.channels() * output.width()) % output.height();
      int n = i / (output.channels() * output.width() * output.height());
      int[] rows = span(params, y, true);
      int[] columns = span(params, x, false);
      out[i] = goldenWindow(call, n, rows, columns, i % output.channels());
    }
    return out;
  }

  /** First, end and step of a window in image coordinates, which may lie outside. */
  private static int[] span(Pool2DParams params, int index, boolean down) {
    Window window = params.window();
    int size = down ? params.image().height() : params.image().width();
    if (params.adaptive()) {
      int parts = down ? params.output().height() : params.output().width();
      return new int[] {index * size / parts, ((index + 1) * size + parts - 1) / parts, 1};
    }
    int first =
        down
            ? index * window.strideHeight() - window.top()
            : index * window.strideWidth() - window.left();
    int step = down ? window.dilationHeight() : window.dilationWidth();
    int taps = down ? window.height() : window.width();
    return new int[] {first, first + taps * step, step};
  }

  private static double goldenWindow(
      GoldenCall<Pool2DParams> call, int n, int[] rows, int[] columns, int channel) {
    Pool2DParams params = call.params();
    ImageSize image = params.image();
    ImageSize padded = params.halo().around(image);
    double max = Double.NEGATIVE_INFINITY;
    double sum = 0;
    int inside = 0;
    int counted = 0;
    for (int y = rows[0]; y < rows[1]; y += rows[2]) {
      for (int x = columns[0]; x < columns[1]; x += columns[2]) {
        if (y < image.height() + params.window().bottom()
            && x < image.width() + params.window().right()) {
          counted++;
        }
        if (y >= 0 && x >= 0 && y < image.height() && x < image.width()) {
          int at = padded.at(n, y + params.halo().top(), x + params.halo().left()) + channel;
          max = Math.max(max, call.values(0)[at]);
          sum += call.values(0)[at];
          inside++;
        }
      }
    }
    Integer override = params.divisorOverride();
    int divisor = override != null ? override : params.countIncludePad() ? counted : inside;
    return params.poolType() == PoolType.MAX_POOL2D ? max : sum / divisor;
  }
}
