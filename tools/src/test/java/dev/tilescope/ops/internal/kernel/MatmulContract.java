package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Reference.uniform;
import static dev.tilescope.ops.internal.kernel.Reference.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.ops.internal.kernel.Matmul.Product;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Matrix products: the same questions to every choice of inner loops. */
abstract class MatmulContract {
  private static final double TOLERANCE = 1e-5;

  final Engine engine;

  MatmulContract(Lanes lanes) {
    this.engine = new Engine(lanes, new Parallel(3));
  }

  @Property(tries = 120, seed = "21")
  void productsOfAnySizeMatchDouble(
      @ForAll @IntRange(max = 70) int m,
      @ForAll @IntRange(max = 300) int k,
      @ForAll @IntRange(max = 90) int n,
      @ForAll boolean transposeB) {
    float[] a = uniform(m, m * k, -1, 1);
    float[] b = uniform(n, k * n, -1, 1);
    float[] out = dirty(m * n);
    engine.matmul(new Product(a, 0, b, 0, out, 0, m, k, n, transposeB, Matmul.Epilogue.NONE));
    check(a, 0, b, 0, out, 0, m, k, n, transposeB);
  }

  @Test
  void productsLargerThanEveryBlockMatchDouble() {
    float[] a = uniform(1, 40 * 700, -1, 1);
    float[] b = uniform(2, 700 * 1100, -1, 1);
    float[] out = dirty(40 * 1100);
    engine.matmul(new Product(a, 0, b, 0, out, 0, 40, 700, 1100, false, Matmul.Epilogue.NONE));
    check(a, 0, b, 0, out, 0, 40, 700, 1100, false);
    engine.matmul(new Product(a, 0, b, 0, out, 0, 40, 700, 1100, true, Matmul.Epilogue.NONE));
    check(a, 0, b, 0, out, 0, 40, 700, 1100, true);
  }

  @Test
  void offsetsAreHonouredAndNothingElseIsWritten() {
    float[] a = uniform(1, 500, -1, 1);
    float[] b = uniform(2, 900, -1, 1);
    float[] out = dirty(400);
    engine.matmul(new Product(a, 13, b, 17, out, 19, 13, 29, 23, false, Matmul.Epilogue.NONE));
    check(a, 13, b, 17, out, 19, 13, 29, 23, false);
    assertThat(Arrays.copyOf(out, 19)).containsOnly(Float.NaN);
    assertThat(Arrays.copyOfRange(out, 19 + 13 * 23, 400)).containsOnly(Float.NaN);
  }

  @Test
  void aFusedBiasAndFunctionEqualSeparateOnesBitForBit() {
    for (int k : new int[] {0, 5, 300}) {
      float[] a = uniform(1, 40 * k, -1, 1);
      float[] b = uniform(2, k * 700, -1, 1);
      float[] bias = uniform(3, 700, -1, 1);
      float[] expected = dirty(40 * 700);
      engine.matmul(new Product(a, 0, b, 0, expected, 0, 40, k, 700, false, Matmul.Epilogue.NONE));
      engine.binary(
          BinaryKind.ADD,
          expected,
          bias,
          StrideWalk.collapsed(new int[] {40, 700}, new int[] {700, 1}, new int[] {0, 1}),
          expected);
      engine.unary(UnaryKind.GELU, 0, 0, expected, expected);
      float[] out = dirty(40 * 700);
      Matmul.Epilogue epilogue = new Matmul.Epilogue(bias, UnaryKind.GELU);
      engine.matmul(new Product(a, 0, b, 0, out, 0, 40, k, 700, false, epilogue));
      assertThat(out).isEqualTo(expected);
    }
  }

  @Test
  void anEmptySumIsZero() {
    float[] out = dirty(6);
    engine.matmul(
        new Product(
            new float[0], 0, new float[0], 0, out, 0, 2, 0, 3, false, Matmul.Epilogue.NONE));
    assertThat(out).containsOnly(0f);
  }

  @Test
  void aNaNSpoilsItsRowOnly() {
    float[] a = uniform(1, 30 * 40, 0, 1);
    a[5 * 40 + 7] = Float.NaN;
    float[] out = new float[30 * 50];
    engine.matmul(
        new Product(
            a, 0, uniform(2, 40 * 50, 0, 1), 0, out, 0, 30, 40, 50, false, Matmul.Epilogue.NONE));
    for (int i = 0; i < out.length; i++) {
      assertThat(Float.isNaN(out[i])).isEqualTo(i / 50 == 5);
    }
  }

  @Test
  void deepSumsOfNonNegativeProductsAreStrictlyWithinTheTolerance() {
    checkDeep(uniform(3, 8192, 0, 1));
    checkDeep(constant(0.1f));
    float[] biased = constant(Math.ulp(1f) * 0.51f);
    biased[0] = 1;
    checkDeep(biased);
    float[] growing = new float[8192];
    for (int i = 0; i < growing.length; i++) {
      growing[i] = (i + 1) * 0.37f;
    }
    checkDeep(growing);
  }

  private static float[] constant(float value) {
    float[] values = new float[8192];
    Arrays.fill(values, value);
    return values;
  }

  /** One row against a column of ones, each product being the row's element. */
  private void checkDeep(float[] row) {
    float[] ones = new float[row.length];
    Arrays.fill(ones, 1f);
    float[] out = new float[1];
    engine.matmul(
        new Product(row, 0, ones, 0, out, 0, 1, row.length, 1, false, Matmul.Epilogue.NONE));
    double expected = 0;
    for (float value : row) {
      expected += value;
    }
    assertThat((double) out[0]).isCloseTo(expected, within(TOLERANCE * expected));
  }

  @Test
  void batchesBroadcastEitherOperand() {
    int[] dims = {3, 4};
    checkBatch(dims, new int[] {4, 1}, new int[] {4, 1}, 5, 6, 7);
    checkBatch(dims, new int[] {4, 1}, new int[] {0, 0}, 5, 6, 7);
    checkBatch(dims, new int[] {0, 0}, new int[] {4, 1}, 5, 6, 7);
    checkBatch(dims, new int[] {0, 1}, new int[] {1, 0}, 5, 6, 7);
    checkBatch(new int[] {2}, new int[] {1}, new int[] {1}, 64, 80, 90);
    checkBatch(new int[] {1}, new int[] {0}, new int[] {0}, 64, 80, 90);
    checkBatch(new int[] {}, new int[] {}, new int[] {}, 9, 8, 7);
    checkBatch(new int[] {200}, new int[] {1}, new int[] {1}, 17, 16, 33);
    checkBatch(new int[] {5}, new int[] {1}, new int[] {0}, 3, 0, 4);
  }

  /** Strides here count matrices. */
  private void checkBatch(int[] dims, int[] aSteps, int[] bSteps, int m, int k, int n) {
    int[] aStrides = Arrays.stream(aSteps).map(s -> s * m * k).toArray();
    int[] bStrides = Arrays.stream(bSteps).map(s -> s * k * n).toArray();
    float[] a = uniform(1, volume(dims) * m * k, -1, 1);
    float[] b = uniform(2, volume(dims) * k * n, -1, 1);
    float[] out = dirty(volume(dims) * m * n);
    Product first = new Product(a, 0, b, 0, out, 0, m, k, n, false, Matmul.Epilogue.NONE);
    engine.batchedMatmul(first, dims, aStrides, bStrides);
    for (int i = 0; i < volume(dims); i++) {
      int aAt = Reference.offset(i, dims, aStrides);
      int bAt = Reference.offset(i, dims, bStrides);
      check(a, aAt, b, bAt, out, i * m * n, m, k, n, false);
    }
  }

  /** An output that shows what was not written, and what was added to instead of set. */
  private static float[] dirty(int length) {
    float[] out = new float[length];
    Arrays.fill(out, Float.NaN);
    return out;
  }

  private static void check(
      float[] a,
      int aAt,
      float[] b,
      int bAt,
      float[] out,
      int outAt,
      int m,
      int k,
      int n,
      boolean transposeB) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        double sum = 0;
        double magnitude = 0;
        for (int p = 0; p < k; p++) {
          double product =
              (double) a[aAt + i * k + p] * b[bAt + (transposeB ? j * k + p : p * n + j)];
          sum += product;
          magnitude += Math.abs(product);
        }
        float actual = out[outAt + i * n + j];
        if (!(Math.abs(actual - sum) <= TOLERANCE * magnitude)) {
          assertThat((double) actual).as("[%d, %d]", i, j).isEqualTo(sum);
        }
      }
    }
  }
}
