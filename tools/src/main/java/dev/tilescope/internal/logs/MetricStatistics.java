package dev.tilescope.internal.logs;

import java.util.stream.DoubleStream;

/** Least, median, greatest and mean of the numbers that are there; all NaN if none is. */
record MetricStatistics(int count, double least, double median, double greatest, double mean) {
  static MetricStatistics of(DoubleStream values) {
    double[] sorted = values.filter(value -> !Double.isNaN(value)).sorted().toArray();
    int count = sorted.length;
    if (count == 0) {
      return new MetricStatistics(0, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }
    double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    double mean = DoubleStream.of(sorted).average().orElse(Double.NaN);
    return new MetricStatistics(count, sorted[0], median, sorted[count - 1], mean);
  }
}
