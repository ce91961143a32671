package dev.tilescope.ops.internal.convolution;

import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.composite.Relayout;
import dev.tilescope.ops.internal.conversion.TypecastOperations;
import dev.tilescope.ops.internal.convolution.HaloOperations.HaloRequest;
import dev.tilescope.ops.internal.convolution.Pool2dOperations.Pool2DParams;
import dev.tilescope.ops.internal.convolution.Pool2dOperations.PoolType;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DoorMethod;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.internal.movement.PaddedSliceOperations;
import dev.tilescope.ops.internal.movement.SliceWriteOperations;
import dev.tilescope.ops.internal.reduction.ReductionOperations;
import dev.tilescope.ops.internal.reduction.ReductionOperations.ReduceArguments;
import dev.tilescope.ops.options.AvgPoolWindow;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.Conv2dSliceConfig;
import dev.tilescope.ops.options.MaxPoolWindow;
import dev.tilescope.ops.options.PoolImages;
import dev.tilescope.ops.options.PoolOptions;
import dev.tilescope.ops.options.ReduceOptions;
import dev.tilescope.ops.options.ValuesAndIndices;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pools of NHWC images: the greatest or the average of each window. */
public final class PoolOperations {
  private PoolOperations() {}

  public record MaxPoolArguments(
      Tensor inputTensor,
      PoolImages images,
      MaxPoolWindow window,
      PoolOptions options,
      @Default("false") boolean returnIndices) {}

  public record AvgPoolArguments(
      Tensor inputTensor,
      PoolImages images,
      AvgPoolWindow window,
      PoolOptions options,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  public record AdaptivePoolArguments(
      Tensor inputTensor,
      int batchSize,
      int inputH,
      int inputW,
      int channels,
      int[] outputSize,
      PoolOptions options) {
    PoolImages images() {
      return new PoolImages(batchSize, inputH, inputW, channels);
    }
  }

  public record GlobalAvgPoolArguments(
      Tensor inputTensor, @Nullable MemoryConfig memoryConfig, @Nullable DataType dtype) {}

  public static final Operation<MaxPoolArguments, List<Tensor>> MAX_POOL2D =
      Operation.of(
              "ttnn::max_pool2d",
              MaxPoolArguments.class,
              PoolOperations::maxPool,
              PaddedSliceOperations.PADDED_SLICE_ON_DEVICE,
              HaloOperations.HALO_ON_DEVICE,
              Pool2dOperations.POOL2D_ON_DEVICE,
              SliceWriteOperations.SLICE_WRITE_ON_DEVICE)
          .byHand();
  public static final Operation<AvgPoolArguments, Tensor> AVG_POOL2D =
      Operation.of(
              "ttnn::avg_pool2d",
              AvgPoolArguments.class,
              PoolOperations::avgPool,
              PaddedSliceOperations.PADDED_SLICE_ON_DEVICE,
              HaloOperations.HALO_ON_DEVICE,
              Pool2dOperations.POOL2D_ON_DEVICE,
              SliceWriteOperations.SLICE_WRITE_ON_DEVICE)
          .through("ReduceDeviceOperation");
  public static final Operation<AdaptivePoolArguments, Tensor> ADAPTIVE_MAX_POOL2D =
      Operation.of(
          "ttnn::adaptive_max_pool2d",
          AdaptivePoolArguments.class,
          a -> adaptivePool(PoolType.MAX_POOL2D, a),
          HaloOperations.HALO_ON_DEVICE,
          Pool2dOperations.POOL2D_ON_DEVICE);
  public static final Operation<AdaptivePoolArguments, Tensor> ADAPTIVE_AVG_POOL2D =
      Operation.of(
          "ttnn::adaptive_avg_pool2d",
          AdaptivePoolArguments.class,
          a -> adaptivePool(PoolType.AVG_POOL2D, a),
          HaloOperations.HALO_ON_DEVICE,
          Pool2dOperations.POOL2D_ON_DEVICE);
  public static final Operation<GlobalAvgPoolArguments, Tensor> GLOBAL_AVG_POOL2D =
      Operation.of(
              "ttnn::global_avg_pool2d",
              GlobalAvgPoolArguments.class,
              PoolOperations::globalAvgPool)
          .through("ReduceDeviceOperation");

  @DoorMethod(operation = "ttnn::max_pool2d", returns = "a tensor of shape `[1, 1, N*OH*OW, C]`")
  public static Tensor maxPool2d(
      Tensor inputTensor, PoolImages images, MaxPoolWindow window, PoolOptions options) {
    return MAX_POOL2D
        .call(new MaxPoolArguments(inputTensor, images, window, options, false))
        .getFirst();
  }

  @DoorMethod(
      operation = "ttnn::max_pool2d",
      value =
          "The greatest element of each window, and where it stands in its image, counted row by row.",
      returns =
          "two tensors of shape `[1, 1, N*OH*OW, C]`: the elements, and where in its image each is,"
              + " `y * width + x`, as uint16 where that is wide enough for all pixels, else uint32")
  public static ValuesAndIndices maxPool2dWithIndices(
      Tensor inputTensor, PoolImages images, MaxPoolWindow window, PoolOptions options) {
    List<Tensor> results =
        MAX_POOL2D.call(new MaxPoolArguments(inputTensor, images, window, options, true));
    return new ValuesAndIndices(results.getFirst(), results.getLast());
  }

  private static List<Tensor> maxPool(MaxPoolArguments a) {
    MaxPoolWindow asked = a.window();
    return pool(
        PoolType.MAX_POOL2D,
        a.inputTensor(),
        image(a.inputTensor(), a.images()),
        WindowArguments.window(
            asked.kernelSize(), asked.stride(), asked.padding(), asked.dilation()),
        new Counting(asked.ceilMode(), false, null, null),
        a.options(),
        a.returnIndices());
  }

  private static Tensor avgPool(AvgPoolArguments a) {
    AvgPoolWindow asked = a.window();
    ImageSize image = image(a.inputTensor(), a.images());
    Window window =
        WindowArguments.window(asked.kernelSize(), asked.stride(), asked.padding(), List.of(1, 1));
    Integer divisor = asked.divisorOverride();
    Check.that(divisor == null || divisor != 0, "divisor_override: must not be 0");
    if (isGlobal(a, image, window)) {
      return average(a, image);
    }
    return pool(
            PoolType.AVG_POOL2D,
            a.inputTensor(),
            image,
            window,
            new Counting(
                asked.ceilMode(), asked.countIncludePad(), divisor, a.computeKernelConfig()),
            a.options(),
            false)
        .getFirst();
  }

  /** Whether one window covers each image, so that a reduction does it. */
  private static boolean isGlobal(AvgPoolArguments a, ImageSize image, Window window) {
    Tensor input = a.inputTensor();
    long pixels = (long) image.height() * image.width();
    boolean takesTiles =
        !input.dtype().isBlockFloat()
            || input.layout() != Layout.TILE
            || pixels % TensorSpec.TILE_SIDE == 0;
    return window.height() == image.height()
        && window.width() == image.width()
        && WindowArguments.margins(window).equals(Margins.NONE)
        && a.options().appliedShardScheme() == null
        && takesTiles
        && input.spec().paddedShape().volume() / input.spec().paddedShape().dim(-1) % image.batch()
            == 0;
  }

  /** The reduction that pool2d of generic_pools.cpp takes then; it keeps the input's type. */
  private static Tensor average(AvgPoolArguments a, ImageSize image) {
    Integer divisor = a.window().divisorOverride();
    MemoryConfig given = a.inputTensor().memoryConfig();
    MemoryConfig asked = a.options().memoryConfig();
    MemoryConfig memory = Placement.interleaved(asked == null ? given : asked);
    int pixels = image.height() * image.width();
    Layout layout = a.options().outputLayout();
    ReduceOptions options =
        ReduceOptions.DEFAULT
            .withMemoryConfig(memory)
            .withComputeKernelConfig(a.computeKernelConfig())
            .withScalar(1f / (divisor == null ? pixels : divisor));
    return Temporaries.through(
        a.inputTensor(),
        t -> Relayout.placed(t, memory),
        t -> Relayout.shaped(t, image.batch(), 1, pixels, image.channels()),
        Relayout::interleavedTiles,
        t -> ReductionOperations.SUM.call(new ReduceArguments(t, List.of(2), true, options)),
        t -> Relayout.shaped(t, 1, 1, image.batch(), image.channels()),
        when(layout == Layout.ROW_MAJOR, t -> MovementSteps.toLayout(t, layout)));
  }

  private record Counting(
      boolean ceilMode,
      boolean countIncludePad,
      @Nullable Integer divisorOverride,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  private static ImageSize image(Tensor input, PoolImages images) {
    input.requireBuffer("input_tensor");
    Check.floats("input_tensor", input);
    return ImageSize.of(input, images);
  }

  private static List<Tensor> pool(
      PoolType type,
      Tensor input,
      ImageSize image,
      Window window,
      Counting counting,
      PoolOptions options,
      boolean returnIndices) {
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
            memory(options, input),
            returnIndices,
            counting.computeKernelConfig(),
            null),
        options);
  }

  /** The padding, and more where a last window hangs over the edge. */
  static Margins halo(ImageSize image, Window window, ImageSize output) {
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
    return asked == null ? Placement.interleaved(input.memoryConfig()) : asked;
  }

  private static List<Tensor> run(Tensor input, Pool2DParams params, PoolOptions options) {
    check(params, options);
    return SlicedPool.applies(input, params, options)
        ? SlicedPool.of(input, params, options).run()
        : new ShardedPool(input, params, options).run();
  }

  private static void check(Pool2DParams params, PoolOptions options) {
    Check.that(
        params.dtype().isFloat(), "dtype: a floating-point type is needed, got %s", params.dtype());
    Check.that(
        !params.dtype().isBlockFloat() || params.outputLayout() == Layout.TILE,
        "output_layout: %s needs TILE, got %s",
        params.dtype(),
        params.outputLayout());
    Conv2dSliceConfig.check("dram_slice_config", options.dramSliceConfig());
    TensorMemoryLayout scheme = options.appliedShardScheme();
    if (scheme != null) {
      Check.that(
          scheme.isSharded() && scheme != TensorMemoryLayout.ND_SHARDED,
          "applied_shard_scheme: HEIGHT_SHARDED, WIDTH_SHARDED or BLOCK_SHARDED is needed, got %s",
          scheme);
    }
  }

  /** Windows that are as even as possible have no common step, so they do not go over shards. */
  private static Tensor evenly(Tensor input, Pool2DParams params, PoolOptions options) {
    check(params, options);
    HaloRequest halo =
        new HaloRequest(
            params.image(),
            params.usualWindow(),
            params.halo(),
            params.clearing(),
            params.outputLayout() == Layout.TILE);
    try (Temporaries made = Temporaries.besides(input)) {
      Tensor padded =
          made.step(
              input,
              t -> Relayout.shaped(t, params.image().flat().toArray()),
              t -> Relayout.placed(t, Placement.interleaved(t.memoryConfig())),
              t -> HaloOperations.halo(t, halo, params.output()));
      if (options.deallocateInput()) {
        input.close();
      }
      return made.handOver(Pool2dOperations.POOL2D_ON_DEVICE.run(params, padded));
    }
  }

  private static Tensor adaptivePool(PoolType type, AdaptivePoolArguments a) {
    Tensor input = a.inputTensor();
    ImageSize image = image(input, a.images());
    WindowArguments.pair("output_size", a.outputSize());
    PoolOptions options = a.options();
    return evenly(
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
            memory(options, input),
            false,
            null,
            null),
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
    return Temporaries.through(
        input,
        t -> Relayout.placed(t, Placement.interleaved(t.memoryConfig())),
        t -> Relayout.shaped(t, shape.dim(0), 1, (int) pixels, shape.dim(3)),
        Relayout::interleavedTiles,
        t -> ReductionOperations.MEAN.call(new ReduceArguments(t, List.of(2), true, options)),
        when(dtype != input.dtype(), t -> TypecastOperations.typecast(t, dtype)));
  }
}
