package dev.tilescope.internal.cli;

import dev.tilescope.analysis.OperationNumbers;
import dev.tilescope.analysis.TopOperations;
import dev.tilescope.device.ModelledTime;
import dev.tilescope.device.TimeBands;
import dev.tilescope.diff.ReportDiff.Pair;
import dev.tilescope.model.Report;
import java.util.Locale;

/**
 * What users call the operations of two reports, and what a board may take for each report.
 *
 * @param bandsBefore of modelled times of that report's board
 * @param bandsAfter of the other's
 * @param timeBefore modelled, of all programs together
 * @param timeAfter the same of the other report
 */
record DiffNumbers(
    OperationNumbers before,
    OperationNumbers after,
    TimeBands bandsBefore,
    TimeBands bandsAfter,
    ModelledTime timeBefore,
    ModelledTime timeAfter) {
  static DiffNumbers of(Report before, Report after) {
    return new DiffNumbers(
        OperationNumbers.of(before.trace()),
        OperationNumbers.of(after.trace()),
        TimeBands.of(before.devices()),
        TimeBands.of(after.devices()),
        modelled(before),
        modelled(after));
  }

  /** Of both reports' modelled times; empty where there is none. */
  String board() {
    if (timeAfter.nanos() == 0) {
      return "";
    }
    boolean alike = timeBefore.equals(timeAfter) || timeBefore.nanos() == 0;
    String was = alike ? "" : board(timeBefore, 1e6, 3) + " -> ";
    return "; modelled, a board " + was + board(timeAfter, 1e6, 3) + " ms";
  }

  /** Both times of a pair, each with what a board may take. */
  String modelledTimes(Pair pair) {
    return ": "
        + modelled(bandsBefore.time(pair.measuresBefore().modelledNanos()))
        + " -> "
        + modelled(bandsAfter.time(pair.measuresAfter().modelledNanos()))
        + " us";
  }

  private static String modelled(ModelledTime time) {
    return String.format(Locale.ROOT, "%.1f (a board %s)", time.nanos() / 1e3, board(time, 1e3, 1));
  }

  private static String board(ModelledTime time, double nanosOfUnit, int decimals) {
    String format = "%." + decimals + "f to %." + decimals + "f";
    return String.format(
        Locale.ROOT, format, time.lowNanos() / nanosOfUnit, time.highNanos() / nanosOfUnit);
  }

  static ModelledTime modelled(Report report) {
    TimeBands bands = TimeBands.of(report.devices());
    return TopOperations.of(report.trace()).byName().stream()
        .map(total -> bands.time(total.modelledNanos()))
        .reduce(ModelledTime.NONE, ModelledTime::plus);
  }
}
