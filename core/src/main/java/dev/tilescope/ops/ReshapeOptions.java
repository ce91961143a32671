package dev.tilescope.ops;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.CoreLimited;
import dev.tilescope.ops.mechanism.Options;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code reshape}.
 *
 * @param memoryConfig of the result; null for that of the input
 * @param padValue what tiles are padded with, which changes no element
 * @param reshapeTileMode announced only: the modelled program needs no map of tiles
 * @param subCoreGrids the cores that the operation may use; null for all. A view uses none
 * @param skipPaddingFill announced only: padding is no part of a tensor's values here
 */
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
