package dev.tilescope.ops.internal.convolution;

import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.composite.Relayout;
import dev.tilescope.ops.internal.convolution.ConvolutionOperations.Sizes;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.options.Conv2dConfig;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.ops.options.Conv2dSliceConfig;
import dev.tilescope.ops.options.Conv2dSliceConfig.SliceType;
import dev.tilescope.tensor.Tensor;

/**
 * A convolution of images in DRAM, slice by slice: conv2d_DRAM and Conv2dSliceAttr of TT-NN's
 * conv2d.cpp, ConvT2DSliceAttr of conv_transpose2d.cpp.
 */
record SlicedConvolution(Conv2dRequest request, Conv2dPlan plan) implements SlicedOperation {
  static SlicedConvolution of(Conv2dRequest request) {
    return new SlicedConvolution(request, request.plan());
  }

  /** Images in L1 are convolved there, unless slices are asked for. */
  static boolean applies(Conv2dRequest request) {
    Conv2dSliceConfig asked = request.options().sliceConfig();
    if (asked == null) {
      return request.input().memoryConfig().bufferType().isDram();
    }
    return asked.sliceType() != SliceType.L1_FULL
        && !(request.isTransposed() && asked.numSlices() == 1);
  }

  Tensor run() {
    MemoryConfig given = request.input().memoryConfig();
    Check.that(
        given.bufferType().isDram() && !given.isSharded(),
        "slice_config: slices are read from an input interleaved in DRAM, got %s",
        given);
    DramSlices slices = new DramSlices(this, request.config().outputLayout());
    Conv2dSliceConfig asked = request.options().sliceConfig();
    Conv2dSliceConfig decided = slices.decided(asked, request.weight().device());
    if (request.isTransposed() && asked != null && decided.numSlices() == 1) {
      return ShardedConvolution.of(request).run();
    }
    String madeBy = request.isTransposed() ? "ttnn::conv_transpose2d" : "ttnn::conv2d";
    try (Temporaries made = Temporaries.besides(request.input())) {
      Tensor images = slices.run(request.input(), decided, request.dtype(), madeBy);
      return made.handOver(
          made.step(made.own(images), t -> Relayout.shaped(t, result().flat().toArray())));
    }
  }

  @Override
  public ImageSize input() {
    return request.sizes().image();
  }

  @Override
  public ImageSize result() {
    return request.sizes().output();
  }

  private Window window() {
    return request.sizes().window();
  }

  /** What one slice reads, and the margin around it, before and after. */
  private record Side(int start, int end, int before, int after) {}

  @Override
  public ImagePart source(ImagePart result) {
    Side rows = rows(result);
    Side columns = columns(result);
    return new ImagePart(rows.start(), rows.end(), columns.start(), columns.end());
  }

  private Side rows(ImagePart result) {
    Window window = window();
    int reach = (int) WindowArguments.reach(window.height(), window.dilationHeight());
    return side(
        new Line(input().height(), result().height(), reach, request.sizes().spread().height()),
        window.strideHeight(),
        new Side(result.top(), result.bottom(), window.top(), window.bottom()));
  }

  private Side columns(ImagePart result) {
    Window window = window();
    int reach = (int) WindowArguments.reach(window.width(), window.dilationWidth());
    return side(
        new Line(input().width(), result().width(), reach, request.sizes().spread().width()),
        window.strideWidth(),
        new Side(result.left(), result.right(), window.left(), window.right()));
  }

  /**
   * One dimension of the images.
   *
   * @param reach from the first tap of the window to the last
   * @param spread how far apart pixels stand
   */
  private record Line(int input, int result, int reach, int spread) {}

  /**
   * Of a slice at an edge the whole margin, of another what lies outside, which between pixels that
   * stand apart is zeros too.
   *
   * @param result from where to where, with the margin of the whole image
   */
  private static Side side(Line line, int stride, Side result) {
    int first = result.start() * stride - result.before();
    int last = (result.end() - 1) * stride - result.before() + line.reach();
    boolean isFirst = result.start() == 0;
    boolean isLast = result.end() == line.result();
    int start = isFirst ? 0 : Math.ceilDiv(Math.max(0, first), line.spread());
    int end =
        isLast ? line.input() : Math.min(line.input(), Math.floorDiv(last - 1, line.spread()) + 1);
    return new Side(
        start,
        end,
        isFirst ? result.before() : start * line.spread() - first,
        isLast ? result.after() : last - ((end - 1) * line.spread() + 1));
  }

  private Sizes part(ImagePart result) {
    Side rows = rows(result);
    Side columns = columns(result);
    ImagePart source = source(result);
    ImageSize image = source.of(input());
    Window window =
        window()
            .padding(
                rows.before(),
                rows.after(),
                columns.before(),
                columns.after() + widening(source, result) * window().strideWidth());
    return new Sizes(
        image,
        request.sizes().spread(),
        window,
        WindowArguments.moved(
            request.sizes().spread().of(image), window, result().channels(), false));
  }

  /** Columns that rows of a result in tiles are padded by, so that each begins with a tile. */
  private int widening(ImagePart source, ImagePart result) {
    boolean tiled = request.config().outputLayout() == Layout.TILE;
    return tiled && !source.isWhole(input())
        ? Math.floorMod(-result.width(), TensorSpec.TILE_SIDE)
        : 0;
  }

  @Override
  public MemoryConfig sliceMemory(ImagePart result) {
    return plan.with(part(result)).slicedMemory();
  }

  @Override
  public long l1Bytes(ImagePart result) {
    Conv2dPlan slice = plan.with(part(result));
    return slice.room(slice.slicedMemory()).most();
  }

  @Override
  public Tensor inL1(Tensor pixels, ImagePart result) {
    Conv2dConfig config =
        request
            .config()
            .withDeallocateActivation(true)
            .withReallocateHaloOutput(true)
            .withOutputLayout(Layout.TILE);
    Conv2dOptions options = request.options().withConvConfig(config).withMemoryConfig(null);
    return ShardedConvolution.of(request.with(pixels, part(result), options)).run();
  }
}
