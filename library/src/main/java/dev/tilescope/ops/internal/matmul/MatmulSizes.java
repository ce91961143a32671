package dev.tilescope.ops.internal.matmul;

import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Check;
import java.util.Arrays;

/**
 * The sizes of a matrix product, after transposition.
 *
 * @param batch how many products there are
 * @param batchedA true if each has a left operand of its own, false if they share one
 */
record MatmulSizes(int m, int k, int n, long batch, boolean batchedA, boolean batchedB) {
  static MatmulSizes of(boolean transposeA, boolean transposeB, Shape a, Shape b) {
    Shape batchA = batchDims(a);
    Shape batchB = batchDims(b);
    return new MatmulSizes(
        a.dim(transposeA ? -1 : -2),
        a.dim(transposeA ? -2 : -1),
        b.dim(transposeB ? -2 : -1),
        (isOnes(batchB) ? batchA : batchB).volume(),
        !isOnes(batchA),
        !isOnes(batchB));
  }

  /** All dimensions but the last two. */
  private static Shape batchDims(Shape shape) {
    return Shape.of(Arrays.copyOf(shape.toArray(), shape.rank() - 2));
  }

  private static boolean isOnes(Shape shape) {
    return Arrays.stream(shape.toArray()).allMatch(dim -> dim == 1);
  }

  static void checkBatch(Shape a, Shape b) {
    boolean onesA = a.rank() == b.rank() && isOnes(batchDims(a));
    Check.that(
        batchDims(a).equals(batchDims(b)) || isOnes(batchDims(b)) || onesA,
        "input_tensor_b: the batch dimensions of %s must equal those of input_tensor_a %s, or all"
            + " be 1",
        b,
        a);
  }

  /** The shape of the product: the batch of the operand that has one, in the larger rank. */
  Shape result(Shape a, Shape b) {
    int[] batchOfResult = batchDims(batchedB ? b : a).toArray();
    int rank = Math.max(a.rank(), b.rank());
    int[] dims = new int[rank];
    Arrays.fill(dims, 1);
    int first = rank - 2 - batchOfResult.length;
    System.arraycopy(batchOfResult, 0, dims, first, batchOfResult.length);
    dims[rank - 2] = m;
    dims[rank - 1] = n;
    return Shape.of(dims);
  }

  /** No element to compute, or no product to add up for one. */
  boolean isEmpty() {
    return m == 0 || k == 0 || n == 0 || batch == 0;
  }

  long tilesOfM() {
    return tiles(m);
  }

  long tilesOfK() {
    return tiles(k);
  }

  long tilesOfN() {
    return tiles(n);
  }

  /** Rows of tiles of the left operand, those of all its batches if they are fused. */
  long rowsOfTiles(boolean fuseBatch) {
    return fuseBatch ? batchOfA() * tilesOfM() : tilesOfM();
  }

  long batchOfA() {
    return batchedA ? batch : 1;
  }

  long batchOfB() {
    return batchedB ? batch : 1;
  }

  /** Two for each multiplication that an element of the result needs: it and an addition. */
  double floatingPointOperations() {
    return 2.0 * m * k * n * batch;
  }

  private static long tiles(int elements) {
    return Math.ceilDiv(elements, TensorSpec.TILE_SIDE);
  }
}
