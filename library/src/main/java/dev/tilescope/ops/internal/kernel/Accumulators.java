package dev.tilescope.ops.internal.kernel;

/**
 * Running results of a reduction, in slots. Implementations know the input, the output and the
 * arithmetic; {@link Reductions} knows which elements go where.
 */
interface Accumulators {
  void clear(int slot, int count);

  /** Folds {@code in[at + i]} into slot + i, which belongs to line + i, for each i below count. */
  void fold(int at, int slot, int count, int line);

  /** Folds {@code in[at]} to {@code in[at + length - 1]} into one slot, of one line. */
  void foldLine(int at, int length, int slot, int line);

  /** Folds slot from + i into slot + i. */
  void join(int slot, int from, int count);

  /** Writes the result of line + i from slot + i. */
  void finish(int slot, int count, int line);
}
