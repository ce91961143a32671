package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Checks.require;

import org.jspecify.annotations.Nullable;

/**
 * What a query sees, and how scores are scaled before the softmax. Query row i stands at position
 * {@code firstPosition + i} among the keys. Causal queries see keys up to their own position; a
 * window of w > 0 leaves them the last w of those, and leaves queries that are not causal the keys
 * at most w / 2 away. A window of 0 is none. Edges instead cut the sequence into blocks, and
 * queries see the keys of their own block; those before the first edge or from the last on see
 * none.
 *
 * @param sinks for each query head a score, not yet scaled, that takes weight from the keys of a
 *     row and gives nothing; null for none
 * @param edges where blocks begin, ascending, and after them where the last ends; null for none
 */
public record AttentionRule(
    float scale,
    boolean causal,
    int firstPosition,
    int window,
    float @Nullable [] sinks,
    int @Nullable [] edges) {
  public AttentionRule {
    require(window >= 0, "attention: window must be >= 0, got " + window);
    require(firstPosition >= 0, "attention: first position must be >= 0, got " + firstPosition);
  }

  /** Without sinks and edges. */
  public AttentionRule(float scale, boolean causal, int firstPosition, int window) {
    this(scale, causal, firstPosition, window, null, null);
  }

  /** Without a window, from position 0. */
  public static AttentionRule of(float scale, boolean causal) {
    return new AttentionRule(scale, causal, 0, 0);
  }

  /** The first key that a row sees. */
  int from(int row) {
    if (edges != null) {
      return edges[Math.max(0, passed(edges, row) - 1)];
    }
    if (window == 0) {
      return 0;
    }
    long position = (long) firstPosition + row;
    long first = causal ? position - window + 1 : position - window / 2;
    return Math.clamp(first, 0, Integer.MAX_VALUE);
  }

  /** The key after the last that a row sees, of {@code keys}. */
  int to(int row, int keys) {
    if (edges != null) {
      return Math.min(keys, edges[Math.min(edges.length - 1, passed(edges, row))]);
    }
    long position = (long) firstPosition + row;
    if (causal) {
      return (int) Math.min(keys, position + 1);
    }
    return window == 0 ? keys : (int) Math.min(keys, position + window / 2 + 1);
  }

  /** How many edges are at a row or before it. */
  private static int passed(int[] edges, int row) {
    int passed = 0;
    while (passed < edges.length && edges[passed] <= row) {
      passed++;
    }
    return passed;
  }
}
