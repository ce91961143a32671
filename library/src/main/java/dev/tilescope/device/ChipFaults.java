package dev.tilescope.device;

import dev.tilescope.model.CoreCoord;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a fault plan does to one launch on one chip.
 *
 * @param slowdowns of the cores that are slow
 * @param hang null if it comes to its end
 */
public record ChipFaults(Map<CoreCoord, Double> slowdowns, FaultPlan.@Nullable Hang hang) {
  static final ChipFaults NONE = new ChipFaults(Map.of(), null);

  public ChipFaults {
    slowdowns = Map.copyOf(slowdowns);
  }

  ChipFaults with(FaultPlan.@Nullable Hang planned) {
    return planned == null ? this : new ChipFaults(slowdowns, planned);
  }

  /** How many cycles the core takes for one. */
  public double slowdown(CoreCoord core) {
    return slowdowns.isEmpty() ? 1 : slowdowns.getOrDefault(core, 1.0);
  }
}
