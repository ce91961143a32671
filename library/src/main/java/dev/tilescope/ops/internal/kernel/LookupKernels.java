package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Checks.require;

import dev.tilescope.ops.internal.kernel.Lookups.Element;

/**
 * Kernels that read or write where a tensor of indices says. Rules as for {@link Kernels}; an index
 * out of range is an error that names its position, after which the output is undefined. An output
 * may not be an input.
 */
public final class LookupKernels {
  private LookupKernels() {}

  private static Parallel parallel(int work) {
    return Kernels.engine(work).parallel();
  }

  /**
   * Row {@code indices[i]} of a table of rows of {@code width} elements becomes row i of the
   * output.
   */
  public static void embedding(int[] indices, float[] table, int width, float[] out) {
    int rows = checkEmbedding(indices.length, table.length, width, out.length);
    Lookups.rows(parallel(out.length), table, rows, width, indices, out);
  }

  /** The same on integers. */
  public static void embedding(int[] indices, int[] table, int width, int[] out) {
    int rows = checkEmbedding(indices.length, table.length, width, out.length);
    Lookups.rows(parallel(out.length), table, rows, width, indices, out);
  }

  private static int checkEmbedding(int count, int tableLength, int width, int outLength) {
    require(
        width > 0 && tableLength % width == 0,
        "embedding: a table of "
            + tableLength
            + " elements must have whole rows, got width "
            + width);
    Checks.length(
        "embedding: out",
        outLength,
        Checks.volume("embedding: indices x width", new int[] {count, width}));
    return tableLength / width;
  }

  /**
   * PyTorch's gather: {@code out[i][j][k] = in[i][index[i][j][k]][k]} for dim 1. The indices' shape
   * is the output's, and may be smaller than the input's.
   */
  public static void gather(
      float[] in, int[] dims, int dim, int[] indices, int[] indexDims, float[] out) {
    if (checkGather(in.length, dims, dim, indices.length, indexDims, out.length)) {
      Lookups.gather(
          parallel(out.length), (from, to) -> out[to] = in[from], dims, dim, indices, indexDims);
    }
  }

  /** The same on integers. */
  public static void gather(
      int[] in, int[] dims, int dim, int[] indices, int[] indexDims, int[] out) {
    if (checkGather(in.length, dims, dim, indices.length, indexDims, out.length)) {
      Lookups.gather(
          parallel(out.length), (from, to) -> out[to] = in[from], dims, dim, indices, indexDims);
    }
  }

  private static boolean checkGather(
      int inLength, int[] dims, int dim, int count, int[] indexDims, int outLength) {
    Checks.length("gather: in", inLength, Checks.volume("gather: dims", dims));
    Checks.length("gather: indices", count, Checks.volume("gather: indexDims", indexDims));
    Checks.length("gather: out", outLength, count);
    checkDim("gather", dim, dims.length);
    Lookups.checkWithin("gather", indexDims, dims, dim);
    return count > 0;
  }

  private static void checkDim(String what, int dim, int rank) {
    require(
        dim >= 0 && dim < rank, what + ": dim must be from 0 to " + (rank - 1) + ", got " + dim);
  }

  /**
   * PyTorch's scatter, in place: {@code out[i][index[i][j][k]][k]} is combined with {@code
   * source[i][j][k]} for dim 1, in the order of j. The indices' shape may be smaller than either's.
   */
  public static void scatter(
      ScatterKind kind,
      float[] out,
      int[] dims,
      int dim,
      int[] indices,
      int[] indexDims,
      float[] source,
      int[] sourceDims) {
    checkScatter(out.length, dims, dim, indices.length, indexDims, source.length, sourceDims);
    scatter(Lookups.combine(kind, source, out), dims, dim, indices, indexDims, sourceDims);
  }

  /** The same on integers. */
  public static void scatter(
      ScatterKind kind,
      int[] out,
      int[] dims,
      int dim,
      int[] indices,
      int[] indexDims,
      int[] source,
      int[] sourceDims) {
    checkScatter(out.length, dims, dim, indices.length, indexDims, source.length, sourceDims);
    scatter(Lookups.combine(kind, source, out), dims, dim, indices, indexDims, sourceDims);
  }

  private static void checkScatter(
      int outLength,
      int[] dims,
      int dim,
      int count,
      int[] indexDims,
      int sourceLength,
      int[] sourceDims) {
    Checks.length("scatter: out", outLength, Checks.volume("scatter: dims", dims));
    Checks.length("scatter: indices", count, Checks.volume("scatter: indexDims", indexDims));
    Checks.length(
        "scatter: source", sourceLength, Checks.volume("scatter: sourceDims", sourceDims));
    checkDim("scatter", dim, dims.length);
    Lookups.checkWithin("scatter", indexDims, dims, dim);
    Lookups.checkWithin("scatter", indexDims, sourceDims, -1);
  }

  private static void scatter(
      Element element, int[] dims, int dim, int[] indices, int[] indexDims, int[] sourceDims) {
    if (indices.length > 0) {
      Parallel parallel = parallel(indices.length);
      Lookups.scatter(parallel, element, dims, dim, indices, indexDims, sourceDims);
    }
  }
}
