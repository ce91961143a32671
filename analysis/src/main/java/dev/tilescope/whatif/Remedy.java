package dev.tilescope.whatif;

import dev.tilescope.device.ModelledTime;
import java.util.List;

/**
 * A change that makes a run fit, seen to by letting the run happen with it.
 *
 * @param measures what it takes, the cheaper ones first
 * @param outcome of the run with it
 * @param movedBytes what goes through DRAM because of it, each use counted
 * @param time what that takes, at the board's peak; nothing else that it changes costs device time
 */
public record Remedy(
    Change change, List<Measure> measures, Outcome outcome, long movedBytes, ModelledTime time) {
  public Remedy {
    measures = List.copyOf(measures);
  }

  /** One thing to do. They stand in the order of what they cost. */
  public sealed interface Measure {}

  /**
   * Open the device with another size: no code changes, and no time.
   *
   * @param option as TT-NN names it
   */
  public record OpenWith(String option, long beforeBytes, long bytes) implements Measure {}

  /** Free some tensors after their last use: a call each, and no time. */
  public record FreeEarly(List<Integer> buffers) implements Measure {}

  /** Bring in tensors that stay in another order: code moves, and takes no more time. */
  public record BringIn(Change.Order order) implements Measure {}

  /** Keep some tensors in DRAM: each use of one reads it from there. */
  public record KeepInDram(List<Integer> buffers) implements Measure {}

  /** Run on another board: another machine. */
  public record RunOn(String board) implements Measure {}
}
