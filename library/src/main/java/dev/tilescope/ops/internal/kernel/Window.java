package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Checks.require;

/** A rectangle of taps that moves over an image: kernel size, step, padding, dilation. */
public record Window(
    int height,
    int width,
    int strideHeight,
    int strideWidth,
    int top,
    int bottom,
    int left,
    int right,
    int dilationHeight,
    int dilationWidth) {
  public Window {
    require(height > 0 && width > 0, "window: size must be > 0, got " + height + " x " + width);
    require(
        strideHeight > 0 && strideWidth > 0,
        "window: stride must be > 0, got " + strideHeight + " x " + strideWidth);
    require(
        dilationHeight > 0 && dilationWidth > 0,
        "window: dilation must be > 0, got " + dilationHeight + " x " + dilationWidth);
    require(
        top >= 0 && bottom >= 0 && left >= 0 && right >= 0,
        "window: padding must be >= 0, got " + top + ", " + bottom + ", " + left + ", " + right);
  }

  /** Moves by one, no padding, no dilation. */
  public static Window of(int height, int width) {
    return new Window(height, width, 1, 1, 0, 0, 0, 0, 1, 1);
  }

  public Window stride(int h, int w) {
    return new Window(height, width, h, w, top, bottom, left, right, dilationHeight, dilationWidth);
  }

  public Window padding(int top, int bottom, int left, int right) {
    return new Window(
        height,
        width,
        strideHeight,
        strideWidth,
        top,
        bottom,
        left,
        right,
        dilationHeight,
        dilationWidth);
  }

  public Window dilation(int h, int w) {
    return new Window(height, width, strideHeight, strideWidth, top, bottom, left, right, h, w);
  }

  /** Rows of the output for an image of {@code rows}, at least 1 or it is refused. */
  public int outputHeight(int rows, boolean ceil) {
    return output("height", rows, top, bottom, reachHeight(), strideHeight, ceil);
  }

  /** Columns of the output for an image of {@code columns}, at least 1 or it is refused. */
  public int outputWidth(int columns, boolean ceil) {
    return output("width", columns, left, right, reachWidth(), strideWidth, ceil);
  }

  private static int output(
      String what, int size, int before, int after, long reach, int stride, boolean ceil) {
    long room = (long) size + before + after - reach;
    require(
        room >= 0,
        "window: "
            + what
            + " "
            + reach
            + " must fit in the image of "
            + size
            + " padded by "
            + before
            + " and "
            + after);
    long steps = (ceil ? room + stride - 1 : room) / stride;
    // The last window must start in the image or the padding before it.
    boolean beyond = ceil && steps * stride >= (long) size + before;
    return Math.toIntExact(beyond ? steps : steps + 1);
  }

  /** Rows from the first tap to the last. */
  long reachHeight() {
    return (height - 1L) * dilationHeight + 1;
  }

  /** Columns from the first tap to the last. */
  long reachWidth() {
    return (width - 1L) * dilationWidth + 1;
  }

  boolean isPointwise() {
    return height * width == 1
        && strideHeight * strideWidth == 1
        && top + bottom + left + right == 0;
  }
}
