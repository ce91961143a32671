package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Reference.broadcast;
import static dev.tilescope.ops.internal.kernel.Reference.offset;
import static dev.tilescope.ops.internal.kernel.Reference.uniform;
import static dev.tilescope.ops.internal.kernel.Reference.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.TilescopeException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Functions of three broadcast operands. */
class TernaryTest {
  private static final int[] ONE = {1};
  private static final int[] ZERO = {0};

  @Provide
  Arbitrary<int[]> shapes() {
    return Arbitraries.integers().between(1, 9).array(int[].class).ofMinSize(0).ofMaxSize(5);
  }

  @Property(tries = 200, seed = "31")
  void threeOperandsBroadcastLikeNumPy(
      @ForAll("shapes") int[] dims, @ForAll int aMask, @ForAll int bMask, @ForAll int cMask) {
    int[] aDims = squeezed(dims, aMask);
    int[] bDims = squeezed(dims, bMask);
    int[] cDims = squeezed(dims, cMask);
    float[] a = uniform(1, volume(aDims), -9, 9);
    float[] b = uniform(2, volume(bDims), -9, 9);
    float[] c = uniform(3, volume(cDims), -9, 9);
    float[] out = new float[volume(dims)];
    Kernels.ternary(
        TernaryKind.MAC,
        0,
        a,
        broadcast(aDims),
        b,
        broadcast(bDims),
        c,
        broadcast(cDims),
        out,
        dims);
    for (int i = 0; i < out.length; i++) {
      float product = a[offset(i, dims, broadcast(aDims))] * b[offset(i, dims, broadcast(bDims))];
      assertThat(out[i]).isEqualTo(product + c[offset(i, dims, broadcast(cDims))]);
    }
  }

  private static int[] squeezed(int[] dims, int mask) {
    int[] squeezed = dims.clone();
    for (int i = 0; i < dims.length; i++) {
      squeezed[i] = (mask >> i & 1) == 0 ? dims[i] : 1;
    }
    return squeezed;
  }

  @Test
  void whereAsksWhetherThePredicateIsNotZero() {
    float[] predicate = {1, 0, -0f, Float.NaN, -2};
    assertThat(
            ternary(TernaryKind.WHERE, 0, predicate, new float[] {1, 2, 3, 4, 5}, new float[] {9}))
        .containsExactly(1, 9, 9, 4, 5);
  }

  @Test
  void valuesAreThoseOfPyTorch() {
    float[] a = {1, 2};
    float[] b = {3, 4};
    float[] c = {0.5f};
    assertThat(ternary(TernaryKind.ADDCMUL, 10, a, b, c)).containsExactly(16, 22);
    assertThat(ternary(TernaryKind.ADDCDIV, 10, a, b, c)).containsExactly(61, 82);
    assertThat(ternary(TernaryKind.LERP, 0, a, b, c)).containsExactly(2, 3);
    assertThat(ternary(TernaryKind.MAC, 0, a, b, c)).containsExactly(3.5f, 8.5f);
  }

  @Test
  void lerpIsExactAtBothEnds() {
    float[] a = {1e8f};
    float[] b = {0.1f};
    assertThat(ternary(TernaryKind.LERP, 0, a, b, new float[] {0})).containsExactly(1e8f);
    assertThat(ternary(TernaryKind.LERP, 0, a, b, new float[] {1})).containsExactly(0.1f);
  }

  private static float[] ternary(TernaryKind kind, float v, float[] a, float[] b, float[] scalar) {
    float[] out = new float[a.length];
    Kernels.ternary(kind, v, a, ONE, b, ONE, scalar, ZERO, out, new int[] {a.length});
    return out;
  }

  @Test
  void integersHaveThoseWithoutFractions() {
    int[] a = {0, 7};
    int[] b = {3};
    int[] out = new int[2];
    int[] dims = {2};
    Kernels.ternary(TernaryKind.WHERE, 0, a, ONE, b, ZERO, a, ONE, out, dims);
    assertThat(out).containsExactly(0, 3);
    Kernels.ternary(TernaryKind.ADDCMUL, 2, a, ONE, b, ZERO, b, ZERO, out, dims);
    assertThat(out).containsExactly(18, 25);
    Kernels.ternary(TernaryKind.MAC, 0, a, ONE, b, ZERO, b, ZERO, out, dims);
    assertThat(out).containsExactly(3, 24);
    for (TernaryKind kind : new TernaryKind[] {TernaryKind.LERP, TernaryKind.ADDCDIV}) {
      assertThat(kind.onIntegers()).isFalse();
      assertThatThrownBy(() -> Kernels.ternary(kind, 0, a, ONE, b, ZERO, b, ZERO, out, dims))
          .isInstanceOf(TilescopeException.class)
          .hasMessageContaining(kind + " is not defined on integers");
    }
  }

  @Test
  void operandsMustReachNoFurtherThanTheirArrays() {
    float[] two = new float[2];
    float[] three = new float[3];
    assertThatThrownBy(() ->
            Kernels.ternary(
                TernaryKind.MAC, 0, three, ONE, three, ONE, two, ONE, three, new int[] {3}))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContainingAll("ternary: c", "reach element 2", "holds 2");
    assertThatThrownBy(() ->
            Kernels.ternary(
                TernaryKind.MAC, 0, two, ONE, three, ONE, three, ONE, three, new int[] {3}))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContainingAll("ternary: a", "reach element 2");
  }
}
