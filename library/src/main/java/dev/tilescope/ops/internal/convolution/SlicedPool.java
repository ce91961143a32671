package dev.tilescope.ops.internal.convolution;

import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.convolution.Pool2dOperations.Pool2DParams;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.options.Conv2dSliceConfig;
import dev.tilescope.ops.options.Conv2dSliceConfig.SliceType;
import dev.tilescope.ops.options.PoolOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;

/**
 * A pool of images in DRAM, slice by slice: pool2d_DRAM and Pool2dSliceAttr of TT-NN's
 * generic_pools.cpp.
 *
 * @param scheme of the shards that slices are in
 */
record SlicedPool(
    Tensor pixels, Pool2DParams params, PoolOptions options, TensorMemoryLayout scheme)
    implements SlicedOperation {
  static SlicedPool of(Tensor input, Pool2DParams params, PoolOptions options) {
    TensorMemoryLayout asked = options.appliedShardScheme();
    TensorMemoryLayout scheme =
        asked == null
            ? new PoolPlan(params, params.dtype(), input.layout(), input.device().board())
                .leastOfL1()
            : asked;
    return new SlicedPool(input, params, options, scheme);
  }

  /** Images in L1 are pooled there; indices are about whole images. */
  static boolean applies(Tensor input, Pool2DParams params, PoolOptions options) {
    Conv2dSliceConfig asked = options.dramSliceConfig();
    boolean inL1 =
        asked != null && (asked.sliceType() == SliceType.L1_FULL || asked.numSlices() == 1);
    return !params.returnIndices() && !inL1 && input.memoryConfig().bufferType().isDram();
  }

  List<Tensor> run() {
    DramSlices slices = new DramSlices(this, params.outputLayout());
    Conv2dSliceConfig decided = slices.decided(options.dramSliceConfig(), pixels.device());
    if (decided.numSlices() == 1) {
      return new ShardedPool(pixels, params, options).run();
    }
    slices.parts(decided).forEach(this::checkWindowFits);
    return List.of(slices.run(pixels, decided, params.dtype(), params.poolType().operation()));
  }

  private void checkWindowFits(ImagePart result) {
    ImagePart source = source(result);
    Window window = params.window();
    long down = WindowArguments.reach(window.height(), window.dilationHeight());
    long across = WindowArguments.reach(window.width(), window.dilationWidth());
    boolean isHigh = result.height() == result().height() || source.height() >= down;
    boolean isWide = result.width() == result().width() || source.width() >= across;
    Check.that(
        isHigh && isWide,
        "dram_slice_config: a slice of %d x %d pixels is smaller than the window, which reaches over"
            + " %d x %d; take fewer slices or the other dimension",
        source.height(),
        source.width(),
        down,
        across);
  }

  @Override
  public ImageSize input() {
    return params.image();
  }

  @Override
  public ImageSize result() {
    return params.output();
  }

  @Override
  public ImagePart source(ImagePart result) {
    Window window = params.window();
    int top = result.top() * window.strideHeight() - window.top();
    int left = result.left() * window.strideWidth() - window.left();
    long down = WindowArguments.reach(window.height(), window.dilationHeight());
    long across = WindowArguments.reach(window.width(), window.dilationWidth());
    long bottom = top + (result.height() - 1L) * window.strideHeight() + down;
    long right = left + (result.width() - 1L) * window.strideWidth() + across;
    boolean isLast = result.bottom() == result().height();
    boolean isRightmost = result.right() == result().width();
    return new ImagePart(
        Math.max(0, top),
        isLast ? input().height() : (int) Math.min(input().height(), bottom),
        Math.max(0, left),
        isRightmost ? input().width() : (int) Math.min(input().width(), right));
  }

  /** The margin of the whole image at its edges, none between slices. */
  private Window window(ImagePart result, ImagePart source) {
    Window window = params.window();
    return window.padding(
        source.top() == 0 ? window.top() - result.top() * window.strideHeight() : 0,
        result.bottom() == result().height() ? window.bottom() : missing(result, source, true),
        source.left() == 0 ? window.left() - result.left() * window.strideWidth() : 0,
        result.right() == result().width() ? window.right() : missing(result, source, false));
  }

  /** What windows of a slice that is not the last reach over the edge of the image. */
  private int missing(ImagePart result, ImagePart source, boolean down) {
    Window window = params.window();
    return down
        ? (result.bottom() - 1) * window.strideHeight()
            - window.top()
            + (int) WindowArguments.reach(window.height(), window.dilationHeight())
            - source.bottom()
        : (result.right() - 1) * window.strideWidth()
            - window.left()
            + (int) WindowArguments.reach(window.width(), window.dilationWidth())
            - source.right();
  }

  /** Rows of a result in tiles are padded, so that each begins with a tile. */
  private Pool2DParams part(ImagePart result) {
    ImagePart source = source(result);
    ImageSize image = source.of(input());
    Window window = window(result, source);
    boolean tiled = params.outputLayout() == Layout.TILE;
    long width = ParallelConfig.roundUp(result.width(), tiled ? TensorSpec.TILE_SIDE : 1);
    ImageSize output = result().with(result.height(), (int) width, result().channels());
    return params.of(image, window, PoolOperations.halo(image, window, output), output);
  }

  @Override
  public MemoryConfig sliceMemory(ImagePart result) {
    return plan(result).inputMemory(scheme);
  }

  private PoolPlan plan(ImagePart result) {
    return new PoolPlan(part(result), pixels.dtype(), pixels.layout(), pixels.device().board());
  }

  @Override
  public long l1Bytes(ImagePart result) {
    return plan(result).l1Bytes(sliceMemory(result));
  }

  @Override
  public Tensor inL1(Tensor slice, ImagePart result) {
    PoolOptions inL1 =
        PoolOptions.DEFAULT
            .withDeallocateInput(true)
            .withReallocateHaloOutput(true)
            .withDtype(options.dtype())
            .withOutputLayout(options.outputLayout());
    return new ShardedPool(slice, part(result), inL1).run().getFirst();
  }
}
