package dev.tilescope.ops.internal.convolution;

import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.kernel.Image;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.options.Conv2dSizes;
import dev.tilescope.ops.options.PoolImages;
import dev.tilescope.tensor.Tensor;
import java.util.List;

/**
 * A batch of images in NHWC order, which a tensor holds as {@code [1, 1, N*H*W, C]} or {@code [N,
 * H, W, C]}. Unlike {@link Image} it may be larger than an array: traces need no values.
 */
public record ImageSize(int batch, int height, int width, int channels) {
  /**
   * That of an argument. It may have more channels than the weights of a single group: callers fill
   * them up to what a core's shard holds, and the weights of those are 0.
   */
  static ImageSize of(Tensor input, Conv2dSizes sizes, int groups) {
    ImageSize image =
        sized(
            List.of("batch_size", "input_height", "input_width", "in_channels"),
            sizes.batchSize(),
            sizes.inputHeight(),
            sizes.inputWidth(),
            sizes.inChannels());
    int held = groups == 1 && input.shape().rank() > 0 ? input.shape().dim(-1) : 0;
    int channels = Math.max(image.channels(), held);
    ImageSize whole = image.with(image.height(), image.width(), channels);
    whole.requireShapeOf(input);
    return whole;
  }

  static ImageSize of(Tensor input, PoolImages images) {
    ImageSize image =
        sized(
            List.of("batch_size", "input_h", "input_w", "channels"),
            images.batchSize(),
            images.inputH(),
            images.inputW(),
            images.channels());
    image.requireShapeOf(input);
    return image;
  }

  private static ImageSize sized(
      List<String> names, int batch, int height, int width, int channels) {
    int[] sizes = {batch, height, width, channels};
    for (int i = 0; i < sizes.length; i++) {
      Check.that(sizes[i] > 0, "%s: must be > 0, got %d", names.get(i), sizes[i]);
    }
    return new ImageSize(batch, height, width, channels);
  }

  private void requireShapeOf(Tensor input) {
    Shape flat = flat();
    boolean fits =
        input.shape().equals(flat)
            || input.shape().equals(Shape.of(batch, height, width, channels))
            || height == 1 && input.shape().equals(Shape.of(batch, width, channels));
    Check.that(
        fits,
        "input_tensor: %s or %s is needed, got %s",
        flat,
        Shape.of(batch, height, width, channels),
        input.shape());
  }

  /** One row for each pixel. */
  public Shape flat() {
    long pixels = (long) height * width;
    Check.that(
        pixels <= Integer.MAX_VALUE && pixels * batch <= Integer.MAX_VALUE,
        "batch_size: %d images of %d x %d have more than 2^31-1 pixels",
        batch,
        height,
        width);
    return Shape.of(1, 1, (int) pixels * batch, channels);
  }

  public ImageSize with(int newHeight, int newWidth, int newChannels) {
    return new ImageSize(batch, newHeight, newWidth, newChannels);
  }

  Image image() {
    return new Image(batch, height, width, channels);
  }

  /** As TT-NN writes an array. */
  @Override
  public String toString() {
    return "{%d, %d, %d, %d}".formatted(batch, height, width, channels);
  }

  /** The place of a pixel's first channel, for references. */
  int at(int n, int y, int x) {
    return ((n * height + y) * width + x) * channels;
  }
}
