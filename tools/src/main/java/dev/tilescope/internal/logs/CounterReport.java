package dev.tilescope.internal.logs;

import dev.tilescope.device.marker.PerfCounterType;
import dev.tilescope.profile.internal.table.Column;
import dev.tilescope.profile.internal.table.OpsRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The performance counters of one device, as columns of its runs and as a summary. */
final class CounterReport {
  private static final int PERCENT = 100;

  private final List<DeviceRun> runs;
  private final DeviceLogHeader header;
  private final LogOptions options;
  private final boolean deviceOnly;
  private final List<PerfMetric> metrics;

  /**
   * @param runs of the device, those without counters too
   */
  CounterReport(
      List<DeviceRun> runs, DeviceLogHeader header, LogOptions options, boolean deviceOnly) {
    this.runs = runs.stream().filter(run -> !run.counters().isEmpty()).toList();
    this.header = header;
    this.options = options;
    this.deviceOnly = deviceOnly;
    CounterUse use = new CounterUse();
    this.runs.forEach(run -> run.counters().forEach(use::include));
    metrics = PerfMetrics.of(use, deviceOnly, deviceOnly || !options.upstreamQuirks());
  }

  boolean isEmpty() {
    return runs.isEmpty();
  }

  /** Adds the columns that have a value. */
  void addTo(OpsRow cells, DeviceRun run) {
    if (run.counters().isEmpty()) {
      return;
    }
    for (PerfMetric metric : metrics) {
      MetricStatistics statistics = statistics(run, metric.term()::of);
      if (statistics.count() > 0) {
        List<Column> columns = metric.columns();
        put(cells, columns.get(0), statistics.least());
        put(cells, columns.get(1), statistics.median());
        put(cells, columns.get(2), statistics.greatest());
        put(cells, columns.get(3), average(metric, statistics, run));
      }
    }
  }

  private static void put(OpsRow cells, Column column, double value) {
    if (!Double.isNaN(value)) {
      cells.put(column, value);
    }
  }

  private double average(PerfMetric metric, MetricStatistics statistics, DeviceRun run) {
    PerfCounterType counter = metric.ofGrid();
    if (counter == null || deviceOnly) {
      return statistics.mean();
    }
    boolean known = header.computeCores() > 0 && !run.kernel.isEmpty() && run.kernel.cycles() > 0;
    double total =
        run.counters().stream()
            .mapToDouble(core -> core.value(counter))
            .filter(value -> !Double.isNaN(value))
            .sum();
    return known ? total / header.computeCores() / run.kernel.cycles() * PERCENT : Double.NaN;
  }

  private static MetricStatistics statistics(
      DeviceRun run, ToDoubleFunction<CoreCounters> valueOf) {
    return MetricStatistics.of(run.counters().stream().mapToDouble(valueOf));
  }

  /** The counters and metrics that occur, over all runs; without lines unless it was asked for. */
  CounterSummary summary(int device) {
    if (!options.summarisesCounters()) {
      return new CounterSummary(device, runs.size(), List.of(), List.of());
    }
    List<CounterSummary.Line> counters = new ArrayList<>();
    for (PerfCounterType counter : PerfCounterType.values()) {
      add(counters, counter.name(), core -> core.value(counter));
    }
    List<CounterSummary.Line> lines = new ArrayList<>();
    metrics.forEach(metric -> add(lines, metric.name() + metric.unit(), metric.term()::of));
    return new CounterSummary(device, runs.size(), counters, lines);
  }

  private void add(
      List<CounterSummary.Line> to, String name, ToDoubleFunction<CoreCounters> valueOf) {
    List<MetricStatistics> all =
        runs.stream()
            .map(run -> statistics(run, valueOf))
            .filter(statistics -> statistics.count() > 0)
            .toList();
    if (!all.isEmpty()) {
      to.add(CounterSummary.Line.of(name, all));
    }
  }
}
