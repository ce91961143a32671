package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Reference.uniform;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CacheKernelsTest {
  @ParameterizedTest
  @EnumSource(RotaryKind.class)
  void rotationsMatchTheFormula(RotaryKind kind) {
    int dim = 10;
    int rows = 7;
    float[] in = uniform(1, 3 * rows * dim, -1, 1);
    float[] cos = uniform(2, 20 * dim, -1, 1);
    float[] sin = uniform(3, 20 * dim, -1, 1);
    float[] out = new float[in.length];
    CacheKernels.rotary(kind, in, 3, rows, dim, cos, sin, 5 * dim, 0, dim, out);
    for (int i = 0; i < in.length; i++) {
      int column = i % dim;
      int angle = (5 + i / dim % rows) * dim + column;
      boolean first = kind == RotaryKind.HALVES ? column < dim / 2 : column % 2 == 0;
      int apart = kind == RotaryKind.HALVES ? dim / 2 : 1;
      double rotated = first ? -in[i + apart] : in[i - apart];
      assertThat((double) out[i])
          .isCloseTo((double) in[i] * cos[angle] + rotated * sin[angle], within(1e-7));
    }
    CacheKernels.rotary(kind, in, 3, rows, dim, cos, sin, 5 * dim, 0, dim, in);
    assertThat(in).isEqualTo(out);
  }

  @Test
  void decodingTurnsEachUsersHeadsByThatUsersAngle() {
    float[] in = {1, 0, 1, 0, 1, 0, 1, 0};
    float[] cos = {1, 1, 0, 0};
    float[] sin = {0, 0, 1, 1};
    CacheKernels.rotary(RotaryKind.PAIRS, in, 2, 2, 2, cos, sin, 0, 2, 0, in);
    assertThat(in).containsExactly(1, 0, 1, 0, 0, 1, 0, 1);
  }

  @Test
  void rotationsOutsideTheTableAreRefused() {
    float[] x = new float[12];
    assertThatThrownBy(() -> CacheKernels.rotary(RotaryKind.PAIRS, x, 1, 3, 4, x, x, 4, 0, 4, x))
        .hasMessageContaining("rotary: cos: strides [0, 4] over [1, 3] from 4 reach element 15");
    assertThatThrownBy(() -> CacheKernels.rotary(RotaryKind.PAIRS, x, 4, 1, 3, x, x, 0, 0, 0, x))
        .hasMessage("rotary: rows must have an even number of elements, got 3");
    CacheKernels.rotary(RotaryKind.PAIRS, new float[0], 0, 3, 4, x, x, 0, 0, 4, new float[0]);
  }

  @Test
  void fillingWritesOneUsersRows() {
    float[] cache = new float[2 * 2 * 4];
    CacheKernels.fillCache(cache, new CacheShape(2, 2, 4, 1), new float[] {1, 2, 3, 4}, 2, 1, 1);
    assertThat(cache).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0);
    assertThatThrownBy(
            () -> CacheKernels.fillCache(cache, new CacheShape(2, 2, 4, 1), new float[4], 2, 1, 3))
        .hasMessage("fillCache: 2 rows from 3 must lie in 4");
    assertThatThrownBy(
            () -> CacheKernels.fillCache(cache, new CacheShape(2, 2, 4, 1), new float[4], 2, 2, 0))
        .hasMessage("fillCache: user must be from 0 to 1, got 2");
  }

  @Test
  void updatingWritesEachUsersRowAtItsPosition() {
    float[] cache = new float[3 * 2 * 3];
    float[] headMajor = {1, 2, 3, 4};
    CacheKernels.updateCache(
        cache, new CacheShape(3, 2, 3, 1), headMajor, 1, 2, new int[] {2, 0}, 1);
    assertThat(cache).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 3, 2, 0, 0, 4, 0, 0);
    float[] before = cache.clone();
    CacheKernels.updateCache(
        cache, new CacheShape(3, 2, 3, 1), headMajor, 2, 1, new int[] {-1, -1}, 0);
    assertThat(cache).isEqualTo(before);
    assertThatThrownBy(() ->
            CacheKernels.updateCache(
                cache, new CacheShape(3, 2, 3, 1), headMajor, 2, 1, new int[] {3}, 0))
        .hasMessageContaining("position 3 of user 0 must be from 0 to 2");
    assertThatThrownBy(() ->
            CacheKernels.updateCache(
                cache, new CacheShape(3, 2, 3, 1), headMajor, 2, 1, new int[] {0, 0}, 2))
        .hasMessage("updateCache: 2 users from 2 must lie in 3");
  }

  @Test
  void pagesTakeTheRowsTheTableSendsThem() {
    PageTable pages = new PageTable(new int[] {2, -1, 0, 1}, 2, 2);
    float[] cache = new float[3 * 2 * 2];
    CacheKernels.fillPagedCache(cache, pages, 2, 1, new float[] {1, 2, 3, 4, 5, 6}, 3, 0);
    assertThat(cache).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 5);
    Arrays.fill(cache, 0);
    CacheKernels.updatePagedCache(
        cache, pages, 2, 1, new float[] {7, 8, 9, 10}, 2, 1, new int[] {3, 3});
    assertThat(cache).containsExactly(0, 0, 0, 0, 0, 9, 0, 10, 0, 0, 0, 0);
    assertThatThrownBy(() -> CacheKernels.fillPagedCache(cache, pages, 2, 1, new float[10], 5, 0))
        .hasMessageContaining("user 0 with 5 rows must fit in pages for 2 users of 4 rows");
    PageTable bad = new PageTable(new int[] {3, 0}, 2, 2);
    assertThatThrownBy(() -> CacheKernels.fillPagedCache(cache, bad, 2, 1, new float[2], 1, 0))
        .hasMessageContaining("page table entry 3 at position 0 must be a block from 0 to 2");
  }
}
