package dev.tilescope.ops.kernel;

import dev.tilescope.ops.kernel.FloatAccumulators.SquaredDistance;
import dev.tilescope.ops.kernel.FloatAccumulators.Sum;
import dev.tilescope.ops.kernel.RowNorms.Scale;

/**
 * Group norm over {@code [n, positions, channels]}, batch norm over {@code [n, channels, plane]}.
 */
final class ChannelNorms {
  private ChannelNorms() {}

  /** One task per group: its channels are neighbours, a slice of each position. */
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
    int width = channels / groups;
    parallel.forEach(
        n * groups,
        task -> {
          int channel = task % groups * width;
          int at = task / groups * positions * channels + channel;
          new Group(in, out, at, positions, channels, channel, width).normalise(scale, epsilon);
        });
  }

  private record Group(
      float[] in, float[] out, int at, int positions, int stride, int channel, int width) {
    void normalise(Scale scale, double epsilon) {
      double count = (double) positions * width;
      double sum = 0;
      for (int p = 0; p < positions; p++) {
        sum += Sum.sum(in, at + p * stride, at + p * stride + width);
      }
      double mean = sum / count;
      double squares = 0;
      for (int p = 0; p < positions; p++) {
        squares += SquaredDistance.sum(in, at + p * stride, at + p * stride + width, mean);
      }
      apply(scale, mean, 1 / Math.sqrt(squares / count + epsilon));
    }

    private void apply(Scale scale, double mean, double factor) {
      for (int p = 0; p < positions; p++) {
        int from = at + p * stride;
        for (int c = 0; c < width; c++) {
          double normal = (in[from + c] - mean) * factor;
          out[from + c] = (float) (normal * scale.weight(channel + c) + scale.bias(channel + c));
        }
      }
    }
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
