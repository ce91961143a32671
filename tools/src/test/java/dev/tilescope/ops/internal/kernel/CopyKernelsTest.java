package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Reference.offset;
import static dev.tilescope.ops.internal.kernel.Reference.rowMajor;
import static dev.tilescope.ops.internal.kernel.Reference.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

class CopyKernelsTest {
  @Provide
  Arbitrary<int[]> shapes() {
    return Arbitraries.integers().between(1, 7).array(int[].class).ofMinSize(1).ofMaxSize(4);
  }

  private static int[] counting(int length) {
    int[] values = new int[length];
    Arrays.setAll(values, i -> i + 1);
    return values;
  }

  private static float[] floats(int[] ints) {
    float[] values = new float[ints.length];
    for (int i = 0; i < ints.length; i++) {
      values[i] = ints[i];
    }
    return values;
  }

  private static int coordinate(int at, int[] dims, int dim) {
    return at / rowMajor(dims)[dim] % dims[dim];
  }

  @Property(tries = 150, seed = "61")
  void slicesTakeEveryStep(@ForAll("shapes") int[] dims, @ForAll @IntRange(max = 9999) int seed) {
    Random random = new Random(seed);
    int rank = dims.length;
    int[] from = new int[rank];
    int[] steps = new int[rank];
    int[] outDims = new int[rank];
    int[] strides = rowMajor(dims);
    for (int i = 0; i < rank; i++) {
      from[i] = random.nextInt(dims[i]);
      steps[i] = 1 + random.nextInt(3);
      outDims[i] = 1 + random.nextInt((dims[i] - 1 - from[i]) / steps[i] + 1);
      if (random.nextBoolean()) {
        from[i] += (outDims[i] - 1) * steps[i];
        steps[i] = -steps[i];
      }
    }
    int[] in = counting(volume(dims));
    int[] out = new int[volume(outDims)];
    float[] floatOut = new float[out.length];
    CopyKernels.slice(in, dims, from, steps, out, outDims);
    CopyKernels.slice(floats(in), dims, from, steps, floatOut, outDims);
    for (int i = 0; i < out.length; i++) {
      int at = 0;
      for (int d = 0; d < rank; d++) {
        at += (from[d] + coordinate(i, outDims, d) * steps[d]) * strides[d];
      }
      assertThat(out[i]).isEqualTo(in[at]);
    }
    assertThat(floatOut).isEqualTo(floats(out));
  }

  @Test
  void slicesBeyondTheTensorAreRefused() {
    float[] in = new float[10];
    float[] out = new float[4];
    int[] dims = {10};
    assertThatThrownBy(
            () -> CopyKernels.slice(in, dims, new int[] {4}, new int[] {2}, out, new int[] {4}))
        .hasMessage("slice: dimension 0 from 4 to 10 must lie in 0 to 9");
    CopyKernels.slice(in, dims, new int[] {99}, new int[] {1}, new float[0], new int[] {0});
  }

  @Property(tries = 100, seed = "62")
  void paddingSurroundsTheInput(
      @ForAll("shapes") int[] dims, @ForAll @IntRange(max = 9999) int seed) {
    Random random = new Random(seed);
    int[] before = Arrays.stream(dims).map(d -> random.nextInt(3)).toArray();
    int[] after = Arrays.stream(dims).map(d -> random.nextInt(3)).toArray();
    int[] outDims = new int[dims.length];
    Arrays.setAll(outDims, i -> before[i] + dims[i] + after[i]);
    int[] in = counting(volume(dims));
    int[] out = new int[volume(outDims)];
    float[] floatOut = new float[out.length];
    CopyKernels.pad(in, dims, before, after, -7, out);
    CopyKernels.pad(floats(in), dims, before, after, -7f, floatOut);
    for (int i = 0; i < out.length; i++) {
      int at = 0;
      boolean inside = true;
      for (int d = 0; d < dims.length; d++) {
        int index = coordinate(i, outDims, d) - before[d];
        inside &= index >= 0 && index < dims[d];
        at += index * rowMajor(dims)[d];
      }
      assertThat(out[i]).isEqualTo(inside ? in[at] : -7);
    }
    assertThat(floatOut).isEqualTo(floats(out));
  }

  @Property(tries = 100, seed = "63")
  void repeatsTileEveryDimension(
      @ForAll("shapes") int[] dims, @ForAll @IntRange(max = 9999) int seed) {
    Random random = new Random(seed);
    int[] repeats = Arrays.stream(dims).map(d -> 1 + random.nextInt(3)).toArray();
    int[] outDims = new int[dims.length];
    Arrays.setAll(outDims, i -> dims[i] * repeats[i]);
    int[] in = counting(volume(dims));
    int[] out = new int[volume(outDims)];
    float[] floatOut = new float[out.length];
    CopyKernels.repeat(in, dims, repeats, out);
    CopyKernels.repeat(floats(in), dims, repeats, floatOut);
    for (int i = 0; i < out.length; i++) {
      int at = 0;
      for (int d = 0; d < dims.length; d++) {
        at += coordinate(i, outDims, d) % dims[d] * rowMajor(dims)[d];
      }
      assertThat(out[i]).isEqualTo(in[at]);
    }
    assertThat(floatOut).isEqualTo(floats(out));
  }

  @Test
  void concatenationJoinsAlongAnyDimension() {
    int[] a = {1, 2, 3, 4};
    int[] b = {5, 6};
    int[] out = new int[6];
    CopyKernels.concat(List.of(a, b), List.of(new Lines(2, 2, 1), new Lines(2, 1, 1)), out);
    assertThat(out).containsExactly(1, 2, 5, 3, 4, 6);
    CopyKernels.concat(List.of(a, b), List.of(new Lines(1, 2, 2), new Lines(1, 1, 2)), out);
    assertThat(out).containsExactly(1, 2, 3, 4, 5, 6);
    float[] floatOut = new float[4];
    CopyKernels.concat(
        List.of(floats(a), new float[0]),
        List.of(new Lines(2, 2, 1), new Lines(2, 0, 1)),
        floatOut);
    assertThat(floatOut).containsExactly(1, 2, 3, 4);
    assertThatThrownBy(() ->
            CopyKernels.concat(List.of(a, b), List.of(new Lines(2, 2, 1), new Lines(1, 2, 1)), out))
        .hasMessageContaining("concat: part 1 must agree with the first but in length");
  }

  @Test
  void interleavingRepeatsEachElement() {
    int[] out = new int[8];
    CopyKernels.repeatInterleave(new int[] {1, 2, 3, 4}, Lines.rows(2, 2), 2, out);
    assertThat(out).containsExactly(1, 1, 2, 2, 3, 3, 4, 4);
    CopyKernels.repeatInterleave(new int[] {1, 2, 3, 4}, new Lines(1, 2, 2), 2, out);
    assertThat(out).containsExactly(1, 2, 1, 2, 3, 4, 3, 4);
    CopyKernels.repeatInterleave(new float[4], Lines.rows(2, 2), 0, new float[0]);
  }

  @Test
  void rollingGoesRoundTheEnd() {
    float[] out = new float[6];
    CopyKernels.roll(new float[] {1, 2, 3, 4, 5, 6}, Lines.rows(2, 3), 1, out);
    assertThat(out).containsExactly(3, 1, 2, 6, 4, 5);
    int[] ints = new int[6];
    CopyKernels.roll(new int[] {1, 2, 3, 4, 5, 6}, new Lines(1, 3, 2), -4, ints);
    assertThat(ints).containsExactly(3, 4, 5, 6, 1, 2);
  }

  @Test
  void embeddingCopiesRowsAndNamesABadIndex() {
    float[] table = {1, 2, 3, 4, 5, 6};
    float[] out = new float[4];
    LookupKernels.embedding(new int[] {2, 0}, table, 2, out);
    assertThat(out).containsExactly(5, 6, 1, 2);
    LookupKernels.embedding(new int[0], table, 2, new float[0]);
    assertThatThrownBy(() -> LookupKernels.embedding(new int[] {0, 3}, table, 2, out))
        .hasMessage("embedding: index 3 at position 1 must be from 0 to 2");
    assertThatThrownBy(() -> LookupKernels.embedding(new int[] {0, -1}, table, 2, out))
        .hasMessage("embedding: index 4294967295 at position 1 must be from 0 to 2");
  }

  @Property(tries = 150, seed = "64")
  void gatherAndScatterFollowPyTorch(
      @ForAll("shapes") int[] dims, @ForAll @IntRange(max = 9999) int seed) {
    Random random = new Random(seed);
    int dim = random.nextInt(dims.length);
    int[] indexDims = Arrays.stream(dims).map(d -> 1 + random.nextInt(d)).toArray();
    int[] indices = random.ints(volume(indexDims), 0, dims[dim]).toArray();
    int[] in = random.ints(volume(dims)).toArray();
    int[] out = new int[indices.length];
    float[] floatOut = new float[out.length];
    LookupKernels.gather(in, dims, dim, indices, indexDims, out);
    LookupKernels.gather(floats(in), dims, dim, indices, indexDims, floatOut);
    int[] source = random.ints(volume(dims)).toArray();
    int[] replaced = in.clone();
    int[] added = in.clone();
    LookupKernels.scatter(
        ScatterKind.REPLACE, replaced, dims, dim, indices, indexDims, source, dims);
    LookupKernels.scatter(ScatterKind.ADD, added, dims, dim, indices, indexDims, source, dims);
    int[] expectedReplaced = in.clone();
    int[] expectedAdded = in.clone();
    int[] strides = rowMajor(dims);
    for (int i = 0; i < indices.length; i++) {
      int here = offset(i, indexDims, strides);
      int place = here + (indices[i] - coordinate(i, indexDims, dim)) * strides[dim];
      assertThat(out[i]).isEqualTo(in[place]);
      expectedReplaced[place] = source[here];
      expectedAdded[place] += source[here];
    }
    assertThat(floatOut).isEqualTo(floats(out));
    assertThat(replaced).isEqualTo(expectedReplaced);
    assertThat(added).isEqualTo(expectedAdded);
  }

  @Test
  void scatteringCombinesAsAsked() {
    int[] dims = {3};
    int[] indices = {1, 1};
    float[] source = {2, 5};
    float[][] results = new float[ScatterKind.values().length][];
    for (ScatterKind kind : ScatterKind.values()) {
      float[] out = {3, 3, 3};
      LookupKernels.scatter(kind, out, dims, 0, indices, new int[] {2}, source, new int[] {2});
      results[kind.ordinal()] = out;
    }
    assertThat(results)
        .isEqualTo(new float[][] {{3, 5, 3}, {3, 10, 3}, {3, 30, 3}, {3, 2, 3}, {3, 5, 3}});
    assertThatThrownBy(() ->
            LookupKernels.scatter(
                ScatterKind.ADD,
                new float[3],
                dims,
                0,
                indices,
                new int[] {2},
                new float[1],
                new int[] {1}))
        .hasMessage("scatter: the indices' shape [2] must fit in [1]");
    assertThatThrownBy(
            () -> LookupKernels.gather(new float[3], dims, 1, indices, dims, new float[2]))
        .hasMessageContaining("gather: ");
  }

  @Test
  void largeCopiesAreCutIntoTasks() {
    int[] dims = {3, 400, 130};
    int[] in = counting(volume(dims));
    int[] out = new int[in.length];
    CopyKernels.slice(in, dims, new int[] {0, 399, 0}, new int[] {1, -1, 1}, out, dims);
    for (int i = 0; i < out.length; i++) {
      int row = i / 130;
      assertThat(out[i]).isEqualTo(in[(row / 400 * 400 + 399 - row % 400) * 130 + i % 130]);
    }
  }
}
