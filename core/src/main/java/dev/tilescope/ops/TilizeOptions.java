package dev.tilescope.ops;

import dev.tilescope.model.Changed;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.Options;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code tilize}.
 *
 * @param memoryConfig of the result; null for that of the input
 * @param dtype of the result; null for that of the input
 * @param useMulticore false for a program on one core
 * @param useLowPerf a program on one core that holds one tile at a time
 * @param tile must be 32 x 32
 * @param subCoreGrids the cores that the operation may use; null for all
 */
public record TilizeOptions(
    @Nullable MemoryConfig memoryConfig,
    @Nullable DataType dtype,
    boolean useMulticore,
    boolean useLowPerf,
    Tile tile,
    @Nullable CoreRangeSet subCoreGrids)
    implements Options {
  public static final TilizeOptions DEFAULT =
      new TilizeOptions(null, null, true, false, Tile.DEFAULT, null);

  public TilizeOptions withMemoryConfig(@Nullable MemoryConfig value) {
    return Changed.with(this, "memoryConfig", value);
  }

  public TilizeOptions withDtype(@Nullable DataType value) {
    return Changed.with(this, "dtype", value);
  }

  public TilizeOptions withUseMulticore(boolean value) {
    return Changed.with(this, "useMulticore", value);
  }

  public TilizeOptions withUseLowPerf(boolean value) {
    return Changed.with(this, "useLowPerf", value);
  }

  public TilizeOptions withTile(Tile value) {
    return Changed.with(this, "tile", value);
  }

  public TilizeOptions withSubCoreGrids(@Nullable CoreRangeSet value) {
    return Changed.with(this, "subCoreGrids", value);
  }
}
