package dev.tilescope.ops.internal.convolution;

import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.internal.mechanism.Check;
import java.util.Arrays;
import java.util.List;

/** A window out of the arguments of convolutions and pools, each checked by its name. */
public final class WindowArguments {
  private WindowArguments() {}

  /**
   * @param padding height and width, or top, bottom, left and right
   */
  public static Window window(
      List<Integer> kernelSize,
      List<Integer> stride,
      List<Integer> padding,
      List<Integer> dilation) {
    int[] kernel = pair("kernel_size", kernelSize);
    int[] steps = pair("stride", stride);
    int[] gaps = pair("dilation", dilation);
    Margins margins = margins(array(padding));
    return Window.of(kernel[0], kernel[1])
        .stride(steps[0], steps[1])
        .padding(margins.top(), margins.bottom(), margins.left(), margins.right())
        .dilation(gaps[0], gaps[1]);
  }

  private static int[] array(List<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int[] pair(String argument, List<Integer> values) {
    int[] pair = array(values);
    pair(argument, pair);
    return pair;
  }

  static void pair(String argument, int[] values) {
    Check.that(
        values.length == 2 && values[0] > 0 && values[1] > 0,
        "%s: height and width, both > 0, are needed, got %s",
        argument,
        Arrays.toString(values));
  }

  private static Margins margins(int[] padding) {
    Check.that(
        (padding.length == 2 || padding.length == 4)
            && Arrays.stream(padding).allMatch(p -> p >= 0),
        "padding: height and width, or top, bottom, left and right, all >= 0, are needed, got %s",
        Arrays.toString(padding));
    return padding.length == 2
        ? new Margins(padding[0], padding[0], padding[1], padding[1])
        : new Margins(padding[0], padding[1], padding[2], padding[3]);
  }

  static Margins margins(Window window) {
    return new Margins(window.top(), window.bottom(), window.left(), window.right());
  }

  /** The size after the window has moved over an image, which it must fit. */
  public static ImageSize moved(ImageSize image, Window window, int channels, boolean ceil) {
    ImageSize padded = margins(window).around(image);
    Check.that(
        reach(window.height(), window.dilationHeight()) <= padded.height()
            && reach(window.width(), window.dilationWidth()) <= padded.width(),
        "kernel_size: %d x %d with dilation %d x %d must fit in the padded image of %d x %d",
        window.height(),
        window.width(),
        window.dilationHeight(),
        window.dilationWidth(),
        padded.height(),
        padded.width());
    return image.with(
        window.outputHeight(image.height(), ceil),
        window.outputWidth(image.width(), ceil),
        channels);
  }

  /** Elements from the first tap to the last. */
  static long reach(int taps, int dilation) {
    return (taps - 1L) * dilation + 1;
  }
}
