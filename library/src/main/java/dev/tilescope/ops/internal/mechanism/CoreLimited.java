package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.model.CoreRangeSet;
import org.jspecify.annotations.Nullable;

/** Arguments that say which cores a call may use, see {@link CoreLimit}. */
public interface CoreLimited {
  /** Null for all. */
  @Nullable CoreRangeSet subCoreGrids();

  /** Arguments whose options say it. */
  interface ByOptions extends CoreLimited {
    CoreLimited options();

    @Override
    default @Nullable CoreRangeSet subCoreGrids() {
      return options().subCoreGrids();
    }
  }
}
