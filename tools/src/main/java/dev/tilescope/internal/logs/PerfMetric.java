package dev.tilescope.internal.logs;

import dev.tilescope.device.marker.PerfCounterType;
import dev.tilescope.profile.internal.table.Column;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A number made of performance counters: one value a core, and four columns over the cores of a
 * run.
 *
 * @param unit what follows the name of a column
 * @param average the name of the fourth column
 * @param ofGrid what the joined report relates to all cores of the device for the average, or null
 */
record PerfMetric(
    String name, CounterTerm term, String unit, String average, @Nullable PerfCounterType ofGrid) {
  private static final String PERCENT = " (%)";

  static PerfMetric percent(String name, CounterTerm share) {
    return new PerfMetric(name, share.times(100), PERCENT, name + " Avg" + PERCENT, null);
  }

  static PerfMetric plain(String name, CounterTerm term) {
    return new PerfMetric(name, term, "", name + " Avg", null);
  }

  /** Labelled as per cent in the reports of TT-NN, and not one. */
  static PerfMetric factor(String name, CounterTerm term) {
    return new PerfMetric(name, term, PERCENT, name + " Avg" + PERCENT, null);
  }

  static PerfMetric ofGrid(String name, PerfCounterType counter, String unit) {
    String average = "Avg " + unit + " util on full grid (%)";
    return new PerfMetric(name, CounterTerm.share(counter).times(100), PERCENT, average, counter);
  }

  /** Least, median, greatest and mean. */
  List<Column> columns() {
    return Stream.of(name + " Min" + unit, name + " Median" + unit, name + " Max" + unit, average)
        .<Column>map(Column.Named::new)
        .toList();
  }
}
