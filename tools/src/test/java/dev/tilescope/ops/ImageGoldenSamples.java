package dev.tilescope.ops;

import static dev.tilescope.ops.RandomTensors.FLOATS;
import static dev.tilescope.ops.RandomTensors.floats;
import static dev.tilescope.ops.RandomTensors.memory;
import static dev.tilescope.ops.RandomTensors.pick;

import dev.tilescope.device.Board;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.ops.internal.convolution.Conv2dOperations;
import dev.tilescope.ops.internal.convolution.Conv2dOperations.Conv2dParams;
import dev.tilescope.ops.internal.convolution.Conv2dShards;
import dev.tilescope.ops.internal.convolution.Conv2dShards.Request;
import dev.tilescope.ops.internal.convolution.ConvolutionOperations.Sizes;
import dev.tilescope.ops.internal.convolution.GridSampleOperations;
import dev.tilescope.ops.internal.convolution.GridSampleOperations.GridSampleParams;
import dev.tilescope.ops.internal.convolution.HaloOperations;
import dev.tilescope.ops.internal.convolution.HaloOperations.HaloParams;
import dev.tilescope.ops.internal.convolution.HaloOperations.HaloRequest;
import dev.tilescope.ops.internal.convolution.ImageSize;
import dev.tilescope.ops.internal.convolution.Margins;
import dev.tilescope.ops.internal.convolution.ParallelConfig;
import dev.tilescope.ops.internal.convolution.Pool2dOperations;
import dev.tilescope.ops.internal.convolution.Pool2dOperations.Pool2DParams;
import dev.tilescope.ops.internal.convolution.Pool2dOperations.PoolType;
import dev.tilescope.ops.internal.convolution.RotateOperations;
import dev.tilescope.ops.internal.convolution.RotateOperations.RotateParams;
import dev.tilescope.ops.internal.convolution.Spread;
import dev.tilescope.ops.internal.convolution.UpsampleOperations;
import dev.tilescope.ops.internal.convolution.UpsampleOperations.UpsampleMode;
import dev.tilescope.ops.internal.convolution.UpsampleOperations.UpsampleParams;
import dev.tilescope.ops.internal.convolution.WindowArguments;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Reference;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.Conv2dConfig;
import dev.tilescope.ops.options.PaddingMode;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Convolutions, pools and enlarged images. */
final class ImageGoldenSamples implements GoldenSamples {
  @Override
  public List<Family> families() {
    return List.of(
        new Family("GridSample", ImageGoldenSamples::gridSample),
        new Family("Rotate", ImageGoldenSamples::rotate),
        new Family("Halo", ImageGoldenSamples::halo),
        new Family("Conv2d", ImageGoldenSamples::conv2d),
        new Family("Pool2D", ImageGoldenSamples::pool),
        new Family("Upsample", ImageGoldenSamples::upsample));
  }

  private static ImageSize image(Random random, int channels) {
    return new ImageSize(
        random.nextInt(1, 3), random.nextInt(6, 14), random.nextInt(6, 14), channels);
  }

  private static GoldenSample<HaloParams> halo(Random random) {
    ImageSize image = image(random, random.nextInt(1, 40));
    Tensor in =
        floats(
            random,
            pick(random, FLOATS),
            pick(random, List.of(Layout.values())),
            -9,
            9,
            image.flat().toArray());
    Margins margins =
        new Margins(random.nextInt(3), random.nextInt(3), random.nextInt(3), random.nextInt(3));
    return new GoldenSample<>(
        HaloOperations.HALO_ON_DEVICE,
        new HaloParams(
            random.nextBoolean()
                ? new HaloRequest(
                    image, Window.of(1, 1), margins, random.nextBoolean() ? 0 : -7, false)
                : drawnApart(random, image, margins),
            null,
            memory(random)),
        List.of(in));
  }

  /** Pixels apart in zeros, or with their nearest ones around them. */
  private static HaloRequest drawnApart(Random random, ImageSize image, Margins margins) {
    boolean apart = random.nextBoolean();
    Spread spread = apart ? new Spread(random.nextInt(1, 4), random.nextInt(1, 4)) : Spread.NONE;
    PaddingMode mode = apart ? PaddingMode.ZEROS : PaddingMode.REPLICATE;
    return new HaloRequest(image, spread, Window.of(1, 1), margins, 0, mode, true);
  }

  private static GoldenSample<GridSampleParams> gridSample(Random random) {
    List<DataType> dtypes = List.of(DataType.BFLOAT16, DataType.FLOAT32);
    int batch = random.nextInt(1, 3);
    int points = random.nextInt(1, 4);
    Tensor in =
        floats(
            random,
            pick(random, dtypes),
            Layout.ROW_MAJOR,
            -9,
            9,
            batch,
            random.nextInt(1, 12),
            random.nextInt(1, 12),
            32 * random.nextInt(1, 3));
    Tensor grid =
        floats(
            random,
            pick(random, dtypes),
            Layout.ROW_MAJOR,
            -1.5,
            1.5,
            batch,
            random.nextInt(1, 6),
            random.nextInt(1, 6),
            2 * points);
    return new GoldenSample<>(
        GridSampleOperations.GRID_SAMPLE_ON_DEVICE,
        new GridSampleParams(
            "bilinear",
            "zeros",
            random.nextBoolean(),
            false,
            points > 1 && random.nextBoolean(),
            memory(random),
            null),
        List.of(in, grid));
  }

  private static GoldenSample<RotateParams> rotate(Random random) {
    Tensor in =
        floats(
            random,
            pick(random, List.of(DataType.BFLOAT16, DataType.FLOAT32)),
            Layout.ROW_MAJOR,
            -9,
            9,
            random.nextInt(1, 3),
            random.nextInt(1, 12),
            random.nextInt(1, 12),
            random.nextInt(1, 40));
    return new GoldenSample<>(
        RotateOperations.ROTATE_ON_DEVICE,
        new RotateParams(
            random.nextBoolean() ? 90 * random.nextInt(-4, 5) : random.nextFloat(-400, 400),
            random.nextBoolean() ? null : List.of(random.nextFloat(9), random.nextFloat(9)),
            random.nextInt(3),
            false,
            random.nextBoolean() ? "nearest" : "bilinear",
            memory(random)),
        List.of(in));
  }

  private static Window window(Random random) {
    return Window.of(random.nextInt(1, 4), random.nextInt(1, 4))
        .stride(random.nextInt(1, 3), random.nextInt(1, 3));
  }

  private static GoldenSample<Conv2dParams> conv2d(Random random) {
    int groups = random.nextInt(1, 4);
    int depth = random.nextInt(1, 6);
    int out = groups * random.nextInt(1, 20);
    ImageSize image = image(random, groups * depth);
    Window window = window(random).dilation(random.nextInt(1, 3), random.nextInt(1, 3));
    DataType dtype = pick(random, FLOATS);
    int rows = depth * window.height() * window.width();
    ImageSize output = WindowArguments.moved(image, window, out, false);
    UnaryKind activation = random.nextBoolean() ? null : UnaryKind.RELU;
    Conv2dShards shards = oneCore(new Sizes(image, Spread.NONE, window, output), groups, random);
    return new GoldenSample<>(
        Conv2dOperations.CONV2D_ON_DEVICE,
        new Conv2dParams(
            image,
            window,
            output,
            groups,
            activation,
            pick(random, FLOATS),
            pick(random, List.of(Layout.values())),
            memory(random),
            ComputeKernelConfig.DEFAULT,
            shards.config().actBlockHOverride(),
            random.nextBoolean(),
            random.nextBoolean(),
            shards),
        Arrays.asList(
            floats(random, dtype, Layout.ROW_MAJOR, -2, 2, image.flat().toArray()),
            floats(random, dtype, Layout.TILE, -1, 1, 1, 1, rows, out),
            random.nextBoolean() ? null : floats(random, dtype, Layout.TILE, -1, 1, 1, 1, 1, out)),
        ImageGoldenSamples::withoutSigns);
  }

  private static Conv2dShards oneCore(Sizes sizes, int groups, Random random) {
    Conv2dConfig config = Conv2dConfig.DEFAULT.withActBlockHOverride(random.nextBoolean() ? 0 : 32);
    int rows = sizes.image().flat().dim(2);
    ShardSpec shards =
        new ShardSpec(
            CoreRangeSet.grid(1, 1), rows, sizes.image().channels(), ShardOrientation.ROW_MAJOR);
    return Conv2dShards.of(
        new Request(sizes, groups, config, DataType.BFLOAT16, true, false),
        ParallelConfig.of(
            MemoryConfig.sharded(TensorMemoryLayout.HEIGHT_SHARDED, BufferType.L1, shards)),
        8,
        false,
        Board.named("n150"));
  }

  /** Errors of a sum are relative to what it would be without signs. */
  private static List<double[]> withoutSigns(GoldenCall<Conv2dParams> call) {
    List<Reference> inputs = new ArrayList<>();
    for (Reference in : call.inputs()) {
      inputs.add(
          in == null
              ? null
              : new Reference(in.spec(), Arrays.stream(in.values()).map(Math::abs).toArray()));
    }
    return Conv2dOperations.CONV2D_ON_DEVICE
        .golden()
        .compute(new GoldenCall<>(call.params(), inputs, call.outputs()));
  }

  private static GoldenSample<Pool2DParams> pool(Random random) {
    ImageSize image = image(random, random.nextInt(1, 40));
    PoolType type = pick(random, List.of(PoolType.values()));
    boolean adaptive = random.nextInt(3) == 0;
    Window window = window(random);
    int down = random.nextInt(window.height() / 2 + 1);
    int across = random.nextInt(window.width() / 2 + 1);
    window = adaptive ? Window.of(1, 1) : window.padding(down, down, across, across);
    if (type == PoolType.MAX_POOL2D && !adaptive) {
      window = window.dilation(random.nextInt(1, 3), random.nextInt(1, 3));
    }
    boolean ceil = !adaptive && random.nextBoolean();
    ImageSize output =
        adaptive
            ? image.with(random.nextInt(1, 9), random.nextInt(1, 9), image.channels())
            : WindowArguments.moved(image, window, image.channels(), ceil);
    Margins halo =
        adaptive
            ? Margins.NONE
            : new Margins(window.top(), window.bottom() + 2, window.left(), window.right() + 2);
    Tensor in =
        floats(
            random,
            pick(random, FLOATS),
            Layout.ROW_MAJOR,
            1,
            9,
            halo.around(image).flat().toArray());
    return new GoldenSample<>(
        Pool2dOperations.POOL2D_ON_DEVICE,
        new Pool2DParams(
            type,
            image,
            halo,
            window,
            ceil,
            random.nextBoolean() && !adaptive,
            random.nextInt(4) == 0 && !adaptive ? 5 : null,
            adaptive,
            output,
            pick(random, FLOATS),
            pick(random, List.of(Layout.values())),
            memory(random),
            type == PoolType.MAX_POOL2D && random.nextBoolean(),
            null,
            null),
        List.of(in));
  }

  private static GoldenSample<UpsampleParams> upsample(Random random) {
    ImageSize image = image(random, random.nextInt(1, 20));
    Tensor in =
        floats(
            random,
            pick(random, FLOATS),
            pick(random, List.of(Layout.values())),
            1,
            9,
            image.batch(),
            image.height(),
            image.width(),
            image.channels());
    return new GoldenSample<>(
        UpsampleOperations.UPSAMPLE_ON_DEVICE,
        new UpsampleParams(
            random.nextInt(1, 4),
            random.nextInt(1, 4),
            pick(random, List.of(UpsampleMode.values())),
            memory(random)),
        List.of(in));
  }
}
