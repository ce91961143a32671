package dev.tilescope.ops;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.mechanism.Options;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code fold}.
 *
 * @param useTransposeAsFold fold an image {@code [N, C, H, W]} by padding it to whole tiles,
 *     transposes and a slice. Of the padding then only top, left and back count: at the ends of an
 *     interleaved image, on both sides (channels: at the end) of a sharded one
 * @param outputShape the part of a fold by transposes to keep; null for all, without what filled
 *     tiles if the image is sharded. Traced, as in TT-NN without effect on other folds
 * @param padding zeros put around the image first: {@code [height, width]}, {@code [top, bottom,
 *     left, right]}, or those and {@code [front, back]} of the channels
 * @param gridSize the cores that take the result of a sharded image's fold by transposes; null for
 *     two by two. Traced, as in TT-NN without effect on other folds
 * @param overrideMemoryConfig of the result; null for that of the input, L1 for a fold by
 *     transposes
 * @param collapseOutput whether all positions of the result are one dimension, {@code [1, 1, N * H
 *     * W, C]}; not by transposes
 */
public record FoldOptions(
    boolean useTransposeAsFold,
    @Nullable Shape outputShape,
    List<Integer> padding,
    @Nullable CoreRangeSet gridSize,
    @Nullable MemoryConfig overrideMemoryConfig,
    boolean collapseOutput)
    implements Options, Withers.OfFoldOptions {
  public FoldOptions {
    padding = List.copyOf(padding);
  }

  public static final FoldOptions DEFAULT =
      new FoldOptions(false, null, List.of(0, 0), null, null, false);

  public FoldOptions withPadding(int... value) {
    return withPadding(Arrays.stream(value).boxed().toList());
  }
}
