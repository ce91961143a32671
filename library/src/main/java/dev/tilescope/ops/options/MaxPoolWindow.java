package dev.tilescope.ops.options;

import dev.tilescope.ops.internal.mechanism.ArgumentGroup;
import dev.tilescope.ops.internal.mechanism.Default;
import java.util.List;

/** The window of {@code max_pool2d}, and how it moves. */
public record MaxPoolWindow(
    List<Integer> kernelSize,
    List<Integer> stride,
    List<Integer> padding,
    List<Integer> dilation,
    @Default("false") boolean ceilMode)
    implements ArgumentGroup, Withers.OfMaxPoolWindow {
  public MaxPoolWindow {
    kernelSize = List.copyOf(kernelSize);
    stride = List.copyOf(stride);
    padding = List.copyOf(padding);
    dilation = List.copyOf(dilation);
  }

  /** It moves by one pixel, inside the image. */
  public static MaxPoolWindow of(int height, int width) {
    return new MaxPoolWindow(
        List.of(height, width), List.of(1, 1), List.of(0, 0), List.of(1, 1), false);
  }
}
