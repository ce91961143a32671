package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Reference.broadcast;
import static dev.tilescope.ops.internal.kernel.Reference.offset;
import static dev.tilescope.ops.internal.kernel.Reference.rowMajor;
import static dev.tilescope.ops.internal.kernel.Reference.uniform;
import static dev.tilescope.ops.internal.kernel.Reference.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The elementwise and moving kernels: the same questions to every choice of inner loops. */
abstract class KernelContract {
  private static final float INF = Float.POSITIVE_INFINITY;
  private static final float NAN = Float.NaN;

  final Engine engine;

  KernelContract(Lanes lanes) {
    this.engine = new Engine(lanes, new Parallel(3));
  }

  @Provide
  Arbitrary<int[]> shapes() {
    return Arbitraries.integers().between(1, 9).array(int[].class).ofMinSize(0).ofMaxSize(5);
  }

  @Provide
  Arbitrary<BinaryKind> floatKinds() {
    return Arbitraries.of(floatBinaries());
  }

  static List<BinaryKind> floatBinaries() {
    return Arrays.stream(BinaryKind.values()).filter(BinaryKind::onFloats).toList();
  }

  @Property(tries = 200, seed = "11")
  void binaryBroadcastsLikeNumPy(
      @ForAll("shapes") int[] dims,
      @ForAll("floatKinds") BinaryKind kind,
      @ForAll int aMask,
      @ForAll int bMask) {
    int[] aDims = squeezed(dims, aMask);
    int[] bDims = squeezed(dims, bMask);
    checkBinary(kind, aDims, bDims, dims);
  }

  private static int[] squeezed(int[] dims, int mask) {
    int[] squeezed = dims.clone();
    for (int i = 0; i < dims.length; i++) {
      squeezed[i] = (mask >> i & 1) == 0 ? dims[i] : 1;
    }
    return squeezed;
  }

  @ParameterizedTest
  @MethodSource("floatBinaries")
  void binaryIsExactForTheCommonShapes(BinaryKind kind) {
    checkBinary(kind, new int[] {300, 501}, new int[] {300, 501}, new int[] {300, 501});
    checkBinary(kind, new int[] {300, 501}, new int[] {1, 1}, new int[] {300, 501});
    checkBinary(kind, new int[] {1, 1}, new int[] {300, 501}, new int[] {300, 501});
    checkBinary(kind, new int[] {2, 300, 501}, new int[] {1, 1, 501}, new int[] {2, 300, 501});
    checkBinary(kind, new int[] {300, 501}, new int[] {300, 1}, new int[] {300, 501});
    checkBinary(kind, new int[] {300, 1}, new int[] {1, 501}, new int[] {300, 501});
    int[] batch = {4, 3, 32, 32};
    checkBinary(kind, batch, new int[] {1, 3, 32, 32}, batch);
    checkBinary(kind, new int[] {1, 1}, new int[] {1, 1}, new int[] {300, 501});
  }

  private void checkBinary(BinaryKind kind, int[] aDims, int[] bDims, int[] dims) {
    float[] a = uniform(1, volume(aDims), -9, 9);
    float[] b = uniform(2, volume(bDims), -9, 9);
    float[] out = new float[volume(dims)];
    engine.binary(kind, a, b, StrideWalk.collapsed(dims, broadcast(aDims), broadcast(bDims)), out);
    for (int i = 0; i < out.length; i++) {
      float left = a[offset(i, dims, broadcast(aDims))];
      float right = b[offset(i, dims, broadcast(bDims))];
      assertThat(out[i]).isEqualTo(Float.valueOf(Reference.apply(kind, left, right)));
    }
  }

  @Test
  void binaryReadsStridesOtherThanZeroAndOne() {
    float[] a = uniform(1, 6 * 40, -9, 9);
    float[] out = new float[240];
    engine.binary(
        BinaryKind.SUBTRACT,
        a,
        a,
        StrideWalk.collapsed(new int[] {6, 40}, new int[] {1, 6}, new int[] {40, 1}),
        out);
    for (int i = 0; i < 240; i++) {
      assertThat(out[i]).isEqualTo(a[i % 40 * 6 + i / 40] - a[i]);
    }
  }

  @Test
  void binaryMayWriteOverItsOperand() {
    float[] a = uniform(1, 100_003, -9, 9);
    float[] expected = new float[a.length];
    for (int i = 0; i < a.length; i++) {
      expected[i] = a[i] * a[i];
    }
    int[] strides = {1};
    engine.binary(
        BinaryKind.MULTIPLY, a, a, StrideWalk.collapsed(new int[] {a.length}, strides, strides), a);
    assertThat(a).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(
      value = BinaryKind.class,
      names = {"ADD", "SUBTRACT", "MULTIPLY"})
  void integersWrap(BinaryKind kind) {
    int[] dims = {257, 300};
    int[] a = new Random(1).ints(257 * 300).toArray();
    int[] b = new Random(2).ints(300).toArray();
    int[] out = new int[a.length];
    engine.binary(
        kind,
        Integers.SIGNED,
        a,
        b,
        StrideWalk.collapsed(dims, rowMajor(dims), new int[] {0, 1}),
        out);
    for (int i = 0; i < out.length; i++) {
      assertThat(out[i]).isEqualTo(wrapped(kind, a[i], b[i % 300]));
    }
  }

  private static int wrapped(BinaryKind kind, long a, long b) {
    return (int)
        switch (kind) {
          case ADD -> a + b;
          case SUBTRACT -> a - b;
          case MULTIPLY -> a * b;
          default -> throw new AssertionError(kind);
        };
  }

  @ParameterizedTest
  @MethodSource("floatBinaries")
  void binaryScalarAppliesTheScalarOnTheRight(BinaryKind kind) {
    float[] a = uniform(3, 70_001, -9, 9);
    float[] out = new float[a.length];
    engine.binaryScalar(kind, a, 3.7f, out);
    for (int i = 0; i < a.length; i++) {
      assertThat(out[i]).isEqualTo(Float.valueOf(Reference.apply(kind, a[i], 3.7f)));
    }
  }

  @Test
  void divisionByZeroFollowsIeee() {
    float[] out = new float[3];
    engine.binaryScalar(BinaryKind.DIVIDE, new float[] {1, -1, 0}, 0f, out);
    assertThat(out).containsExactly(INF, -INF, NAN);
  }

  @Property(tries = 100, seed = "12")
  void expIsWithinTwoUnitsInTheLastPlace(
      @ForAll @IntRange(max = 99) int seed, @ForAll @IntRange(min = 1, max = 100) int length) {
    float[] in = uniform(seed, length, -104, 89);
    float[] out = unary(UnaryKind.EXP, in);
    for (int i = 0; i < length; i++) {
      float expected = (float) Math.exp(in[i]);
      float tolerance = expected == INF ? 0 : 2 * Math.ulp(expected);
      assertThat(out[i]).isCloseTo(expected, within(tolerance));
    }
  }

  @Test
  void geluKeepsItsRelativeErrorFarIntoTheNegativeTail() {
    float[] in = new float[60_001];
    for (int i = 0; i < in.length; i++) {
      in[i] = -15 + i * 0.0005f;
    }
    float[] out = unary(UnaryKind.GELU, in);
    for (int i = 0; i < in.length; i++) {
      double expected = Reference.gelu(in[i]);
      double tolerance = Math.max(1e-6 * Math.abs(expected), Float.MIN_VALUE);
      assertThat((double) out[i]).as("gelu(%s)", in[i]).isCloseTo(expected, within(tolerance));
    }
  }

  @Test
  void geluOfTinyValuesIsHalfOfThem() {
    assertThat(unary(UnaryKind.GELU, new float[] {1e-30f, -1e-30f, 0f, -0f}))
        .containsExactly(0.5e-30f, -0.5e-30f, 0f, -0f);
  }

  @Test
  void sqrtIsCorrectlyRounded() {
    float[] in = Reference.anyBits(4, 10_007);
    float[] out = unary(UnaryKind.SQRT, in);
    for (int i = 0; i < in.length; i++) {
      assertThat(out[i]).isEqualTo(Float.valueOf((float) Math.sqrt(in[i])));
    }
  }

  @Test
  void specialValuesGoThroughFunctionsAsInPyTorch() {
    float[] in = {NAN, INF, -INF, 100, -200, 88.7f, -103.9f};

    assertThat(unary(UnaryKind.RELU, in)).containsExactly(NAN, INF, 0, 100, 0, 88.7f, 0);
    assertThat(Arrays.copyOf(unary(UnaryKind.EXP, in), 5)).containsExactly(NAN, INF, 0, INF, 0);
    assertThat(unary(UnaryKind.GELU, in)).containsExactly(NAN, INF, NAN, 100, -0f, 88.7f, -0f);
    assertThat(Arrays.copyOf(unary(UnaryKind.SQRT, in), 5)).containsExactly(NAN, INF, NAN, 10, NAN);
    assertThat(unary(UnaryKind.EXP, in)[6]).isEqualTo(Float.MIN_VALUE);
  }

  /** The function of each value, having checked that its place in a long array does not matter. */
  private float[] unary(UnaryKind kind, float[] in) {
    float[] out = new float[in.length];
    engine.unary(kind, kind.defaultP(), kind.defaultQ(), in, out);
    float[] shifted = new float[in.length + 67];
    System.arraycopy(in, 0, shifted, 0, in.length);
    engine.unary(kind, kind.defaultP(), kind.defaultQ(), shifted, shifted);
    assertThat(Arrays.copyOf(shifted, in.length)).isEqualTo(out);
    return out;
  }

  @Property(tries = 60, seed = "13")
  void softmaxRowsSumToOneAndMatchDouble(
      @ForAll @IntRange(min = 1, max = 40) int rows,
      @ForAll @IntRange(min = 1, max = 600) int width) {
    float[] in = uniform(rows * 1000L + width, rows * width, -30, 30);
    float[] out = new float[in.length];
    engine.softmaxRows(in, out, rows, width);
    for (int row = 0; row < rows; row++) {
      checkSoftmax(in, out, row * width, width);
    }
  }

  private static void checkSoftmax(float[] in, float[] out, int at, int width) {
    double sum = 0;
    for (int i = at; i < at + width; i++) {
      sum += Math.exp(in[i]);
    }
    for (int i = at; i < at + width; i++) {
      double expected = Math.exp(in[i]) / sum;
      assertThat((double) out[i]).isCloseTo(expected, within(1e-5 * expected));
    }
  }

  @Test
  void softmaxOfHugeValuesDoesNotOverflow() {
    float[] out = new float[3];
    engine.softmaxRows(new float[] {3e38f, 3e38f, -3e38f}, out, 1, 3);
    assertThat(out).containsExactly(0.5f, 0.5f, 0);
  }

  @Test
  void softmaxRowsWithoutALimitBecomeNaN() {
    float[] in = {-INF, -INF, 0, -INF, INF, 0, NAN, 0};
    float[] out = new float[8];
    engine.softmaxRows(in, out, 4, 2);
    assertThat(out).containsExactly(NAN, NAN, 1, 0, NAN, NAN, NAN, NAN);
    float[] wide = new float[40];
    Arrays.fill(wide, -INF);
    engine.softmaxRows(wide, wide, 1, 40);
    assertThat(wide).containsOnly(NAN);
  }

  @Property(tries = 300, seed = "14")
  void permuteMovesEveryElement(
      @ForAll("shapes") int[] dims, @ForAll @IntRange(max = 999) int seed) {
    checkPermute(dims, shuffled(dims.length, seed));
  }

  private static int[] shuffled(int rank, int seed) {
    Random random = new Random(seed);
    int[] order = new int[rank];
    for (int i = 0; i < rank; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  @Test
  void permuteHandlesTheLargeCases() {
    checkPermute(new int[] {517, 333}, new int[] {1, 0});
    checkPermute(new int[] {8, 130, 77}, new int[] {0, 2, 1});
    checkPermute(new int[] {2, 100, 12, 64}, new int[] {0, 2, 1, 3});
    checkPermute(new int[] {40, 33, 90}, new int[] {2, 0, 1});
    checkPermute(new int[] {300, 400}, new int[] {0, 1});
    checkPermute(new int[] {100_000, 2}, new int[] {1, 0});
  }

  private void checkPermute(int[] dims, int[] order) {
    int[] strides = rowMajor(dims);
    int[] outDims = Arrays.stream(order).map(d -> dims[d]).toArray();
    int[] walk = Arrays.stream(order).map(d -> strides[d]).toArray();
    int[] ints = new int[volume(dims)];
    float[] floats = new float[ints.length];
    Arrays.setAll(ints, i -> i);
    for (int i = 0; i < ints.length; i++) {
      floats[i] = i;
    }
    int[] movedInts = new int[ints.length];
    float[] movedFloats = new float[ints.length];
    engine.permute(ints, dims, order, movedInts);
    engine.permute(floats, dims, order, movedFloats);
    for (int i = 0; i < ints.length; i++) {
      assertThat(movedInts[i]).isEqualTo(offset(i, outDims, walk));
      assertThat(movedFloats[i]).isEqualTo(movedInts[i]);
    }
  }

  @Property(tries = 100, seed = "15")
  void bfloat16RoundingIsExactForAnyBits(@ForAll @IntRange(max = 9999) int seed) {
    checkBfloat16(Reference.anyBits(seed, 133));
  }

  @Test
  void bfloat16RoundingIsExactAtEveryTieAndBesideIt() {
    for (int high = 0; high < 0x10000; high += 7) {
      float[] values = new float[35];
      for (int i = 0; i < values.length; i++) {
        values[i] = Float.intBitsToFloat(high << 16 | (0x8000 + i % 3 - 1));
      }
      checkBfloat16(values);
    }
  }

  @Test
  void bfloat16RoundingKeepsZerosAndInfinitiesAndOverflowsToThem() {
    float[] values = {0f, -0f, INF, -INF, Float.MAX_VALUE, -Float.MAX_VALUE, Float.MIN_VALUE};
    checkBfloat16(values.clone());
    engine.roundToBfloat16(values);
    assertThat(values).containsExactly(0f, -0f, INF, -INF, INF, -INF, 0f);
  }

  private void checkBfloat16(float[] values) {
    float[] rounded = values.clone();
    engine.roundToBfloat16(rounded);
    for (int i = 0; i < values.length; i++) {
      assertThat(Float.floatToRawIntBits(rounded[i]))
          .as("%x", Float.floatToRawIntBits(values[i]))
          .isEqualTo(Reference.bfloat16(values[i]) << 16);
    }
  }
}
