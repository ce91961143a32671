package dev.tilescope.ops.internal.kernel;

import dev.tilescope.ops.internal.kernel.Broadcast.Run;
import dev.tilescope.ops.internal.kernel.Matmul.Epilogue;
import dev.tilescope.ops.internal.kernel.Matmul.Product;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Attention in blocks of query rows: the scores of one block against the keys it can see, their
 * softmax, their product with the values. Blocks are the parallel tasks, and each thread holds the
 * scores of one.
 */
final class Attention {
  private static final int SCORES = 1 << 17;
  private static final int MAX_ROWS = 64;
  private static final ThreadLocal<float[]> SCRATCH = ThreadLocal.withInitial(() -> new float[0]);

  private final Lanes lanes;
  private final AttentionShape shape;
  private final AttentionRule rule;
  private final @Nullable AttentionMask mask;
  private final @Nullable Precision ofScores;
  private final @Nullable Precision ofValues;
  private final float[] scales;

  Attention(
      Lanes lanes,
      AttentionShape shape,
      AttentionRule rule,
      @Nullable AttentionMask mask,
      @Nullable Precision precision) {
    this.lanes = lanes;
    this.shape = shape;
    this.rule = rule;
    this.mask = mask;
    this.ofScores = precision == null ? null : precision.withBlockDepth(0);
    this.ofValues = precision;
    this.scales = new float[] {rule.scale()};
  }

  AttentionShape shape() {
    return shape;
  }

  AttentionRule rule() {
    return rule;
  }

  void run(Parallel parallel, float[] q, float[] k, float[] v, float[] out) {
    int rows = Math.clamp(SCORES / Math.max(1, shape.keys()), 1, MAX_ROWS);
    int blocks = Math.ceilDiv(shape.queries(), rows);
    parallel.forEach(
        shape.batch() * shape.queryHeads() * blocks,
        task -> {
          int row = task % blocks * rows;
          int head = task / blocks % shape.queryHeads();
          int batch = task / blocks / shape.queryHeads();
          int keyHead = batch * shape.keyHeads() + head / shape.group();
          int keyAt = keyHead * shape.keys() * shape.headDim();
          block(q, k, keyAt, v, out, batch, head, row, Math.min(rows, shape.queries() - row));
        });
  }

  private void block(
      float[] q,
      float[] k,
      int keyAt,
      float[] v,
      float[] out,
      int batch,
      int head,
      int row,
      int rows) {
    int headDim = shape.headDim();
    int first = Math.min(rule.from(row), shape.keys());
    int width = Math.max(0, rule.to(row + rows - 1, shape.keys()) - first);
    int at = ((batch * shape.queryHeads() + head) * shape.queries() + row) * headDim;
    int seen = keyAt + first * headDim;
    float[] scores = scratch(rows * width);
    multiply(
        new Product(
            q, at, k, seen, scores, 0, rows, headDim, width, true, Epilogue.NONE, ofScores));
    for (int i = 0; i < rows; i++) {
      weigh(scores, i * width, first, width, batch, head, row + i);
    }
    cut(scores, rows * width);
    multiply(
        new Product(
            scores, 0, v, seen, out, at, rows, width, headDim, false, Epilogue.NONE, ofValues));
  }

  private void multiply(Product product) {
    Matmul.run(lanes, Parallel.SERIAL, product);
  }

  /** Weights that bfloat16 sums follow are bfloat16 themselves. */
  private void cut(float[] weights, int count) {
    if (ofValues != null && !ofValues.wide()) {
      lanes.roundToBfloat16(weights, 0, count);
    }
  }

  private static float[] scratch(int size) {
    float[] scratch = SCRATCH.get();
    if (scratch.length < size) {
      scratch = new float[size];
      SCRATCH.set(scratch);
    }
    return scratch;
  }

  /** Turns the scores of one row, for keys from {@code first}, into weights; unseen keys get 0. */
  private void weigh(float[] scores, int at, int first, int width, int batch, int head, int row) {
    int from = Math.clamp(rule.from(row) - first, 0, width);
    int to = Math.clamp(rule.to(row, shape.keys()) - first, from, width);
    Arrays.fill(scores, at, at + from, 0f);
    Arrays.fill(scores, at + to, at + width, 0f);
    if (from < to) {
      int maskAt = mask == null ? 0 : mask.at(batch, head, row) + first + from;
      softmax(scores, at + from, to - from, maskAt, head);
    }
  }

  private void softmax(float[] scores, int at, int width, int maskAt, int head) {
    lanes.binary(BinaryKind.MULTIPLY, scores, scales, scores, new Run(at, 1, 0, 0, at, width));
    if (mask != null) {
      lanes.binary(
          BinaryKind.ADD, scores, mask.values(), scores, new Run(at, 1, maskAt, 1, at, width));
    }
    float[] sinks = rule.sinks();
    float most = sinks == null ? 0 : most(scores, at, width);
    Softmax.row(lanes, scores, scores, at, width);
    if (sinks != null) {
      drain(scores, at, width, sinks[head] * rule.scale() - most);
    }
  }

  private static float most(float[] values, int at, int width) {
    float most = Float.NEGATIVE_INFINITY;
    for (int i = at; i < at + width; i++) {
      most = Math.max(most, values[i]);
    }
    return most;
  }

  /**
   * Gives a sink its share of the weights of a row. The greatest weight is one over the sum of the
   * exponentials, so they need not be summed again.
   *
   * @param above how far the sink's score is above the greatest one
   */
  private static void drain(float[] weights, int at, int width, float above) {
    double share = Math.exp(above) * most(weights, at, width);
    float left = (float) (1 / (1 + share));
    for (int i = at; i < at + width; i++) {
      weights[i] *= left;
    }
  }

  /**
   * One query row for each head of one user, against the keys from {@code first} of one key head,
   * which lie at keyAt and valueAt one after the other. Query heads {@code head} and on share it.
   */
  void decode(
      float[] q,
      float[] k,
      int keyAt,
      float[] v,
      int valueAt,
      float[] out,
      int user,
      int head,
      int first,
      int width) {
    int headDim = shape.headDim();
    int group = shape.group();
    int at = (user * shape.queryHeads() + head) * headDim;
    float[] scores = scratch(group * width);
    multiply(
        new Product(
            q, at, k, keyAt, scores, 0, group, headDim, width, true, Epilogue.NONE, ofScores));
    for (int i = 0; i < group; i++) {
      int maskAt = mask == null ? 0 : mask.at(user, head + i, 0) + first;
      softmax(scores, i * width, width, maskAt, head + i);
    }
    cut(scores, group * width);
    multiply(
        new Product(
            scores, 0, v, valueAt, out, at, group, width, headDim, false, Epilogue.NONE, ofValues));
  }
}
