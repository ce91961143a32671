package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code fold}.
 *
 * @param padding zeros put around the image first: {@code [height, width]}, {@code [top, bottom,
 *     left, right]}, or those and {@code [front, back]} of the channels
 * @param overrideMemoryConfig of the result; null for that of the input
 * @param collapseOutput whether all positions of the result are one dimension, {@code [1, 1, N * H
 *     * W, C]}
 */
public record FoldOptions(
    List<Integer> padding, @Nullable MemoryConfig overrideMemoryConfig, boolean collapseOutput)
    implements Options {
  public FoldOptions {
    padding = List.copyOf(padding);
  }

  public static final FoldOptions DEFAULT = new FoldOptions(List.of(0, 0), null, false);

  public FoldOptions withPadding(int... value) {
    return new FoldOptions(
        Arrays.stream(value).boxed().toList(), overrideMemoryConfig, collapseOutput);
  }

  public FoldOptions withOverrideMemoryConfig(MemoryConfig value) {
    return new FoldOptions(padding, value, collapseOutput);
  }

  public FoldOptions withCollapseOutput(boolean value) {
    return new FoldOptions(padding, overrideMemoryConfig, value);
  }
}
