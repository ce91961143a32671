package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Checks.require;

import dev.tilescope.ops.internal.kernel.Decoding.Cache;
import org.jspecify.annotations.Nullable;

/**
 * Attention: scores, softmax and values in one, in float32 as {@link Kernels#matmul} and {@link
 * Kernels#softmaxRows} compute them; and the moves into heads and out of them. Rules as for {@link
 * Kernels}; an output may not be an input. A precision makes the products as a board does, weights
 * with values in blocks of keys of its depth.
 */
public final class AttentionKernels {
  private AttentionKernels() {}

  /**
   * {@code softmax(q k^T * scale + mask) v} for each head, without ever holding the scores of more
   * than a block of rows. The output has the shape of q. A row that sees no key is 0; one whose
   * every key the mask sets to negative infinity is NaN, as in PyTorch.
   */
  public static void attention(
      AttentionShape shape,
      AttentionRule rule,
      @Nullable AttentionMask mask,
      float[] q,
      float[] k,
      float[] v,
      float[] out,
      @Nullable Precision precision) {
    Checks.length("attention: q", q.length, shape.queryVolume());
    Checks.length("attention: k", k.length, shape.keyVolume());
    Checks.length("attention: v", v.length, shape.keyVolume());
    Checks.length("attention: out", out.length, shape.queryVolume());
    if (out.length == 0) {
      return;
    }
    if (mask != null) {
      mask.check(shape.batch(), shape.queryHeads(), shape.queries(), shape.keys());
    }
    checkSinks(shape, rule);
    Engine engine = Kernels.engine(2 * shape.multiplications());
    new Attention(engine.lanes(), shape, rule, mask, precision)
        .run(engine.parallel(), q, k, v, out);
  }

  /**
   * Attention of one query per user and head, q and out being {@code [batch, queryHeads, headDim]},
   * each user at its own position of the cache {@code [batch, keyHeads, keys, headDim]}, or of its
   * pages, which hold the shape's keys. A user at position -1 gets zeros. The shape has one query;
   * the rule's first position must be 0.
   */
  public static void decodeAttention(
      AttentionShape shape,
      AttentionRule rule,
      @Nullable AttentionMask mask,
      int[] positions,
      float[] q,
      float[] k,
      float[] v,
      @Nullable PageTable pages,
      float[] out,
      @Nullable Precision precision) {
    checkCache(shape, k.length, v.length, pages);
    require(
        shape.queries() == 1 && rule.firstPosition() == 0,
        "decodeAttention: needs one query and first position 0, got " + shape + ", " + rule);
    Checks.length("decodeAttention: q", q.length, shape.queryVolume());
    Checks.length("decodeAttention: out", out.length, shape.queryVolume());
    checkPositions("decodeAttention", positions, shape.batch(), shape.keys());
    if (out.length > 0) {
      if (mask != null) {
        mask.check(shape.batch(), shape.queryHeads(), 1, shape.keys());
      }
      checkSinks(shape, rule);
      Engine engine = Kernels.engine(2 * shape.multiplications());
      Attention attention = new Attention(engine.lanes(), shape, rule, mask, precision);
      Decoding.run(engine.parallel(), attention, positions, q, new Cache(k, v, pages), out);
    }
  }

  /**
   * The shape's keys of every user and head, {@code [batch, keyHeads, keys, headDim]}, out of a
   * paged cache; rows whose block is not there are 0.
   */
  public static float[] gathered(PageTable pages, AttentionShape shape, float[] cache) {
    require(
        pages.users() == shape.batch() && shape.keys() <= pages.capacity(),
        "gathered: pages for "
            + pages.users()
            + " users of "
            + pages.capacity()
            + " rows must serve "
            + shape);
    pages.check("gathered", shape.keyHeads(), shape.headDim(), cache.length);
    int volume = shape.keys() * shape.headDim();
    float[] all = new float[Math.toIntExact(shape.keyVolume())];
    for (int i = 0; i < shape.batch() * shape.keyHeads(); i++) {
      int user = i / shape.keyHeads();
      int head = i % shape.keyHeads();
      float[] rows = pages.rows(cache, shape, user, head, 0, shape.keys());
      System.arraycopy(rows, 0, all, i * volume, volume);
    }
    return all;
  }

  private static void checkCache(
      AttentionShape shape, int keyLength, int valueLength, @Nullable PageTable pages) {
    if (pages == null) {
      Checks.length("decodeAttention: k", keyLength, shape.keyVolume());
      Checks.length("decodeAttention: v", valueLength, shape.keyVolume());
      return;
    }
    require(
        pages.users() == shape.batch() && pages.capacity() == shape.keys(),
        "decodeAttention: pages for "
            + pages.users()
            + " users of "
            + pages.capacity()
            + " rows must serve "
            + shape);
    pages.check("decodeAttention: k", shape.keyHeads(), shape.headDim(), keyLength);
    pages.check("decodeAttention: v", shape.keyHeads(), shape.headDim(), valueLength);
  }

  private static void checkSinks(AttentionShape shape, AttentionRule rule) {
    if (rule.sinks() != null) {
      Checks.length("attention: sinks", rule.sinks().length, shape.queryHeads());
    }
  }

  static void checkPositions(String what, int[] positions, int users, int rows) {
    Checks.length(what + ": positions", positions.length, users);
    for (int i = 0; i < positions.length; i++) {
      require(
          positions[i] >= -1 && positions[i] < rows,
          what
              + ": position "
              + positions[i]
              + " of user "
              + i
              + " must be from 0 to "
              + (rows - 1)
              + ", or -1 to skip it");
    }
  }

  /**
   * Takes {@code heads} heads out of {@code [batch, rows, width]}, from column {@code column} on,
   * to {@code [batch, heads, rows, headDim]}, or to {@code [batch, heads, headDim, rows]} if
   * transposed. Fused queries, keys and values are three calls.
   */
  public static void splitHeads(
      float[] in,
      int batch,
      int rows,
      int width,
      int column,
      int heads,
      int headDim,
      boolean transposed,
      float[] out) {
    int inVolume = Checks.volume("splitHeads: in", new int[] {batch, rows, width});
    int[] dims = {batch, heads, rows, headDim};
    int volume = Checks.volume("splitHeads: out", dims);
    require(
        column >= 0 && column + (long) heads * headDim <= width,
        "splitHeads: "
            + heads
            + " heads of "
            + headDim
            + " from column "
            + column
            + " must lie in "
            + width
            + " columns");
    Checks.length("splitHeads: in", in.length, inVolume);
    Checks.length("splitHeads: out", out.length, volume);
    float[] split = transposed ? new float[volume] : out;
    int[] strides = {rows * width, headDim, width, 1};
    Copies.run(
        Kernels.engine(volume).parallel(),
        Copies.floats(in, split),
        dims,
        column,
        strides,
        0,
        Copies.rowMajor(dims));
    if (transposed) {
      Kernels.permute(split, dims, new int[] {0, 1, 3, 2}, out);
    }
  }

  /** {@code [batch, heads, rows, headDim]} to {@code [batch, rows, heads * headDim]}. */
  public static void concatHeads(
      float[] in, int batch, int heads, int rows, int headDim, float[] out) {
    Kernels.permute(in, new int[] {batch, heads, rows, headDim}, new int[] {0, 2, 1, 3}, out);
  }
}
