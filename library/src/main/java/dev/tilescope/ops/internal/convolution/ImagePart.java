package dev.tilescope.ops.internal.convolution;

/**
 * Rows and columns of each image of a batch.
 *
 * @param bottom the row behind the last
 * @param right the column behind the last
 */
record ImagePart(int top, int bottom, int left, int right) {
  static ImagePart whole(ImageSize image) {
    return new ImagePart(0, image.height(), 0, image.width());
  }

  int height() {
    return bottom - top;
  }

  int width() {
    return right - left;
  }

  ImageSize of(ImageSize image) {
    return image.with(height(), width(), image.channels());
  }

  boolean isWhole(ImageSize image) {
    return equals(whole(image));
  }
}
