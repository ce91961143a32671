package dev.tilescope.internal.times;

import dev.tilescope.internal.links.Ran;
import dev.tilescope.internal.perf.PerfRow;
import java.util.List;

/**
 * A call of a run: its rows on all devices and of all replays of a metal trace together.
 *
 * @param row one of its rows, if it can be one with a time
 * @param rows the ids of all of them
 * @param nanos one for each replay, or the only one; none if no row has a time
 */
public record TimedCall(Ran ran, PerfRow row, List<Integer> rows, Samples nanos) {
  public TimedCall {
    rows = List.copyOf(rows);
  }

  TimedCall with(Samples others) {
    return new TimedCall(ran, row, rows, others);
  }

  /** 0 if it has no time. */
  double medianOrNone() {
    double median = nanos.median();
    return Double.isNaN(median) ? 0 : median;
  }
}
