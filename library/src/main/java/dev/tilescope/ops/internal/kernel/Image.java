package dev.tilescope.ops.internal.kernel;

/** The shape of a batch of images in NHWC order, which must fit an array. */
public record Image(int batch, int height, int width, int channels) {
  public Image {
    Checks.volume("image", new int[] {batch, height, width, channels});
  }

  int volume() {
    return batch * height * width * channels;
  }

  int positions() {
    return batch * height * width;
  }

  Image resized(int newHeight, int newWidth) {
    return new Image(batch, newHeight, newWidth, channels);
  }
}
