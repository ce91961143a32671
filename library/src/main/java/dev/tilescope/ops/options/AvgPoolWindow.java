package dev.tilescope.ops.options;

import dev.tilescope.ops.internal.mechanism.ArgumentGroup;
import dev.tilescope.ops.internal.mechanism.Default;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The window of {@code avg_pool2d}, how it moves, and what its sum is divided by. */
public record AvgPoolWindow(
    List<Integer> kernelSize,
    List<Integer> stride,
    List<Integer> padding,
    @Default("false") boolean ceilMode,
    @Default("true") boolean countIncludePad,
    @Nullable Integer divisorOverride)
    implements ArgumentGroup, Withers.OfAvgPoolWindow {
  public AvgPoolWindow {
    kernelSize = List.copyOf(kernelSize);
    stride = List.copyOf(stride);
    padding = List.copyOf(padding);
  }

  /** It moves by one pixel, inside the image. */
  public static AvgPoolWindow of(int height, int width) {
    return new AvgPoolWindow(
        List.of(height, width), List.of(1, 1), List.of(0, 0), false, true, null);
  }
}
