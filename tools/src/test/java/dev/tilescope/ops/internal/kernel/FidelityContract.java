package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Reference.uniform;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.model.MathFidelity;
import dev.tilescope.ops.internal.kernel.Matmul.Epilogue;
import dev.tilescope.ops.internal.kernel.Matmul.Product;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Products as a board makes them: the same questions to every choice of inner loops. */
abstract class FidelityContract {
  private final Engine engine;

  FidelityContract(Lanes lanes) {
    this.engine = new Engine(lanes, new Parallel(3));
  }

  /**
   * 1.9921875 is 1.1111111 in binary. The left operand has 1.111111 (1.984375) in the first part
   * and 2^-7 in the second, the right one 1.1111 (1.9375) and 0.0546875. In float32 the parts'
   * products add up exactly; bfloat16 sums are multiples of 2^-6 here.
   */
  @ParameterizedTest
  @CsvSource({
    "LO_FI,  true,  3.8447265625",
    "HI_FI2, true,  3.9532470703125",
    "HI_FI3, true,  3.9683837890625",
    "HI_FI4, true,  3.96881103515625",
    "LO_FI,  false, 3.84375",
    "HI_FI2, false, 3.953125",
    "HI_FI3, false, 3.96875",
    "HI_FI4, false, 3.96875"
  })
  void eachPassAddsTheNextPartsOfTheMantissas(MathFidelity fidelity, boolean wide, float product) {
    assertThat(product(1.9921875f, 1.9921875f, fidelity, wide)).isEqualTo(product);
  }

  /** Seven bits of the left operand are taken at once, five of the right one. */
  @Test
  void theLeftOperandHasMoreBitsInAPass() {
    float seven = 1.984375f;
    assertThat(product(seven, 1, MathFidelity.LO_FI, true)).isEqualTo(seven);
    assertThat(product(1, seven, MathFidelity.LO_FI, true)).isEqualTo(1.9375f);
  }

  @Test
  void float32IsCutToTf32OfWhichTheRightOperandLosesTheLastBit() {
    float lastOfTf32 = 1 + 0x1p-10f;
    float below = 1 + 0x1p-11f;
    assertThat(product(lastOfTf32, 1, MathFidelity.HI_FI4, true)).isEqualTo(lastOfTf32);
    assertThat(product(1, lastOfTf32, MathFidelity.HI_FI4, true)).isEqualTo(1);
    assertThat(product(below, 1, MathFidelity.HI_FI4, true)).isEqualTo(1);
    assertThat(product(lastOfTf32, 1, MathFidelity.HI_FI4, false)).isEqualTo(1);
  }

  /** What owners of Wormhole boards measured: tt-metal issues 12923 and 16448. */
  @ParameterizedTest
  @CsvSource({
    "7.96875,     1.3125,    HI_FI2, 10.4375",
    "7.96875,     1.3125,    HI_FI4, 10.5",
    "0.298828125, -3.640625, HI_FI4, -1.09375",
    "0.30078125,  -3.640625, HI_FI4, -1.1015625"
  })
  void bfloat16SumsRoundAsBoardsWereSeenTo(
      float left, float right, MathFidelity fidelity, float product) {
    assertThat(product(left, right, fidelity, false)).isEqualTo(product);
  }

  /** A board gave 8192 for 6144 ones, and 6144 with fp32_dest_acc_en: tt-metal issue 8449. */
  @Test
  void aLongSumOfOnesGrowsAsOnABoard() {
    Precision narrow = new Precision(MathFidelity.HI_FI4, false, 0);
    assertThat(ones(6144, narrow)).containsOnly(8192);
    assertThat(ones(6144, new Precision(MathFidelity.HI_FI4, true, 0))).containsOnly(6144);
    assertThat(ones(6144, narrow.withBlockDepth(2048))).containsOnly(6144);
  }

  /** 256 + 1 is 256 in bfloat16 after rounding to even, and 258 where ties go away from zero. */
  @Test
  void aBiasIsRoundedBeforeTheActivation() {
    float[] out = new float[1];
    Epilogue epilogue = new Epilogue(new float[] {1}, UnaryKind.NEG);
    Precision narrow = new Precision(MathFidelity.HI_FI4, false, 0);
    float[] a = {256};
    float[] b = {1};
    engine.matmul(new Product(a, 0, b, 0, out, 0, 1, 1, 1, false, epilogue, narrow));
    assertThat(out).containsExactly(-258);
  }

  /** Integers up to 7 have three bits, and no sum of theirs here more than eight. */
  @Property(tries = 60, seed = "25")
  void fewBitsAndShortSumsComeOutAsExactly(
      @ForAll @IntRange(min = 1, max = 30) int m,
      @ForAll @IntRange(min = 1, max = 27) int k,
      @ForAll @IntRange(min = 1, max = 40) int n,
      @ForAll boolean transposeB,
      @ForAll boolean wide,
      @ForAll MathFidelity fidelity) {
    float[] a = whole(uniform(m, m * k, 0, 3));
    float[] b = whole(uniform(n, k * n, 0, 3));
    assertThat(multiplied(a, b, m, k, n, transposeB, new Precision(fidelity, wide, 0)))
        .containsExactly(multiplied(a, b, m, k, n, transposeB, null));
  }

  /** Larger than every block, and of a depth that ends within a tile. */
  @ParameterizedTest
  @EnumSource(MathFidelity.class)
  void wideProductsOfAnySizeAreThoseOfTheCutOperands(MathFidelity fidelity) {
    Precision wide = new Precision(fidelity, true, 0);
    int m = 23;
    int k = 1001;
    int n = 37;
    float[] a = uniform(1, m * k, -1, 1);
    float[] b = uniform(2, k * n, -1, 1);
    float[] out = multiplied(a, b, m, k, n, false, wide);
    for (int i = 0; i < out.length; i++) {
      double sum = 0;
      double size = 0;
      for (int p = 0; p < k; p++) {
        double exact = passes(wide, a[i / n * k + p], b[p * n + i % n]);
        sum += exact;
        size += Math.abs(exact);
      }
      assertThat(Math.abs(out[i] - sum)).isLessThan(1e-5 * size);
    }
  }

  private static double passes(Precision precision, float left, float right) {
    return precision.passes().stream()
        .mapToDouble(pass -> (double) pass.left().of(left) * pass.right().of(right))
        .sum();
  }

  private static float[] whole(float[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.round(values[i]);
    }
    return values;
  }

  private float[] ones(int depth, Precision precision) {
    float[] ones = new float[depth * 20];
    Arrays.fill(ones, 1);
    return multiplied(ones, ones, 20, depth, 20, true, precision);
  }

  private float product(float left, float right, MathFidelity fidelity, boolean wide) {
    Precision precision = new Precision(fidelity, wide, 0);
    return multiplied(new float[] {left}, new float[] {right}, 1, 1, 1, false, precision)[0];
  }

  private float[] multiplied(
      float[] a, float[] b, int m, int k, int n, boolean transposeB, Precision precision) {
    float[] out = new float[m * n];
    engine.matmul(new Product(a, 0, b, 0, out, 0, m, k, n, transposeB, Epilogue.NONE, precision));
    return out;
  }
}
