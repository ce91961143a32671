package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Reference.anyBits;
import static dev.tilescope.ops.internal.kernel.Reference.uniform;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.model.MathFidelity;
import dev.tilescope.ops.internal.kernel.Matmul.Product;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scalars, vectors, and any number of threads give the same bits. */
class TwinsTest {
  private static final int ODD_LENGTH = 150_001;

  private static final List<Engine> ENGINES =
      List.of(
          new Engine(new ScalarLanes(), new Parallel(1)),
          new Engine(new ScalarLanes(), new Parallel(3)),
          new Engine(new VectorLanes(), new Parallel(1)),
          new Engine(new VectorLanes(), new Parallel(2)),
          new Engine(new VectorLanes(), new Parallel(5)));

  private static void assertSameBits(int length, BiConsumer<Engine, float[]> work) {
    int[] expected = bits(ENGINES.getFirst(), length, work);
    for (Engine engine : ENGINES.subList(1, ENGINES.size())) {
      assertThat(bits(engine, length, work)).as("%s", engine).isEqualTo(expected);
    }
  }

  /** All NaNs count as one: IEEE leaves their payload open. */
  private static int[] bits(Engine engine, int length, BiConsumer<Engine, float[]> work) {
    float[] out = new float[length];
    work.accept(engine, out);
    int[] bits = new int[length];
    for (int i = 0; i < length; i++) {
      bits[i] = Float.floatToIntBits(out[i]);
    }
    return bits;
  }

  @ParameterizedTest
  @EnumSource(value = UnaryKind.class, mode = EnumSource.Mode.EXCLUDE, names = "BITWISE_NOT")
  void unaryFunctionsAgree(UnaryKind kind) {
    float p = kind.defaultP();
    float q = kind.defaultQ();
    float[] any = anyBits(1, ODD_LENGTH);
    assertSameBits(ODD_LENGTH, (engine, out) -> engine.unary(kind, p, q, any, out));
    float[] usual = uniform(2, ODD_LENGTH, -16, 16);
    assertSameBits(ODD_LENGTH, (engine, out) -> engine.unary(kind, p, q, usual, out));
    assertSameBits(ODD_LENGTH, (engine, out) -> engine.unary(kind, -0.7f, 1.3f, usual, out));
  }

  @ParameterizedTest
  @EnumSource(value = UnaryKind.class, mode = EnumSource.Mode.EXCLUDE, names = "BITWISE_NOT")
  void loopsAgreeWithTheDefinitions(UnaryKind kind) {
    float[] in = anyBits(10, 10_001);
    assertSameBits(
        in.length,
        (engine, out) -> {
          engine.unary(kind, -0.7f, 1.3f, in, out);
          for (int i = 0; i < in.length; i++) {
            float defined = FloatUnary.apply(kind, in[i], -0.7f, 1.3f);
            assertThat(Float.floatToIntBits(out[i])).isEqualTo(Float.floatToIntBits(defined));
          }
        });
  }

  @ParameterizedTest
  @MethodSource("dev.tilescope.ops.internal.kernel.KernelContract#floatBinaries")
  void functionsOfTwoAgree(BinaryKind kind) {
    float[] a = anyBits(3, ODD_LENGTH);
    float[] b = anyBits(4, ODD_LENGTH);
    int[] dims = {ODD_LENGTH};
    int[] one = {1};
    int[] zero = {0};
    assertSameBits(
        ODD_LENGTH,
        (engine, out) -> engine.binary(kind, a, b, StrideWalk.collapsed(dims, one, one), out));
    assertSameBits(
        ODD_LENGTH,
        (engine, out) -> engine.binary(kind, a, b, StrideWalk.collapsed(dims, zero, one), out));
    assertSameBits(
        ODD_LENGTH,
        (engine, out) -> engine.binary(kind, a, b, StrideWalk.collapsed(dims, one, zero), out));
  }

  @ParameterizedTest
  @EnumSource
  void functionsOfThreeAgree(TernaryKind kind) {
    float[] a = anyBits(5, ODD_LENGTH);
    float[] b = anyBits(6, ODD_LENGTH);
    int[] one = {1};
    StrideWalk walk = StrideWalk.collapsed(new int[] {ODD_LENGTH}, one, new int[] {0}, one);
    float[] c = uniform(7, ODD_LENGTH, -2, 2);
    assertSameBits(ODD_LENGTH, (engine, out) -> engine.ternary(kind, 0.3f, a, b, c, walk, out));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 7})
  void roundingToBlockFloatAgrees(int magnitudeBits) {
    for (int width : new int[] {ODD_LENGTH, 48, 17, 5}) {
      int rows = ODD_LENGTH / width;
      float[] any = anyBits(8, rows * width);
      float[] usual = uniform(9, rows * width, -3, 3);
      for (float[] values : List.of(any, usual)) {
        assertSameBits(
            values.length,
            (engine, out) -> {
              System.arraycopy(values, 0, out, 0, out.length);
              engine.roundToBlockFloat(out, rows, width, magnitudeBits);
            });
      }
    }
  }

  @Test
  void softmaxAgrees() {
    float[] in = uniform(5, 211 * 403, -20, 20);
    assertSameBits(in.length, (engine, out) -> engine.softmaxRows(in, out, 211, 403));
  }

  @Test
  void productsAgree() {
    float[] a = uniform(6, 131 * 515, -1, 1);
    float[] b = uniform(7, 515 * 607, -1, 1);
    assertSameBits(
        131 * 607,
        (engine, out) ->
            engine.matmul(
                new Product(a, 0, b, 0, out, 0, 131, 515, 607, false, Matmul.Epilogue.NONE)));
  }

  @Test
  void productsAsOnABoardAgree() {
    float[] a = uniform(6, 31 * 515, -1, 1);
    float[] b = uniform(7, 515 * 107, -1, 1);
    Precision narrow = new Precision(MathFidelity.HI_FI3, false, 0);
    assertSameBits(
        31 * 107,
        (engine, out) ->
            engine.matmul(
                new Product(
                    a, 0, b, 0, out, 0, 31, 515, 107, false, Matmul.Epilogue.NONE, narrow)));
  }

  @Test
  void batchesAgree() {
    float[] a = uniform(8, 7 * 40 * 64, -1, 1);
    float[] b = uniform(9, 7 * 64 * 90, -1, 1);
    assertSameBits(
        7 * 40 * 90,
        (engine, out) ->
            engine.batchedMatmul(
                new Product(a, 0, b, 0, out, 0, 40, 64, 90, true, Matmul.Epilogue.NONE),
                new int[] {7},
                new int[] {40 * 64},
                new int[] {64 * 90}));
  }

  @Test
  void bothRegisterTilesAgreeWithPlainSums() {
    int columns = new VectorLanes().tileColumns();
    for (int rows : new int[] {6, 12}) {
      checkTile(
          rows,
          columns,
          (a, aAt, b, bAt, depth, tile) -> VectorTiles.multiply(rows, a, aAt, b, bAt, depth, tile));
    }
    Lanes scalar = new ScalarLanes();
    checkTile(scalar.tileRows(), scalar.tileColumns(), scalar::multiplyTile);
  }

  interface Tile {
    void multiply(float[] a, int aAt, float[] b, int bAt, int depth, float[] tile);
  }

  private static void checkTile(int rows, int columns, Tile tile) {
    int depth = 37;
    float[] a = uniform(1, rows * depth + 3, -1, 1);
    float[] b = uniform(2, columns * depth + 5, -1, 1);
    float[] out = uniform(3, rows * columns, -1, 1);
    float[] expected = out.clone();
    tile.multiply(a, 3, b, 5, depth, out);
    for (int i = 0; i < expected.length; i++) {
      float sum = 0;
      for (int p = 0; p < depth; p++) {
        sum = Math.fma(a[3 + p * rows + i / columns], b[5 + p * columns + i % columns], sum);
      }
      expected[i] += sum;
    }
    assertThat(out).isEqualTo(expected);
  }
}
