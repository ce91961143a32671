package dev.tilescope.internal.logs;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * The performance counters of a device over all its runs.
 *
 * @param runs that have counters
 * @param counters what was counted, one line a counter
 * @param metrics what was made of it
 */
public record CounterSummary(int device, int runs, List<Line> counters, List<Line> metrics) {
  /**
   * Each run has a least, median, greatest and mean value over its cores.
   *
   * @param runs that have a value
   * @param least of the least
   * @param median of the medians
   * @param greatest of the greatest
   * @param mean of the means
   */
  public record Line(
      String name, int runs, double least, double median, double greatest, double mean) {
    static Line of(String name, List<MetricStatistics> runs) {
      return new Line(
          name,
          runs.size(),
          over(runs, MetricStatistics::least).least(),
          over(runs, MetricStatistics::median).median(),
          over(runs, MetricStatistics::greatest).greatest(),
          over(runs, MetricStatistics::mean).mean());
    }

    private static MetricStatistics over(
        List<MetricStatistics> runs, ToDoubleFunction<MetricStatistics> part) {
      return MetricStatistics.of(DoubleStream.of(runs.stream().mapToDouble(part).toArray()));
    }
  }
}
