package dev.tilescope.ops.internal.convolution;

import dev.tilescope.ops.internal.mechanism.Check;

/** Rows and columns around an image. */
public record Margins(int top, int bottom, int left, int right) {
  public static final Margins NONE = new Margins(0, 0, 0, 0);

  public ImageSize around(ImageSize image) {
    long height = (long) image.height() + top + bottom;
    long width = (long) image.width() + left + right;
    Check.that(
        height <= Integer.MAX_VALUE && width <= Integer.MAX_VALUE,
        "padding: %d x %d with it has a dimension above 2^31-1, got %s",
        image.height(),
        image.width(),
        this);
    return image.with((int) height, (int) width, image.channels());
  }
}
