package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Reference.uniform;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.model.TilescopeException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReductionKernelsTest {
  private static final float NAN = Float.NaN;
  private static final float INF = Float.POSITIVE_INFINITY;

  @Property(tries = 200, seed = "41")
  void reductionsAreWithinOneRoundingOfTheExactValue(
      @ForAll ReductionKind kind,
      @ForAll @IntRange(min = 1, max = 5) int outer,
      @ForAll @IntRange(min = 1, max = 60) int length,
      @ForAll @IntRange(min = 1, max = 9) int inner) {
    checkReduce(kind, new Lines(outer, length, inner));
  }

  @ParameterizedTest
  @EnumSource(ReductionKind.class)
  void largeReductionsAreCutAndStillRight(ReductionKind kind) {
    checkReduce(kind, new Lines(1, 300_001, 1));
    checkReduce(kind, new Lines(3, 1000, 130));
    checkReduce(kind, new Lines(2, 70, 1500));
    checkReduce(kind, new Lines(70, 9, 600));
    checkReduce(kind, new Lines(5000, 7, 1));
  }

  private static void checkReduce(ReductionKind kind, Lines lines) {
    float[] in = uniform(lines.volume(), lines.volume(), 0.9f, 1.1f);
    float[] out = new float[lines.count()];
    ReductionKernels.reduce(kind, in, lines, out);
    for (int line = 0; line < out.length; line++) {
      double expected = expected(kind, line(in, lines, line));
      assertThat((double) out[line]).isCloseTo(expected, within(Math.max(expected * 1e-7, 1e-38)));
    }
  }

  private static float[] line(float[] in, Lines lines, int line) {
    float[] values = new float[lines.length()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          in[(line / lines.inner() * values.length + i) * lines.inner() + line % lines.inner()];
    }
    return values;
  }

  private static double expected(ReductionKind kind, float[] line) {
    double sum = 0;
    double product = 1;
    double max = -INF;
    double min = INF;
    for (float value : line) {
      sum += value;
      product *= value;
      max = Math.max(max, value);
      min = Math.min(min, value);
    }
    return switch (kind) {
      case SUM -> sum;
      case MEAN -> sum / line.length;
      case MAX -> max;
      case MIN -> min;
      case PRODUCT -> product;
    };
  }

  @Property(tries = 100, seed = "42")
  void varianceSurvivesAMeanFarFromZero(
      @ForAll @IntRange(min = 2, max = 300) int length,
      @ForAll @IntRange(min = 1, max = 4) int inner,
      @ForAll @IntRange(max = 1) int correction) {
    Lines lines = new Lines(3, length, inner);
    float[] in = uniform(length, lines.volume(), 10_000f, 10_001f);
    float[] variance = new float[lines.count()];
    float[] deviation = new float[lines.count()];
    ReductionKernels.variance(in, lines, correction, false, variance);
    ReductionKernels.variance(in, lines, correction, true, deviation);
    for (int i = 0; i < variance.length; i++) {
      float[] line = line(in, lines, i);
      double mean = expected(ReductionKind.MEAN, line);
      double squares = 0;
      for (float value : line) {
        squares += (value - mean) * (value - mean);
      }
      double expected = squares / (length - correction);
      assertThat((double) variance[i]).isCloseTo(expected, within(expected * 1e-6));
      assertThat((double) deviation[i]).isCloseTo(Math.sqrt(expected), within(1e-7));
    }
  }

  @Test
  void theVarianceOfOneElementWithCorrectionIsNaN() {
    float[] out = new float[2];
    ReductionKernels.variance(new float[] {3, 4}, new Lines(2, 1, 1), 1, false, out);
    assertThat(out).containsOnly(NAN);
    ReductionKernels.variance(new float[] {3, 4}, new Lines(2, 1, 1), 0, false, out);
    assertThat(out).containsOnly(0f);
  }

  @Test
  void emptyLinesHaveTheNeutralElement() {
    Lines lines = new Lines(2, 0, 1);
    float[] out = new float[2];
    ReductionKernels.reduce(ReductionKind.SUM, new float[0], lines, out);
    assertThat(out).containsOnly(0f);
    ReductionKernels.reduce(ReductionKind.PRODUCT, new float[0], lines, out);
    assertThat(out).containsOnly(1f);
    ReductionKernels.reduce(ReductionKind.MEAN, new float[0], lines, out);
    assertThat(out).containsOnly(NAN);
    assertThatThrownBy(() -> ReductionKernels.reduce(ReductionKind.MAX, new float[0], lines, out))
        .isInstanceOf(TilescopeException.class)
        .hasMessage("reduce: MAX needs at least one element in a line, got 0");
    ReductionKernels.reduce(ReductionKind.MAX, new float[0], new Lines(0, 0, 1), new float[0]);
  }

  @Test
  void aNaNSpoilsItsLineOnly() {
    float[] in = {1, NAN, 3, 4, 5, 6};
    for (ReductionKind kind : ReductionKind.values()) {
      float[] rows = new float[2];
      ReductionKernels.reduce(kind, in, Lines.rows(2, 3), rows);
      assertThat(rows[0]).isNaN();
      assertThat(rows[1]).isNotNaN();
      float[] columns = new float[3];
      ReductionKernels.reduce(kind, in, new Lines(1, 2, 3), columns);
      assertThat(columns[1]).isNaN();
      assertThat(columns[0]).isNotNaN();
    }
  }

  @Test
  void integersWrapAndCompareAsAsked() {
    int[] in = {Integer.MAX_VALUE, 1, -1, 2};
    int[] out = new int[1];
    for (Lines lines : new Lines[] {Lines.rows(1, 4), new Lines(1, 4, 1)}) {
      ReductionKernels.reduce(ReductionKind.SUM, in, lines, false, out);
      assertThat(out).containsExactly(Integer.MAX_VALUE + 2);
      ReductionKernels.reduce(ReductionKind.PRODUCT, in, lines, true, out);
      assertThat(out).containsExactly(Integer.MAX_VALUE * -2);
      ReductionKernels.reduce(ReductionKind.MAX, in, lines, false, out);
      assertThat(out).containsExactly(Integer.MAX_VALUE);
      ReductionKernels.reduce(ReductionKind.MAX, in, lines, true, out);
      assertThat(out).containsExactly(-1);
      ReductionKernels.reduce(ReductionKind.MIN, in, lines, false, out);
      assertThat(out).containsExactly(-1);
    }
    assertThatThrownBy(
            () -> ReductionKernels.reduce(ReductionKind.MEAN, in, Lines.rows(1, 4), false, out))
        .hasMessageContaining("MEAN needs floats");
  }

  @ParameterizedTest
  @EnumSource(value = ReductionKind.class, names = "MEAN", mode = EnumSource.Mode.EXCLUDE)
  void integerLinesAcrossColumnsMatchALoop(ReductionKind kind) {
    Lines lines = new Lines(2, 40, 700);
    int[] in = new Random(5).ints(lines.volume()).toArray();
    int[] out = new int[lines.count()];
    ReductionKernels.reduce(kind, in, lines, true, out);
    for (int line = 0; line < out.length; line++) {
      int at = line / 700 * 40 * 700 + line % 700;
      int expected = in[at];
      for (int i = 1; i < 40; i++) {
        int value = in[at + i * 700];
        boolean greater = Integer.compareUnsigned(value, expected) > 0;
        expected =
            switch (kind) {
              case SUM, MEAN -> expected + value;
              case PRODUCT -> expected * value;
              case MAX -> greater ? value : expected;
              case MIN -> greater ? expected : value;
            };
      }
      assertThat(out[line]).isEqualTo(expected);
    }
  }

  @Test
  void cumulativeSumsRunBothWays() {
    float[] in = {1, 2, 3, 4, 5, 6};
    float[] out = new float[6];
    ReductionKernels.cumulativeSum(in, Lines.rows(2, 3), false, out);
    assertThat(out).containsExactly(1, 3, 6, 4, 9, 15);
    ReductionKernels.cumulativeSum(in, Lines.rows(2, 3), true, out);
    assertThat(out).containsExactly(6, 5, 3, 15, 11, 6);
    ReductionKernels.cumulativeSum(in, new Lines(1, 3, 2), false, out);
    assertThat(out).containsExactly(1, 2, 4, 6, 9, 12);
    int[] ints = {Integer.MAX_VALUE, 1, 5};
    ReductionKernels.cumulativeSum(ints, Lines.rows(1, 3), false, ints);
    assertThat(ints).containsExactly(Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 5);
  }

  @Test
  void longCumulativeSumsDoNotDrift() {
    int length = 200_000;
    float[] values = new float[length];
    Arrays.fill(values, 0.1f);
    ReductionKernels.cumulativeSum(values, Lines.rows(1, length), false, values);
    double exact = (double) 0.1f * length;
    assertThat((double) values[length - 1]).isCloseTo(exact, within(exact * 1e-7));
  }

  @Test
  void argMaxTakesTheFirstAndNaNWins() {
    int[] out = new int[1];
    ReductionKernels.argMax(new float[] {1, 5, 5, -INF}, Lines.rows(1, 4), out);
    assertThat(out).containsExactly(1);
    ReductionKernels.argMax(new float[] {1, INF, NAN, NAN}, Lines.rows(1, 4), out);
    assertThat(out).containsExactly(2);
    ReductionKernels.argMax(new float[] {-0f, 0f}, Lines.rows(1, 2), out);
    assertThat(out).containsExactly(0);
    ReductionKernels.argMax(new float[] {-INF, -INF}, Lines.rows(1, 2), out);
    assertThat(out).containsExactly(0);
    ReductionKernels.argMax(new int[] {3, -1}, Lines.rows(1, 2), true, out);
    assertThat(out).containsExactly(1);
    int[] columns = new int[3];
    ReductionKernels.argMax(new float[] {1, 9, 3, 4, 5, 6}, new Lines(1, 2, 3), columns);
    assertThat(columns).containsExactly(1, 0, 1);
  }

  @Property(tries = 150, seed = "43")
  void topKIsAPrefixOfTheStableSort(
      @ForAll @IntRange(max = 9999) int seed,
      @ForAll @IntRange(min = 1, max = 60) int width,
      @ForAll boolean largest) {
    Random random = new Random(seed);
    float[] in = new float[3 * width];
    for (int i = 0; i < in.length; i++) {
      in[i] = random.nextInt(12) == 0 ? NAN : random.nextInt(9) - 4;
    }
    int count = random.nextInt(width + 1);
    float[] values = new float[3 * count];
    int[] indices = new int[3 * count];
    ReductionKernels.topK(in, 3, width, count, largest, values, indices);
    for (int row = 0; row < 3; row++) {
      int at = row * width;
      Comparator<Integer> byValue = Comparator.comparing(i -> in[at + i] + 0f);
      int[] sorted =
          IntStream.range(0, width)
              .boxed()
              .sorted(largest ? byValue.reversed() : byValue)
              .mapToInt(i -> i)
              .toArray();
      for (int i = 0; i < count; i++) {
        assertThat(indices[row * count + i]).isEqualTo(sorted[i]);
        assertThat(values[row * count + i]).isEqualTo((Float) in[at + sorted[i]]);
      }
    }
  }

  @Test
  void integersSortAsAsked() {
    int[] in = {3, -1, 0, Integer.MIN_VALUE};
    int[] values = new int[4];
    int[] indices = new int[4];
    ReductionKernels.sort(in, 1, 4, false, false, values, indices);
    assertThat(values).containsExactly(Integer.MIN_VALUE, -1, 0, 3);
    assertThat(indices).containsExactly(3, 1, 2, 0);
    ReductionKernels.sort(in, 1, 4, true, true, values, indices);
    assertThat(values).containsExactly(-1, Integer.MIN_VALUE, 3, 0);
    assertThatThrownBy(() -> ReductionKernels.topK(in, 1, 4, 5, true, true, values, indices))
        .hasMessage("topK: count must be from 0 to the width 4, got 5");
  }

  @Test
  void sumsDoNotDependOnTheNumberOfThreads() {
    float[] in = uniform(3, 500_000, -1, 1);
    float[] one = new float[1];
    float[] many = new float[1];
    Lines lines = Lines.rows(1, in.length);
    FloatAccumulators.reduce(new Parallel(1), ReductionKind.SUM, in, lines, one);
    FloatAccumulators.reduce(new Parallel(4), ReductionKind.SUM, in, lines, many);
    assertThat(many).isEqualTo(one);
  }

  @Test
  void arraysOfAnotherSizeAreRefused() {
    assertThatThrownBy(() ->
            ReductionKernels.reduce(
                ReductionKind.SUM, new float[5], Lines.rows(2, 3), new float[2]))
        .hasMessage("reduce: in must hold 6 elements, holds 5");
    assertThatThrownBy(() -> Lines.along(new int[] {2, 3}, 2))
        .hasMessageContaining("must lie in a shape of 2 dimensions");
    assertThatThrownBy(() -> new Lines(1 << 16, 0, 1 << 16))
        .hasMessageContaining("lines: outer x inner");
    assertThatThrownBy(() -> new Lines(1 << 16, 1 << 16, 1))
        .hasMessageContaining("more elements than an array can hold");
  }
}
