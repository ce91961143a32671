package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Reference.broadcast;
import static dev.tilescope.ops.internal.kernel.Reference.offset;
import static dev.tilescope.ops.internal.kernel.Reference.uniform;
import static dev.tilescope.ops.internal.kernel.Reference.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NormKernelsTest {
  private static final float EPSILON = 1e-5f;

  @Property(tries = 100, seed = "51")
  void rowNormsMatchDouble(
      @ForAll @IntRange(min = 1, max = 9) int rows,
      @ForAll @IntRange(min = 1, max = 200) int width,
      @ForAll boolean centred,
      @ForAll @IntRange(max = 7) int options) {
    float[] in = uniform(1, rows * width, 90, 100);
    float[] residual = (options & 1) == 0 ? null : uniform(2, rows * width, -1, 1);
    float[] weight = (options & 2) == 0 ? null : uniform(3, width, -1, 1);
    float[] bias = (options & 4) == 0 ? null : uniform(4, width, -1, 1);
    float[] out = new float[in.length];
    if (centred) {
      NormKernels.layerNorm(in, residual, new RowNorm(weight, bias, EPSILON, rows, width), out);
    } else {
      NormKernels.rmsNorm(in, residual, new RowNorm(weight, bias, EPSILON, rows, width), out);
    }
    for (int row = 0; row < rows; row++) {
      double[] x = new double[width];
      for (int i = 0; i < width; i++) {
        int at = row * width + i;
        x[i] = residual == null ? in[at] : in[at] + residual[at];
      }
      double mean = centred ? Arrays.stream(x).average().orElseThrow() : 0;
      double square = Arrays.stream(x).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
      for (int i = 0; i < width; i++) {
        double normal = (x[i] - mean) / Math.sqrt(square + EPSILON);
        check(out[row * width + i], normal, weight, bias, i);
      }
    }
  }

  private static void check(
      float actual,
      double normal,
      float @Nullable [] weight,
      float @Nullable [] bias,
      int channel) {
    double expected =
        normal * (weight == null ? 1 : weight[channel]) + (bias == null ? 0 : bias[channel]);
    assertThat((double) actual).isCloseTo(expected, within(1e-6));
  }

  @Test
  void normsMayWriteOverTheirInputs() {
    float[] in = uniform(1, 600, -1, 1);
    float[] residual = uniform(2, 600, -1, 1);
    float[] expected = new float[600];
    NormKernels.layerNorm(in, residual, new RowNorm(null, null, EPSILON, 6, 100), expected);
    float[] overResidual = residual.clone();
    NormKernels.layerNorm(in, overResidual, new RowNorm(null, null, EPSILON, 6, 100), overResidual);
    NormKernels.layerNorm(in, residual, new RowNorm(null, null, EPSILON, 6, 100), in);
    assertThat(in).isEqualTo(expected);
    assertThat(overResidual).isEqualTo(expected);
  }

  @Test
  void partsOfARowNormalisedWithGatheredStatisticsAreTheWholeNorm() {
    float[] in = uniform(1, 3 * 64, -1, 1);
    float[] whole = new float[in.length];
    float[] squares = new float[3];
    float[] sums = new float[3];
    float[] out = new float[in.length];
    NormKernels.rowSquareSums(in, squares, 3, 64);
    ReductionKernels.reduce(ReductionKind.SUM, in, Lines.rows(3, 64), sums);
    NormKernels.rmsNorm(in, null, new RowNorm(null, null, EPSILON, 3, 64), whole);
    NormKernels.gatheredRmsNorm(in, squares, 64, new RowNorm(null, null, EPSILON, 3, 64), out);
    assertThat(out).containsExactly(whole, within(1e-6f));
    NormKernels.layerNorm(in, null, new RowNorm(null, null, EPSILON, 3, 64), whole);
    NormKernels.gatheredLayerNorm(
        in, sums, squares, 64, new RowNorm(null, null, EPSILON, 3, 64), out);
    assertThat(out).containsExactly(whole, within(1e-6f));
  }

  @Test
  void aPartWiderThanTheWholeIsRefused() {
    float[] x = new float[8];
    assertThatThrownBy(() ->
            NormKernels.gatheredRmsNorm(
                x, new float[2], 3, new RowNorm(null, null, EPSILON, 2, 4), x))
        .hasMessage("gatheredRmsNorm: the total width must be at least 4, got 3");
  }

  @Test
  void groupNormMatchesDouble() {
    int n = 2;
    int positions = 35;
    int channels = 12;
    int groups = 3;
    float[] in = uniform(1, n * positions * channels, 5, 6);
    float[] weight = uniform(2, channels, -1, 1);
    float[] bias = uniform(3, channels, -1, 1);
    float[] out = new float[in.length];
    NormKernels.groupNorm(in, weight, bias, EPSILON, out, n, positions, channels, groups);
    int width = channels / groups;
    for (int i = 0; i < in.length; i++) {
      int batch = i / (positions * channels);
      int group = i % channels / width;
      double[] x = new double[positions * width];
      for (int j = 0; j < x.length; j++) {
        x[j] = in[(batch * positions + j / width) * channels + group * width + j % width];
      }
      double mean = Arrays.stream(x).average().orElseThrow();
      double square = Arrays.stream(x).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
      check(out[i], (in[i] - mean) / Math.sqrt(square + EPSILON), weight, bias, i % channels);
    }
    assertThatThrownBy(
            () -> NormKernels.groupNorm(in, null, null, EPSILON, out, n, positions, channels, 5))
        .hasMessage("groupNorm: groups must divide the 12 channels, got 5");
  }

  @Test
  void batchNormWithItsOwnStatisticsHasMeanZeroAndVarianceOne() {
    float[] in = uniform(1, 4 * 3 * 50, 5, 6);
    float[] mean = new float[3];
    float[] variance = new float[3];
    NormKernels.batchStatistics(in, 4, 3, 50, 0, mean, variance);
    float[] out = new float[in.length];
    float[] weight = {1, 2, 3};
    float[] bias = {0, 1, 2};
    NormKernels.batchNorm(in, mean, variance, weight, bias, 0, out, 4, 3, 50);
    NormKernels.batchStatistics(out, 4, 3, 50, 0, mean, variance);
    assertThat(mean).containsExactly(new float[] {0, 1, 2}, within(1e-5f));
    assertThat(variance).containsExactly(new float[] {1, 4, 9}, within(1e-5f));
    NormKernels.batchStatistics(
        new float[] {1, 3}, 2, 1, 1, 1, new float[1], variance = new float[1]);
    assertThat(variance).containsExactly(2f);
  }

  @Test
  void maskedSoftmaxMatchesDoubleAndBroadcastsItsMask() {
    int[] dims = {2, 3, 5, 37};
    checkMasked(dims, new int[] {2, 1, 1, 37}, 0.125f);
    checkMasked(dims, new int[] {1, 3, 5, 1}, 1f);
    checkMasked(dims, dims, -2f);
  }

  private static void checkMasked(int[] dims, int[] maskDims, float scale) {
    float[] in = uniform(1, volume(dims), -5, 5);
    float[] mask = uniform(2, volume(maskDims), -5, 0);
    float[] out = new float[in.length];
    int[] strides = broadcast(maskDims);
    NormKernels.maskedSoftmax(in, scale, mask, strides, false, out, dims);
    int width = dims[3];
    for (int row = 0; row < in.length / width; row++) {
      double[] exps = new double[width];
      for (int i = 0; i < width; i++) {
        int at = row * width + i;
        exps[i] = Math.exp((double) in[at] * scale + mask[offset(at, dims, strides)]);
      }
      double sum = Arrays.stream(exps).sum();
      for (int i = 0; i < width; i++) {
        assertThat((double) out[row * width + i]).isCloseTo(exps[i] / sum, within(2e-6));
      }
    }
  }

  @Test
  void causalRowsSeeNothingAfterThemselves() {
    float[] values = new float[2 * 3 * 3];
    values[5] = Float.NaN;
    NormKernels.maskedSoftmax(values, 1f, null, new int[3], true, values, new int[] {2, 3, 3});
    assertThat(values).startsWith(1, 0, 0, 0.5f, 0.5f, 0);
    assertThat(values[17]).isCloseTo(1 / 3f, within(1e-7f));
  }

  @Test
  void softmaxAlongColumnsIsSoftmaxOfTheTransposedRows() {
    Lines lines = new Lines(2, 9, 600);
    float[] in = uniform(1, lines.volume(), -50, 50);
    in[3] = Float.NaN;
    float[] out = new float[in.length];
    NormKernels.softmax(in, lines, out);
    float[] turned = new float[in.length];
    int[] swap = {0, 2, 1};
    Kernels.permute(in, new int[] {2, 9, 600}, swap, turned);
    Kernels.softmaxRows(turned, turned, 1200, 9);
    float[] expected = new float[in.length];
    Kernels.permute(turned, new int[] {2, 600, 9}, swap, expected);
    assertThat(out).isEqualTo(expected);
  }

  @Test
  void vectorAndScalarLanesAgreeOnMaskedSoftmax() {
    int[] dims = {4, 7, 133};
    float[] in = uniform(1, volume(dims), -5, 5);
    float[] mask = uniform(2, 133, -5, 0);
    int[] strides = {0, 0, 1};
    float[] scalar = new float[in.length];
    float[] vector = new float[in.length];
    Engine one = new Engine(new ScalarLanes(), new Parallel(1));
    Engine many = new Engine(new VectorLanes(), new Parallel(3));
    MaskedSoftmax.Mask added = new MaskedSoftmax.Mask(mask, strides);
    MaskedSoftmax.rows(one, in, 0.3f, added, true, scalar, dims);
    MaskedSoftmax.rows(many, in, 0.3f, added, true, vector, dims);
    assertThat(vector).isEqualTo(scalar);
    Lines lines = new Lines(4, 7, 133);
    MaskedSoftmax.columns(one, in, lines, scalar);
    MaskedSoftmax.columns(many, in, lines, vector);
    assertThat(vector).isEqualTo(scalar);
  }

  @Test
  void emptyTensorsAreFineAndWrongSizesAreNot() {
    float[] none = {};
    NormKernels.layerNorm(none, null, new RowNorm(null, null, EPSILON, 0, 5), none);
    NormKernels.groupNorm(none, null, null, EPSILON, none, 0, 5, 4, 2);
    NormKernels.batchNorm(none, new float[3], new float[3], null, null, EPSILON, none, 0, 3, 5);
    NormKernels.softmax(none, new Lines(2, 0, 3), none);
    NormKernels.maskedSoftmax(none, 1f, none, new int[2], false, none, new int[] {0, 4});
    float[] some = new float[10];
    assertThatThrownBy(() ->
            NormKernels.rmsNorm(some, null, new RowNorm(new float[4], null, EPSILON, 2, 5), some))
        .hasMessage("rmsNorm: weight must hold 5 elements, holds 4");
    assertThatThrownBy(() ->
            NormKernels.maskedSoftmax(
                some, 1f, new float[4], new int[] {0, 1}, false, some, new int[] {2, 5}))
        .hasMessageContaining("maskedSoftmax: mask: strides [0, 1] over [2, 5]");
  }

  @Test
  void aNaNSpoilsItsRowOnly() {
    float[] values = {1, Float.NaN, 3, 4, 5, 6};
    NormKernels.layerNorm(values, null, new RowNorm(null, null, EPSILON, 2, 3), values);
    assertThat(values[0]).isNaN();
    assertThat(values[3]).isCloseTo(-1.2247f, within(1e-3f));
  }
}
