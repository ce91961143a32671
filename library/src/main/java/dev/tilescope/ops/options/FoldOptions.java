package dev.tilescope.ops.options;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.mechanism.Options;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code fold}. */
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
}
