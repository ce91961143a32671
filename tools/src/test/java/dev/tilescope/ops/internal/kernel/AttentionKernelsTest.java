package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Reference.uniform;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AttentionKernelsTest {
  private static final float SCALE = 0.3f;

  @Property(tries = 150, seed = "81")
  void attentionMatchesDouble(
      @ForAll @IntRange(min = 1, max = 2) int batch,
      @ForAll @IntRange(min = 1, max = 2) int keyHeads,
      @ForAll @IntRange(min = 1, max = 3) int group,
      @ForAll @IntRange(min = 1, max = 90) int queries,
      @ForAll @IntRange(min = 1, max = 40) int keys,
      @ForAll boolean causal,
      @ForAll @IntRange(max = 12) int window,
      @ForAll @IntRange(max = 5) int first) {
    AttentionShape shape = new AttentionShape(batch, group * keyHeads, keyHeads, queries, keys, 8);
    check(shape, new AttentionRule(SCALE, causal, first, window), null);
  }

  @Test
  void masksAreBroadcastOverBatchHeadsAndRows() {
    AttentionShape shape = new AttentionShape(2, 4, 2, 9, 13, 8);
    float[] values = uniform(4, 2 * 4 * 9 * 13, -3, 0);
    AttentionRule rule = AttentionRule.of(SCALE, false);
    check(shape, rule, new AttentionMask(values, 4 * 9 * 13, 9 * 13, 13));
    check(shape, rule, new AttentionMask(values, 9 * 13, 0, 13));
    check(shape, AttentionRule.of(SCALE, true), new AttentionMask(values, 0, 0, 13));
    check(shape, new AttentionRule(SCALE, false, 0, 6), new AttentionMask(values, 13, 0, 0));
  }

  @Test
  void longSequencesAreCutIntoBlocks() {
    check(new AttentionShape(1, 2, 1, 150, 5000, 4), AttentionRule.of(SCALE, false), null);
    AttentionMask mask = new AttentionMask(uniform(4, 150 * 150, -3, 0), 0, 0, 150);
    check(new AttentionShape(1, 2, 1, 150, 150, 4), new AttentionRule(SCALE, true, 0, 9), mask);
    check(new AttentionShape(1, 1, 1, 300, 300, 64), new AttentionRule(SCALE, true, 0, 70), null);
  }

  private static void check(
      AttentionShape shape, AttentionRule rule, @Nullable AttentionMask mask) {
    float[] q = uniform(1, shape.queryVolume(), -2, 2);
    float[] k = uniform(2, shape.keyVolume(), -2, 2);
    float[] v = uniform(3, shape.keyVolume(), -2, 2);
    float[] out = new float[q.length];
    Arrays.fill(out, Float.NaN);
    AttentionKernels.attention(shape, rule, mask, q, k, v, out, null);
    int rows = shape.batch() * shape.queryHeads() * shape.queries();
    for (int i = 0; i < rows; i += 1 + rows / 700) {
      double[] expected = expected(shape, rule, mask, q, k, v, i);
      for (int d = 0; d < expected.length; d++) {
        double actual = out[i * expected.length + d];
        assertThat(actual).as("row %s", i).isCloseTo(expected[d], within(1e-5));
      }
    }
  }

  private static double[] expected(
      AttentionShape shape,
      AttentionRule rule,
      @Nullable AttentionMask mask,
      float[] q,
      float[] k,
      float[] v,
      int index) {
    int dim = shape.headDim();
    int row = index % shape.queries();
    int head = index / shape.queries() % shape.queryHeads();
    int batch = index / shape.queries() / shape.queryHeads();
    int keyAt = (batch * shape.keyHeads() + head / shape.group()) * shape.keys() * dim;
    double[] result = new double[dim];
    double total = 0;
    for (int j = 0; j < shape.keys(); j++) {
      int distance = rule.firstPosition() + row - j;
      boolean seen = !rule.causal() || distance >= 0;
      if (rule.window() > 0) {
        seen &= rule.causal() ? distance < rule.window() : Math.abs(distance) <= rule.window() / 2;
      }
      if (seen) {
        double score = 0;
        for (int d = 0; d < dim; d++) {
          score += (double) q[index * dim + d] * k[keyAt + j * dim + d];
        }
        double added = mask == null ? 0 : mask.values()[mask.at(batch, head, row) + j];
        double weight = Math.exp(score * rule.scale() + added);
        total += weight;
        for (int d = 0; d < dim; d++) {
          result[d] += weight * v[keyAt + j * dim + d];
        }
      }
    }
    double sum = total == 0 ? 1 : total;
    return Arrays.stream(result).map(x -> x / sum).toArray();
  }

  @Test
  void decodingIsTheLastRowOfAttention() {
    AttentionShape prefill = new AttentionShape(3, 4, 2, 20, 20, 8);
    AttentionShape one = new AttentionShape(3, 4, 2, 1, 20, 8);
    AttentionRule rule = new AttentionRule(SCALE, true, 0, 7);
    AttentionMask mask = new AttentionMask(uniform(4, 20, -3, 0), 0, 0, 0);
    float[] q = uniform(1, prefill.queryVolume(), -2, 2);
    float[] k = uniform(2, prefill.keyVolume(), -2, 2);
    float[] v = uniform(3, prefill.keyVolume(), -2, 2);
    float[] whole = new float[q.length];
    AttentionKernels.attention(prefill, rule, mask, q, k, v, whole, null);
    int[] positions = {4, -1, 19};
    float[] last = new float[one.queryVolume()];
    float[] expected = new float[last.length];
    for (int i = 0; i < 12; i++) {
      if (positions[i / 4] >= 0) {
        int at = (i * 20 + positions[i / 4]) * 8;
        System.arraycopy(q, at, last, i * 8, 8);
        System.arraycopy(whole, at, expected, i * 8, 8);
      }
    }
    float[] out = new float[last.length];
    Arrays.fill(out, Float.NaN);
    AttentionKernels.decodeAttention(one, rule, mask, positions, last, k, v, null, out, null);
    assertThat(out).containsExactly(expected, within(1e-6f));

    PageTable pages =
        new PageTable(new int[] {5, 0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14}, 5, 4);
    float[] pagedK = new float[15 * 2 * 4 * 8];
    float[] pagedV = new float[pagedK.length];
    for (int user = 0; user < 3; user++) {
      float[] userK = Arrays.copyOfRange(k, user * 320, (user + 1) * 320);
      float[] userV = Arrays.copyOfRange(v, user * 320, (user + 1) * 320);
      CacheKernels.fillPagedCache(pagedK, pages, 2, 8, userK, 20, user);
      CacheKernels.fillPagedCache(pagedV, pages, 2, 8, userV, 20, user);
    }
    float[] paged = new float[last.length];
    AttentionKernels.decodeAttention(
        one, rule, mask, positions, last, pagedK, pagedV, pages, paged, null);
    assertThat(paged).isEqualTo(out);
  }

  @Test
  void decodingAddsItsMask() {
    AttentionShape one = new AttentionShape(1, 2, 1, 1, 2, 2);
    float[] v = {1, 2, 3, 4};
    float[] mask = {0, Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY, 0};
    float[] out = new float[4];
    AttentionKernels.decodeAttention(
        one,
        AttentionRule.of(1f, false),
        new AttentionMask(mask, 0, 2, 0),
        new int[] {0},
        new float[4],
        new float[4],
        v,
        null,
        out,
        null);
    assertThat(out).containsExactly(1, 2, 3, 4);
  }

  @Test
  void scalarAndVectorLanesAndThreadsGiveTheSameBits() {
    AttentionShape shape = new AttentionShape(1, 4, 2, 70, 90, 24);
    AttentionRule rule = AttentionRule.of(SCALE, true);
    float[] q = uniform(1, shape.queryVolume(), -2, 2);
    float[] k = uniform(2, shape.keyVolume(), -2, 2);
    float[] v = uniform(3, shape.keyVolume(), -2, 2);
    float[] scalar = new float[q.length];
    float[] vector = new float[q.length];
    Engine one = new Engine(new ScalarLanes(), new Parallel(1));
    Engine many = new Engine(new VectorLanes(), new Parallel(3));
    new Attention(one.lanes(), shape, rule, null, null).run(one.parallel(), q, k, v, scalar);
    new Attention(many.lanes(), shape, rule, null, null).run(many.parallel(), q, k, v, vector);
    assertThat(vector).isEqualTo(scalar);
  }

  @Test
  void maskedOutRowsAreNaNAndEmptyShapesAreFine() {
    AttentionShape shape = new AttentionShape(1, 1, 1, 1, 2, 2);
    float[] mask = {Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY};
    float[] out = new float[2];
    AttentionKernels.attention(
        shape,
        AttentionRule.of(1f, false),
        new AttentionMask(mask, 0, 0, 0),
        out.clone(),
        new float[4],
        new float[4],
        out,
        null);
    assertThat(out).containsOnly(Float.NaN);
    float[] none = {};
    AttentionShape empty = new AttentionShape(0, 2, 1, 3, 4, 5);
    AttentionKernels.attention(
        empty, AttentionRule.of(1f, true), null, none, none, none, none, null);
    AttentionShape keyless = new AttentionShape(1, 1, 1, 1, 0, 2);
    AttentionKernels.attention(
        keyless, AttentionRule.of(1f, false), null, new float[2], none, none, out, null);
    assertThat(out).containsOnly(0f);
  }

  @Test
  void wrongAttentionIsRefused() {
    assertThatThrownBy(() -> new AttentionShape(1, 5, 2, 1, 1, 1))
        .hasMessage("attention: key heads must divide the 5 query heads, got 2");
    AttentionShape shape = new AttentionShape(2, 1, 1, 1, 4, 1);
    float[] q = new float[2];
    float[] k = new float[8];
    AttentionRule rule = AttentionRule.of(1f, true);
    assertThatThrownBy(() ->
            AttentionKernels.decodeAttention(
                shape, rule, null, new int[] {0, 4}, q, k, k, null, q, null))
        .hasMessage("decodeAttention: position 4 of user 1 must be from 0 to 3, or -1 to skip it");
    AttentionMask small = new AttentionMask(new float[7], 4, 0, 0);
    assertThatThrownBy(() -> AttentionKernels.attention(shape, rule, small, q, k, k, q, null))
        .hasMessageContaining("attention: mask: strides [4, 0, 0]");
    assertThatThrownBy(() ->
            AttentionKernels.decodeAttention(
                shape,
                rule,
                null,
                new int[] {0, 0},
                q,
                k,
                k,
                new PageTable(new int[] {0, 9}, 1, 4),
                q,
                null))
        .hasMessageContaining("page table entry 9 at position 1 must be a block from 0 to 1");
  }

  @Test
  void headsAreSplitAndJoined() {
    float[] in = uniform(1, 2 * 5 * 24, -1, 1);
    float[] heads = new float[2 * 3 * 5 * 4];
    float[] turned = new float[heads.length];
    AttentionKernels.splitHeads(in, 2, 5, 24, 8, 3, 4, false, heads);
    AttentionKernels.splitHeads(in, 2, 5, 24, 8, 3, 4, true, turned);
    for (int b = 0; b < 2; b++) {
      for (int h = 0; h < 3; h++) {
        for (int s = 0; s < 5; s++) {
          for (int d = 0; d < 4; d++) {
            float value = in[(b * 5 + s) * 24 + 8 + h * 4 + d];
            assertThat(heads[((b * 3 + h) * 5 + s) * 4 + d]).isEqualTo(value);
            assertThat(turned[((b * 3 + h) * 4 + d) * 5 + s]).isEqualTo(value);
          }
        }
      }
    }
    float[] joined = new float[heads.length];
    AttentionKernels.concatHeads(heads, 2, 3, 5, 4, joined);
    for (int i = 0; i < joined.length; i++) {
      assertThat(joined[i]).isEqualTo(in[i / 12 * 24 + 8 + i % 12]);
    }
    assertThatThrownBy(() -> AttentionKernels.splitHeads(in, 2, 5, 24, 16, 3, 4, false, heads))
        .hasMessage("splitHeads: 3 heads of 4 from column 16 must lie in 24 columns");
  }
}
