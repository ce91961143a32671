package dev.tilescope.ops.internal.convolution;

import dev.tilescope.ops.internal.mechanism.Check;

/** How far apart the pixels of an image come to stand before a window moves over them. */
public record Spread(int height, int width) {
  public static final Spread NONE = new Spread(1, 1);

  /** The image with zeros between its pixels. */
  ImageSize of(ImageSize image) {
    long rows = (image.height() - 1L) * height + 1;
    long columns = (image.width() - 1L) * width + 1;
    Check.that(
        rows <= Integer.MAX_VALUE && columns <= Integer.MAX_VALUE,
        "stride: %d x %d pixels would come to stand too far apart, got %d x %d",
        image.height(),
        image.width(),
        height,
        width);
    return image.with((int) rows, (int) columns, image.channels());
  }
}
