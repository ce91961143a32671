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
 * @param tileHeight rows of a tile of the left operand
 * @param tileWidth columns of a tile of the right one
 */
record MatmulSizes(
    int m,
    int k,
    int n,
    long batch,
    boolean batchedA,
    boolean batchedB,
    int tileHeight,
    int tileWidth) {
  static MatmulSizes of(boolean transposeA, boolean transposeB, TensorSpec a, TensorSpec b) {
    Shape batchA = batchDims(a.shape());
    Shape batchB = batchDims(b.shape());
    return new MatmulSizes(
        a.shape().dim(transposeA ? -1 : -2),
        a.shape().dim(transposeA ? -2 : -1),
        b.shape().dim(transposeB ? -2 : -1),
        (isOnes(batchB) ? batchA : batchB).volume(),
        !isOnes(batchA),
        !isOnes(batchB),
        transposeA ? a.tile().width() : a.tile().height(),
        transposeB ? b.tile().height() : b.tile().width());
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
        "bmm (non-bcast matmul) expects input tensors of shapes BCMK*BCKN=BCMN or batch dimension"
            + " mismatch: a=%s vs b=%s; those of input_tensor_b must equal those of"
            + " input_tensor_a, or all be 1",
        a,
        b);
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
    return Math.ceilDiv(m, tileHeight);
  }

  long tilesOfK() {
    return Math.ceilDiv(k, TensorSpec.TILE_SIDE);
  }

  long tilesOfN() {
    return Math.ceilDiv(n, tileWidth);
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
}
