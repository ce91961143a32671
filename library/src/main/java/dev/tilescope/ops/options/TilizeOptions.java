package dev.tilescope.ops.options;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Tile;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Options;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code tilize}. */
public record TilizeOptions(
    @Nullable MemoryConfig memoryConfig,
    @Nullable DataType dtype,
    boolean useMulticore,
    boolean useLowPerf,
    Tile tile,
    @Nullable CoreRangeSet subCoreGrids)
    implements Options, Withers.OfTilizeOptions, CoreLimited {
  public static final TilizeOptions DEFAULT =
      new TilizeOptions(null, null, true, false, Tile.DEFAULT, null);
}
