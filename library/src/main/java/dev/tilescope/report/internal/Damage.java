package dev.tilescope.report.internal;

import dev.tilescope.model.TilescopeException;
import java.util.function.Supplier;

/**
 * Decides what happens when a part of a report cannot be used: throw, or take note and return, and
 * the reader then goes on without that part.
 */
public interface Damage {
  /**
   * A part cannot be used.
   *
   * @param problem made only if somebody will read it: finding a line reads the file up to it
   */
  void found(Supplier<TilescopeException> problem);
}
