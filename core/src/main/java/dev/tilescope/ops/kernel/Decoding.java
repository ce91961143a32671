package dev.tilescope.ops.kernel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Attention of one new token per user against that user's cache, whole or in pages. */
final class Decoding {
  private Decoding() {}

  /**
   * Users whose position is -1 get zeros. The cache is {@code [batch, keyHeads, keys, headDim]}, or
   * that in pages.
   */
  static void run(
      Engine engine,
      AttentionShape shape,
      AttentionRule rule,
      @Nullable AttentionMask mask,
      int[] positions,
      float[] q,
      float[] k,
      float[] v,
      @Nullable PageTable pages,
      float[] out) {
    Attention attention = new Attention(engine.lanes(), shape, rule, mask);
    engine
        .parallel()
        .forEach(
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
              if (pages == null) {
                int at = (task * shape.keys() + first) * shape.headDim();
                attention.decode(q, k, at, v, at, out, user, head, first, width);
              } else {
                float[] keys = pages.rows(k, shape, user, keyHead, first, width);
                float[] values = pages.rows(v, shape, user, keyHead, first, width);
                attention.decode(q, keys, 0, values, 0, out, user, head, first, width);
              }
            });
  }
}
