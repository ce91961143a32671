package dev.tilescope.ops.internal.kernel;

import dev.tilescope.ops.internal.kernel.FloatAccumulators.SquaredDistance;
import dev.tilescope.ops.internal.kernel.FloatAccumulators.Sum;
import org.jspecify.annotations.Nullable;

/**
 * Normalisations of each row of a matrix. Statistics and each element are computed in double and
 * rounded once.
 */
final class RowNorms {
  private static final int GRAIN_ELEMENTS = 1 << 14;

  /** What a row is shifted by, then multiplied with, given where it lies. */
  interface Statistics {
    Affine of(int row, int at);
  }

  record Affine(double shift, double factor) {}

  /** Optional weight and bias by column. */
  record Scale(float @Nullable [] weight, float @Nullable [] bias) {
    float weight(int column) {
      return weight == null ? 1f : weight[column];
    }

    float bias(int column) {
      return bias == null ? 0f : bias[column];
    }
  }

  private RowNorms() {}

  /** Writes in (plus residual) to out, then normalises out in place. */
  static void run(
      Parallel parallel,
      float[] in,
      float @Nullable [] residual,
      RowNorm norm,
      Statistics statistics,
      float[] out) {
    int width = norm.width();
    Scale scale = norm.scale();
    parallel.forRange(
        norm.rows(),
        Math.max(1, GRAIN_ELEMENTS / width),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            int at = row * width;
            copySum(in, residual, out, at, width);
            apply(statistics.of(row, at), scale, out, at, width);
          }
        });
  }

  private static void copySum(
      float[] in, float @Nullable [] residual, float[] out, int at, int width) {
    if (residual == null) {
      System.arraycopy(in, at, out, at, width);
      return;
    }
    for (int i = at; i < at + width; i++) {
      out[i] = in[i] + residual[i];
    }
  }

  private static void apply(Affine row, Scale scale, float[] out, int at, int width) {
    double shift = row.shift;
    double factor = row.factor;
    float[] weight = scale.weight;
    float[] bias = scale.bias;
    if (weight != null && bias != null) {
      for (int i = 0; i < width; i++) {
        out[at + i] = (float) ((out[at + i] - shift) * factor * weight[i] + bias[i]);
      }
    } else {
      for (int i = 0; i < width; i++) {
        double normal = (out[at + i] - shift) * factor;
        out[at + i] = (float) (normal * scale.weight(i) + scale.bias(i));
      }
    }
  }

  static Statistics layer(float[] values, int width, double epsilon) {
    return (row, at) -> {
      double mean = Sum.sum(values, at, at + width) / width;
      double variance = SquaredDistance.sum(values, at, at + width, mean) / width;
      return new Affine(mean, 1 / Math.sqrt(variance + epsilon));
    };
  }

  static Statistics rootMeanSquare(float[] values, int width, double epsilon) {
    return (row, at) ->
        rootMeanSquare(SquaredDistance.sum(values, at, at + width, 0), width, epsilon);
  }

  /** From sums of squares over rows of which this device holds a part. */
  static Statistics gathered(float[] squareSums, int totalWidth, double epsilon) {
    return (row, at) -> rootMeanSquare(squareSums[row], totalWidth, epsilon);
  }

  private static Affine rootMeanSquare(double squareSum, int width, double epsilon) {
    return new Affine(0, 1 / Math.sqrt(squareSum / width + epsilon));
  }

  /** From sums and sums of squares over rows of which this device holds a part. */
  static Statistics gathered(float[] sums, float[] squareSums, int totalWidth, double epsilon) {
    return (row, at) -> {
      double mean = (double) sums[row] / totalWidth;
      double variance = Math.max(0, (double) squareSums[row] / totalWidth - mean * mean);
      return new Affine(mean, 1 / Math.sqrt(variance + epsilon));
    };
  }

  static void squareSums(Parallel parallel, float[] in, float[] out, int rows, int width) {
    double[] zeros = new double[rows];
    FloatAccumulators.run(
        parallel,
        new SquaredDistance(zeros),
        in,
        Lines.rows(rows, width),
        (row, sum) -> out[row] = (float) sum);
  }
}
