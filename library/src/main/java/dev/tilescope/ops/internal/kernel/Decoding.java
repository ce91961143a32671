package dev.tilescope.ops.internal.kernel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Attention of one new token per user against that user's cache, whole or in pages. */
final class Decoding {
  private Decoding() {}

  /** Keys and values, {@code [batch, keyHeads, keys, headDim]} or that in pages. */
  record Cache(float[] k, float[] v, @Nullable PageTable pages) {}

  /** Users whose position is -1 get zeros. */
  static void run(
      Parallel parallel,
      Attention attention,
      int[] positions,
      float[] q,
      Cache cache,
      float[] out) {
    AttentionShape shape = attention.shape();
    AttentionRule rule = attention.rule();
    parallel.forEach(
        shape.batch() * shape.keyHeads(),
        task -> {
          int user = task / shape.keyHeads();
          int keyHead = task % shape.keyHeads();
          int head = keyHead * shape.group();
          if (positions[user] < 0) {
            int at = (user * shape.queryHeads() + head) * shape.headDim();
            Arrays.fill(out, at, at + shape.group() * shape.headDim(), 0f);
            return;
          }
          int first = rule.from(positions[user]);
          int width = rule.to(positions[user], shape.keys()) - first;
          PageTable pages = cache.pages;
          if (pages == null) {
            int at = (task * shape.keys() + first) * shape.headDim();
            attention.decode(q, cache.k, at, cache.v, at, out, user, head, first, width);
          } else {
            float[] keys = pages.rows(cache.k, shape, user, keyHead, first, width);
            float[] values = pages.rows(cache.v, shape, user, keyHead, first, width);
            attention.decode(q, keys, 0, values, 0, out, user, head, first, width);
          }
        });
  }
}
