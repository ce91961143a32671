package dev.tilescope.ops.options;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Options;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code reshape}. */
public record ReshapeOptions(
    @Nullable MemoryConfig memoryConfig,
    @Nullable Double padValue,
    TileReshapeMapMode reshapeTileMode,
    @Nullable CoreRangeSet subCoreGrids,
    boolean skipPaddingFill)
    implements Options, Withers.OfReshapeOptions, CoreLimited {
  /** Whether TT-NN keeps the map from tiles to tiles for the next call. */
  public enum TileReshapeMapMode {
    CACHE,
    RECREATE
  }

  public static final ReshapeOptions DEFAULT =
      new ReshapeOptions(null, null, TileReshapeMapMode.CACHE, null, false);
}
