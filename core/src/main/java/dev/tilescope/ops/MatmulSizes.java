package dev.tilescope.ops;

import dev.tilescope.model.Shape;
import dev.tilescope.ops.MatmulOperations.MatmulParams;
import java.util.Arrays;

/**
 * The sizes of a matrix product, after transposition.
 *
 * @param batch how many products there are
 * @param batchedA true if each has a left operand of its own, false if they share one
 */
record MatmulSizes(int m, int k, int n, long batch, boolean batchedA, boolean batchedB) {
  static MatmulSizes of(MatmulParams params, Shape a, Shape b) {
    Shape batchA = batchDims(a);
    Shape batchB = batchDims(b);
    return new MatmulSizes(
        a.dim(params.transposeA() ? -1 : -2),
        a.dim(params.transposeA() ? -2 : -1),
        b.dim(params.transposeB() ? -2 : -1),
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
  static Shape result(MatmulParams params, Shape a, Shape b) {
    MatmulSizes sizes = of(params, a, b);
    int[] batch = batchDims(sizes.batchedB() ? b : a).toArray();
    int rank = Math.max(a.rank(), b.rank());
    int[] dims = new int[rank];
    Arrays.fill(dims, 1);
    System.arraycopy(batch, 0, dims, rank - 2 - batch.length, batch.length);
    dims[rank - 2] = sizes.m();
    dims[rank - 1] = sizes.n();
    return Shape.of(dims);
  }
}
