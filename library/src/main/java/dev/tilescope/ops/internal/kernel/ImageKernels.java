package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Checks.require;

import dev.tilescope.ops.internal.kernel.Pooling.Divisor;
import dev.tilescope.ops.internal.kernel.Pooling.Grid;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Convolution, pooling and resizing of NHWC images. Rules as for {@link Kernels}; an output may not
 * be an input. Convolutions sum in float32 as {@link Kernels#matmul} does; averages and
 * interpolations are computed in double and rounded once.
 */
public final class ImageKernels {
  private static final int POOL_WEIGHT = 2;

  private ImageKernels() {}

  /**
   * A convolution with weights {@code [outChannels, channels / groups, height, width]} and an
   * optional bias by output channel; the output is NHWC of {@link #convolved}. A precision has its
   * products made as a board makes them; without one they are exact.
   */
  public static void conv2d(
      float[] in,
      Image image,
      float[] weight,
      float @Nullable [] bias,
      Window window,
      int outChannels,
      int groups,
      float[] out,
      @Nullable Precision precision) {
    require(
        groups > 0 && image.channels() % groups == 0 && outChannels % groups == 0,
        "conv2d: groups must divide "
            + image.channels()
            + " input and "
            + outChannels
            + " output channels, got "
            + groups);
    require(image.channels() > 0, "conv2d: the image must have channels, got " + image);
    Image result = convolved(image, window, outChannels);
    int depth = image.channels() / groups;
    int[] weights = {outChannels, depth, window.height(), window.width()};
    Checks.length("conv2d: in", in.length, image.volume());
    Checks.length("conv2d: weight", weight.length, Checks.volume("conv2d: weight", weights));
    Checks.length("conv2d: out", out.length, result.volume());
    if (bias != null) {
      Checks.length("conv2d: bias", bias.length, outChannels);
    }
    if (result.volume() > 0) {
      long work = 2L * result.volume() * depth * window.height() * window.width();
      Convolution.run(
          Kernels.engine(work), in, image, weight, bias, window, groups, out, result, precision);
    }
  }

  /** The shape of a convolution's output. */
  public static Image convolved(Image image, Window window, int outChannels) {
    int height = window.outputHeight(image.height(), false);
    int width = window.outputWidth(image.width(), false);
    return new Image(image.batch(), height, width, outChannels);
  }

  /** The shape of a pool's output; with {@code ceil} a last window may hang over the edge. */
  public static Image pooled(Image image, Window window, boolean ceil) {
    return image.resized(
        window.outputHeight(image.height(), ceil), window.outputWidth(image.width(), ceil));
  }

  /**
   * The greatest of each window, NaN if it holds one, and, if wanted, its index {@code y * width +
   * x} in the image; of equal ones the first.
   */
  public static void maxPool2d(
      float[] in, Image image, Window window, boolean ceil, float[] out, int @Nullable [] indices) {
    Image result = checkPool("maxPool2d", in, image, window, ceil, out);
    if (indices != null) {
      Checks.length("maxPool2d: indices", indices.length, result.volume());
    }
    if (result.volume() > 0) {
      Grid grid = Grid.sliding(window, image, result);
      Pooling.max(parallel(image, result), in, image, grid, out, indices);
    }
  }

  /**
   * The average of each window: its sum over {@code divisor} if given, else over its elements, of
   * which those in the padding count if {@code countPadding}.
   */
  public static void avgPool2d(
      float[] in,
      Image image,
      Window window,
      boolean ceil,
      boolean countPadding,
      OptionalInt divisor,
      float[] out) {
    require(
        window.dilationHeight() * window.dilationWidth() == 1,
        "avgPool2d: the window must not be dilated, got " + window);
    require(
        divisor.isEmpty() || divisor.getAsInt() != 0,
        "avgPool2d: divisor must not be 0; leave it out to divide by the number of elements");
    Image result = checkPool("avgPool2d", in, image, window, ceil, out);
    if (result.volume() > 0) {
      Grid grid = Grid.sliding(window, image, result);
      Divisor over = new Divisor(countPadding, divisor.orElse(0));
      Pooling.average(parallel(image, result), in, image, grid, over, out);
    }
  }

  private static Image checkPool(
      String what, float[] in, Image image, Window window, boolean ceil, float[] out) {
    require(
        Math.max(window.top(), window.bottom()) <= window.reachHeight() / 2
            && Math.max(window.left(), window.right()) <= window.reachWidth() / 2,
        what + ": padding must be at most half of the window, got " + window);
    Image result = pooled(image, window, ceil);
    checkSizes(what, in, image, out, result);
    return result;
  }

  private static void checkSizes(String what, float[] in, Image image, float[] out, Image result) {
    Checks.length(what + ": in", in.length, image.volume());
    Checks.length(what + ": out", out.length, result.volume());
  }

  private static Parallel parallel(Image image, Image result) {
    return Kernels.engine(POOL_WEIGHT * ((long) image.volume() + result.volume())).parallel();
  }

  /**
   * The average of windows as even as possible, {@code height} by {@code width} of them; 1 by 1 is
   * the global average.
   */
  public static void adaptiveAvgPool2d(
      float[] in, Image image, int height, int width, float[] out) {
    Image result = checkAdaptive("adaptiveAvgPool2d", in, image, height, width, out);
    if (result.volume() > 0) {
      Grid grid = Grid.adaptive(image, result);
      Parallel parallel = parallel(image, result);
      Pooling.average(parallel, in, image, grid, Divisor.ELEMENTS, out);
    }
  }

  /** The greatest of windows as even as possible, with indices as {@link #maxPool2d} gives them. */
  public static void adaptiveMaxPool2d(
      float[] in, Image image, int height, int width, float[] out, int @Nullable [] indices) {
    Image result = checkAdaptive("adaptiveMaxPool2d", in, image, height, width, out);
    if (indices != null) {
      Checks.length("adaptiveMaxPool2d: indices", indices.length, result.volume());
    }
    if (result.volume() > 0) {
      Grid grid = Grid.adaptive(image, result);
      Pooling.max(parallel(image, result), in, image, grid, out, indices);
    }
  }

  private static Image checkAdaptive(
      String what, float[] in, Image image, int height, int width, float[] out) {
    Image result = image.resized(height, width);
    checkSizes(what, in, image, out, result);
    requirePixels(what, image, result);
    return result;
  }

  private static void requirePixels(String what, Image image, Image result) {
    require(
        result.volume() == 0 || image.volume() > 0,
        what + ": cannot make " + result + " of an image without pixels, " + image);
  }

  /** Enlarges (or shrinks) to height by width, each pixel the one at the same place. */
  public static void upsampleNearest(float[] in, Image image, int height, int width, float[] out) {
    Image result = checkAdaptive("upsampleNearest", in, image, height, width, out);
    Resampling.nearest(parallel(image, result), in, image, out, result);
  }

  /** Enlarges to height by width between the four nearest pixels, corners not aligned. */
  public static void upsampleBilinear(float[] in, Image image, int height, int width, float[] out) {
    Image result = checkAdaptive("upsampleBilinear", in, image, height, width, out);
    Resampling.bilinear(parallel(image, result), in, image, out, result);
  }

  /**
   * Space to depth: each block of {@code strideHeight} by {@code strideWidth} pixels becomes one
   * pixel, whose channels are those of the block in order.
   */
  public static void fold(float[] in, Image image, int strideHeight, int strideWidth, float[] out) {
    require(
        strideHeight > 0
            && strideWidth > 0
            && image.height() % strideHeight == 0
            && image.width() % strideWidth == 0,
        "fold: strides must divide the image of "
            + image.height()
            + " x "
            + image.width()
            + ", got "
            + strideHeight
            + " x "
            + strideWidth);
    int[] dims = {
      image.batch() * (image.height() / strideHeight),
      strideHeight,
      image.width() / strideWidth,
      strideWidth * image.channels()
    };
    Kernels.permute(in, dims, new int[] {0, 2, 1, 3}, out);
  }

  /** An image turned about a point, of the same size. */
  public static void rotate(float[] in, Image image, Turn turn, float[] out) {
    Checks.length("rotate: in", in.length, image.volume());
    Checks.length("rotate: out", out.length, image.volume());
    turn.run(Kernels.engine(4L * out.length).parallel(), in, image, out);
  }

  /**
   * Pixels at places between -1 and 1, x and y of each after the other, and zeros outside.
   *
   * @param corners whether -1 and 1 are the middles of the outermost pixels, not their edges
   */
  public static void gridSample(
      float[] in, Image image, float[] grid, boolean corners, float[] out) {
    Checks.length("gridSample: in", in.length, image.volume());
    int points = grid.length / 2;
    Checks.length("gridSample: out", out.length, points * image.channels());
    if (points == 0) {
      return;
    }
    int ofImage = points / image.batch();
    Kernels.engine(4L * out.length)
        .parallel()
        .forEach(
            points,
            i -> {
              double x = fromUnit(grid[2 * i], image.width(), corners);
              double y = fromUnit(grid[2 * i + 1], image.height(), corners);
              int plane = i / ofImage * image.height();
              Bilinear.mix(
                  in, image, plane, new Bilinear.Point(y, x), 0, out, i * image.channels());
            });
  }

  private static double fromUnit(double at, int size, boolean corners) {
    return corners ? (at + 1) * (size - 1) / 2 : ((at + 1) * size - 1) / 2;
  }
}
