package dev.tilescope.ops.internal.matmul;

import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.matmul.SparseMatmulOperations.SparseMatmulParams;
import dev.tilescope.ops.internal.mechanism.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Which matrices of two batches a sparse product multiplies. With both sparse each matrix of A
 * belongs to the one of B at its place; with A sparse those of B serve A's batch again and again;
 * with B sparse every matrix of A may meet every one of B.
 *
 * @param batchA matrices of A
 * @param batchB matrices of B
 */
record SparsePairs(boolean sparseA, boolean sparseB, int batchA, int batchB) {
  /**
   * One product.
   *
   * @param slot where it goes among the matrices of the result
   */
  record Pair(int a, int b, int slot) {}

  static SparsePairs of(SparseMatmulParams params, Shape a, Shape b) {
    return new SparsePairs(params.isInputASparse(), params.isInputBSparse(), batch(a), batch(b));
  }

  private static int batch(Shape shape) {
    return Math.toIntExact(Shape.of(batchDims(shape)).volume());
  }

  static int[] batchDims(Shape shape) {
    return Arrays.copyOf(shape.toArray(), Math.max(0, shape.rank() - 2));
  }

  /** How many there may be: what sparsity says yes or no to. */
  int possible() {
    if (sparseA) {
      return sparseB ? batchB : batchA;
    }
    return Math.multiplyExact(batchA, batchB);
  }

  /**
   * Those that sparsity says yes to.
   *
   * @param compact whether their products follow each other instead of lying at their places
   */
  List<Pair> active(IntPredicate isActive, boolean compact) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < possible(); i++) {
      if (isActive.test(i)) {
        boolean meetsAll = !sparseA;
        pairs.add(new Pair(meetsAll ? i / batchB : i, i % batchB, compact ? pairs.size() : i));
      }
    }
    return pairs;
  }

  /**
   * Those of the matrices of B that are named, in their order; A has one for each, or meets all.
   */
  List<Pair> named(int[] indices) {
    for (int index : indices) {
      Check.that(
          index >= 0 && index < batchB,
          "indices: they name matrices 0 to %d of input_tensor_b, got %d",
          batchB - 1,
          index);
    }
    int rows = sparseA ? 1 : batchA;
    return IntStream.range(0, rows * indices.length)
        .mapToObj(slot ->
            new Pair(sparseA ? slot : slot / indices.length, indices[slot % indices.length], slot))
        .toList();
  }
}
