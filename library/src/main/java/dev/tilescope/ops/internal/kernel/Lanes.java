package dev.tilescope.ops.internal.kernel;

import dev.tilescope.ops.internal.kernel.Broadcast.Run;

/**
 * The inner loops: everything whose speed depends on the processor's vector registers, and nothing
 * else. Both implementations perform the same IEEE operations in the same order for each element,
 * so their results are equal bit for bit.
 *
 * <p>Ranges are {@code [from, to)}; callers have checked them. Implementations hold no state.
 */
sealed interface Lanes permits ScalarLanes, VectorLanes {
  /** Rows of the register tile of {@link #multiplyTile}. */
  int tileRows();

  /** Columns of the register tile of {@link #multiplyTile}. */
  int tileColumns();

  /** {@code out = a kind b} for each element of a run. A step of 0 or 1 is fast. */
  void binary(BinaryKind kind, float[] a, float[] b, float[] out, Run run);

  void unary(UnaryKind kind, float p, float q, float[] in, float[] out, int from, int to);

  /** The greatest element, negative infinity if there is none, NaN if any is NaN. */
  float max(float[] values, int from, int to);

  /** {@code out[i] = exp(in[i] - shift)}. */
  void shiftedExp(float[] in, float shift, float[] out, int from, int to);

  void roundToBfloat16(float[] values, int from, int to);

  /** Rounds sums as the matrix engine does, as {@link Precision#rounded} says. */
  void roundSums(float[] values, int from, int to);

  /** Rounds a part of a row that begins with a group, as {@code BlockFloat} does. */
  void roundToBlockFloat(float[] values, int from, int to, int magnitudeBits);

  /**
   * Adds the product of two packed panels to a tile: {@code tile[r][c] += sum over p < depth of
   * a[aAt + p * tileRows + r] * b[bAt + p * tileColumns + c]}. Each sum starts from zero and is
   * accumulated by fused multiply-adds in the order of p.
   */
  void multiplyTile(float[] a, int aAt, float[] b, int bAt, int depth, float[] tile);
}
