package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Checks.require;

import dev.tilescope.ops.internal.kernel.MaskedSoftmax.Mask;
import dev.tilescope.ops.internal.kernel.RowNorms.Scale;
import dev.tilescope.ops.internal.kernel.RowNorms.Statistics;
import org.jspecify.annotations.Nullable;

/**
 * Normalisations and the softmax family. Rules as for {@link Kernels}; every output may be an
 * input.
 *
 * <p>Norms compute in double and round once for each element; variances take two passes, so a mean
 * far from zero costs nothing. A weight or bias that is null is one or zero. Softmax is float32, as
 * {@link Kernels#softmaxRows}.
 */
public final class NormKernels {
  private static final int NORM_WEIGHT = 4;
  private static final int SOFTMAX_WEIGHT = 16;

  private NormKernels() {}

  /**
   * {@code (x - mean) / sqrt(variance + epsilon) * weight + bias} of each row of {@code x = in +
   * residual}, with the biased variance; the residual is optional and added in float32.
   */
  public static void layerNorm(float[] in, float @Nullable [] residual, RowNorm norm, float[] out) {
    Statistics statistics = RowNorms.layer(out, norm.width(), norm.epsilon());
    rowNorm("layerNorm", in, residual, norm, statistics, out);
  }

  /** {@code x / sqrt(mean(x^2) + epsilon) * weight + bias} of each row of {@code in + residual}. */
  public static void rmsNorm(float[] in, float @Nullable [] residual, RowNorm norm, float[] out) {
    Statistics statistics = RowNorms.rootMeanSquare(out, norm.width(), norm.epsilon());
    rowNorm("rmsNorm", in, residual, norm, statistics, out);
  }

  private static void rowNorm(
      String what,
      float[] in,
      float @Nullable [] residual,
      RowNorm norm,
      Statistics statistics,
      float[] out) {
    int volume = Checks.volume(what + ": rows x width", new int[] {norm.rows(), norm.width()});
    Checks.length(what + ": in", in.length, volume);
    Checks.length(what + ": out", out.length, volume);
    optional(what + ": residual", residual, volume);
    checkScale(what, norm.scale(), norm.width());
    if (volume > 0) {
      RowNorms.run(parallel(volume), in, residual, norm, statistics, out);
    }
  }

  private static void checkScale(String what, Scale scale, int channels) {
    optional(what + ": weight", scale.weight(), channels);
    optional(what + ": bias", scale.bias(), channels);
  }

  private static void optional(String what, float @Nullable [] values, int expected) {
    if (values != null) {
      Checks.length(what, values.length, expected);
    }
  }

  private static Parallel parallel(int volume) {
    return Kernels.engine((long) NORM_WEIGHT * volume).parallel();
  }

  /** The sum of squares of each row: what devices exchange for a distributed norm. */
  public static void rowSquareSums(float[] in, float[] out, int rows, int width) {
    int volume = Checks.volume("rowSquareSums: rows x width", new int[] {rows, width});
    Checks.length("rowSquareSums: in", in.length, volume);
    Checks.length("rowSquareSums: out", out.length, rows);
    if (rows > 0) {
      RowNorms.squareSums(parallel(volume), in, out, rows, width);
    }
  }

  /**
   * RMS norm of a part of each row, given each row's sum of squares over all its parts, {@code
   * totalWidth} elements.
   */
  public static void gatheredRmsNorm(
      float[] in, float[] squareSums, int totalWidth, RowNorm norm, float[] out) {
    Checks.length("gatheredRmsNorm: squareSums", squareSums.length, norm.rows());
    checkTotal("gatheredRmsNorm", totalWidth, norm.width());
    Statistics statistics = RowNorms.gathered(squareSums, totalWidth, norm.epsilon());
    rowNorm("gatheredRmsNorm", in, null, norm, statistics, out);
  }

  private static void checkTotal(String what, int totalWidth, int width) {
    require(
        totalWidth >= width,
        what + ": the total width must be at least " + width + ", got " + totalWidth);
  }

  /**
   * Layer norm of a part of each row, given each row's sum and sum of squares over all its parts.
   * Float32 sums cannot tell a small variance from rounding where the mean is far from zero.
   */
  public static void gatheredLayerNorm(
      float[] in, float[] sums, float[] squareSums, int totalWidth, RowNorm norm, float[] out) {
    Checks.length("gatheredLayerNorm: sums", sums.length, norm.rows());
    checkTotal("gatheredLayerNorm", totalWidth, norm.width());
    Checks.length("gatheredLayerNorm: squareSums", squareSums.length, norm.rows());
    Statistics statistics = RowNorms.gathered(sums, squareSums, totalWidth, norm.epsilon());
    rowNorm("gatheredLayerNorm", in, null, norm, statistics, out);
  }

  /**
   * Group norm of {@code [n, 1, positions, channels]}: channels in {@code groups} equal groups,
   * each normalised over its channels and all positions of one batch entry.
   */
  public static void groupNorm(
      float[] in,
      float @Nullable [] weight,
      float @Nullable [] bias,
      float epsilon,
      float[] out,
      int n,
      int positions,
      int channels,
      int groups) {
    int volume = Checks.volume("groupNorm: shape", new int[] {n, positions, channels});
    require(
        groups > 0 && channels % groups == 0,
        "groupNorm: groups must divide the " + channels + " channels, got " + groups);
    Checks.length("groupNorm: in", in.length, volume);
    Checks.length("groupNorm: out", out.length, volume);
    Scale scale = new Scale(weight, bias);
    checkScale("groupNorm", scale, channels);
    if (volume > 0) {
      ChannelNorms.group(parallel(volume), in, scale, epsilon, out, n, positions, channels, groups);
    }
  }

  /** Batch norm of {@code [n, channels, plane]} with the given mean and variance by channel. */
  public static void batchNorm(
      float[] in,
      float[] mean,
      float[] variance,
      float @Nullable [] weight,
      float @Nullable [] bias,
      float epsilon,
      float[] out,
      int n,
      int channels,
      int plane) {
    int volume = Checks.volume("batchNorm: shape", new int[] {n, channels, plane});
    Checks.length("batchNorm: in", in.length, volume);
    Checks.length("batchNorm: out", out.length, volume);
    Checks.length("batchNorm: mean", mean.length, channels);
    Checks.length("batchNorm: variance", variance.length, channels);
    Scale scale = new Scale(weight, bias);
    checkScale("batchNorm", scale, channels);
    ChannelNorms.batch(
        parallel(volume), in, mean, variance, scale, epsilon, out, n, channels, plane);
  }

  /**
   * The mean of each channel of {@code [n, channels, plane]} and its variance over count -
   * correction: 0 to normalise with, 1 for running statistics.
   */
  public static void batchStatistics(
      float[] in,
      int n,
      int channels,
      int plane,
      double correction,
      float[] mean,
      float[] variance) {
    int volume = Checks.volume("batchStatistics: shape", new int[] {n, channels, plane});
    Checks.length("batchStatistics: in", in.length, volume);
    Checks.length("batchStatistics: mean", mean.length, channels);
    Checks.length("batchStatistics: variance", variance.length, channels);
    ChannelNorms.batchStatistics(
        parallel(volume), in, n, channels, plane, correction, mean, variance);
  }

  /** Softmax along any lines. */
  public static void softmax(float[] in, Lines lines, float[] out) {
    Checks.length("softmax: in", in.length, lines.volume());
    Checks.length("softmax: out", out.length, lines.volume());
    if (lines.inner() == 1) {
      Kernels.softmaxRows(in, out, lines.outer(), lines.length());
    } else if (lines.volume() > 0) {
      MaskedSoftmax.columns(Kernels.engine((long) SOFTMAX_WEIGHT * lines.volume()), in, lines, out);
    }
  }

  /**
   * Softmax of {@code in * scale + mask} along the last of {@code dims}. The mask is read with one
   * stride for each dimension, 0 where it is broadcast, the last of them 0 or 1. With {@code
   * causal}, row i of the last two dimensions sees its first i + 1 elements, and the others become
   * 0.
   */
  public static void maskedSoftmax(
      float[] in,
      float scale,
      float @Nullable [] mask,
      int[] maskStrides,
      boolean causal,
      float[] out,
      int[] dims) {
    require(dims.length > 0, "maskedSoftmax: dims must have at least one dimension, got none");
    int volume = Checks.volume("maskedSoftmax: dims", dims);
    Checks.length("maskedSoftmax: in", in.length, volume);
    Checks.length("maskedSoftmax: out", out.length, volume);
    if (volume == 0) {
      return;
    }
    if (mask != null) {
      Checks.strides("maskedSoftmax: mask", dims, maskStrides, 0, 1, mask.length);
    }
    Mask added = mask == null ? null : new Mask(mask, maskStrides);
    Engine engine = Kernels.engine((long) SOFTMAX_WEIGHT * volume);
    MaskedSoftmax.rows(engine, in, scale, added, causal, out, dims);
  }
}
