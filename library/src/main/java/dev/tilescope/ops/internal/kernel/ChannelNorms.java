package dev.tilescope.ops.internal.kernel;

import dev.tilescope.ops.internal.kernel.FloatAccumulators.SquaredDistance;
import dev.tilescope.ops.internal.kernel.FloatAccumulators.Sum;
import dev.tilescope.ops.internal.kernel.RowNorms.Scale;
import java.util.Arrays;

/**
 * Group norm over {@code [n, positions, channels]}, batch norm over {@code [n, channels, plane]}.
 */
final class ChannelNorms {
  private static final int GRAIN_ELEMENTS = 1 << 14;

  private ChannelNorms() {}

  /** Sums are taken by channel, which reads memory in order, then joined by group. */
  static void group(
      Parallel parallel,
      float[] in,
      Scale scale,
      double epsilon,
      float[] out,
      int n,
      int positions,
      int channels,
      int groups) {
    Lines lines = new Lines(n, positions, channels);
    int width = channels / groups;
    double count = (double) positions * width;
    double[] means = new double[n * channels];
    FloatAccumulators.run(parallel, new Sum(), in, lines, (line, sum) -> means[line] = sum / count);
    joinGroups(means, width);
    double[] factors = new double[n * channels];
    FloatAccumulators.run(
        parallel,
        new SquaredDistance(means),
        in,
        lines,
        (line, sum) -> factors[line] = sum / count);
    joinGroups(factors, width);
    for (int i = 0; i < factors.length; i++) {
      factors[i] = scale.weight(i % channels) / Math.sqrt(factors[i] + epsilon);
    }
    apply(parallel, in, means, factors, scale, out, positions, channels);
  }

  /** Gives every channel of a group the sum of the group's values. */
  private static void joinGroups(double[] values, int width) {
    for (int from = 0; from < values.length; from += width) {
      double sum = 0;
      for (int i = from; i < from + width; i++) {
        sum += values[i];
      }
      Arrays.fill(values, from, from + width, sum);
    }
  }

  private static void apply(
      Parallel parallel,
      float[] in,
      double[] means,
      double[] factors,
      Scale scale,
      float[] out,
      int positions,
      int channels) {
    parallel.forRange(
        in.length / channels,
        Math.max(1, GRAIN_ELEMENTS / channels),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            int at = row * channels;
            int entry = row / positions * channels;
            for (int c = 0; c < channels; c++) {
              double moved = (in[at + c] - means[entry + c]) * factors[entry + c];
              out[at + c] = (float) (moved + scale.bias(c));
            }
          }
        });
  }

  static void batch(
      Parallel parallel,
      float[] in,
      float[] means,
      float[] variances,
      Scale scale,
      double epsilon,
      float[] out,
      int n,
      int channels,
      int plane) {
    parallel.forEach(
        n * channels,
        task -> {
          int channel = task % channels;
          double mean = means[channel];
          double factor = scale.weight(channel) / Math.sqrt(variances[channel] + epsilon);
          float bias = scale.bias(channel);
          for (int i = task * plane; i < (task + 1) * plane; i++) {
            out[i] = (float) ((in[i] - mean) * factor + bias);
          }
        });
  }

  /** The mean and variance of each channel over every batch entry and position. */
  static void batchStatistics(
      Parallel parallel,
      float[] in,
      int n,
      int channels,
      int plane,
      double correction,
      float[] means,
      float[] variances) {
    double count = (double) n * plane;
    parallel.forEach(
        channels,
        channel -> {
          double sum = 0;
          for (int b = 0; b < n; b++) {
            int at = (b * channels + channel) * plane;
            sum += Sum.sum(in, at, at + plane);
          }
          double mean = sum / count;
          double squares = 0;
          for (int b = 0; b < n; b++) {
            int at = (b * channels + channel) * plane;
            squares += SquaredDistance.sum(in, at, at + plane, mean);
          }
          means[channel] = (float) mean;
          variances[channel] = (float) (squares / Math.max(0, count - correction));
        });
  }
}
