package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Checks.require;

import dev.tilescope.model.TilescopeException;
import java.util.Arrays;

/** Copies from or to places named by a tensor of indices, which are checked one by one. */
final class Lookups {
  private static final int GRAIN_ELEMENTS = 1 << 15;

  /** Copies one element; scattering may combine it with what is there. */
  interface Element {
    void move(int from, int to);
  }

  /** An axis of a tensor that indices count along: its size, and how far apart its entries are. */
  record Axis(String what, int size, int stride) {
    int offset(int[] indices, int at) {
      int index = indices[at];
      if (index < 0 || index >= size) {
        throw new TilescopeException(
            what
                + ": index "
                + Integer.toUnsignedLong(index)
                + " at position "
                + at
                + " must be from 0 to "
                + (size - 1));
      }
      return index * stride;
    }
  }

  private Lookups() {}

  /** Row {@code indices[i]} of a table becomes row i of the output. */
  static void rows(
      Parallel parallel, Object table, int tableRows, int width, int[] indices, Object out) {
    Axis axis = new Axis("embedding", tableRows, width);
    parallel.forRange(
        indices.length,
        Math.max(1, GRAIN_ELEMENTS / Math.max(1, width)),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            System.arraycopy(table, axis.offset(indices, i), out, i * width, width);
          }
        });
  }

  /** For each index, the element of the input at the same place but for the axis. */
  static void gather(
      Parallel parallel, Element element, int[] inDims, int dim, int[] indices, int[] indexDims) {
    int[] strides = Copies.rowMajor(inDims);
    Axis axis = new Axis("gather", inDims[dim], strides[dim]);
    int[] along = strides.clone();
    along[dim] = 0;
    Broadcast.forEachRun(
        StrideWalk.collapsed(indexDims, along, Copies.rowMajor(indexDims)),
        parallel,
        run -> {
          for (int i = 0; i < run.length; i++) {
            int offset = axis.offset(indices, run.bAt + i * run.bStep);
            element.move(run.aAt + i * run.aStep + offset, run.outAt + i);
          }
        });
  }

  /**
   * For each index, in order along the axis, moves the source's element to that place of the
   * output. Lines along the axis cannot meet in the output, so each is one task's; within it the
   * order is that of the indices.
   */
  static void scatter(
      Parallel parallel,
      Element element,
      int[] outDims,
      int dim,
      int[] indices,
      int[] indexDims,
      int[] sourceDims) {
    int[] outStrides = Copies.rowMajor(outDims);
    int[] indexStrides = Copies.rowMajor(indexDims);
    int[] sourceStrides = Copies.rowMajor(sourceDims);
    Axis axis = new Axis("scatter", outDims[dim], outStrides[dim]);
    int length = indexDims[dim];
    int lines = indices.length / length;
    parallel.forRange(
        lines,
        Math.max(1, GRAIN_ELEMENTS / length),
        (from, to) -> {
          for (int line = from; line < to; line++) {
            int outAt = start(line, dim, indexDims, outStrides);
            int indexAt = start(line, dim, indexDims, indexStrides);
            int sourceAt = start(line, dim, indexDims, sourceStrides);
            for (int i = 0; i < length; i++) {
              int offset = axis.offset(indices, indexAt + i * indexStrides[dim]);
              element.move(sourceAt + i * sourceStrides[dim], outAt + offset);
            }
          }
        });
  }

  /** Where a line starts, counting lines over every dimension but one. */
  private static int start(int line, int dim, int[] dims, int[] strides) {
    int rest = line;
    int at = 0;
    for (int i = dims.length - 1; i >= 0; i--) {
      if (i != dim) {
        at += rest % dims[i] * strides[i];
        rest /= dims[i];
      }
    }
    return at;
  }

  static Element combine(ScatterKind kind, float[] in, float[] out) {
    return switch (kind) {
      case REPLACE -> (from, to) -> out[to] = in[from];
      case ADD -> (from, to) -> out[to] += in[from];
      case MULTIPLY -> (from, to) -> out[to] *= in[from];
      case MIN -> (from, to) -> out[to] = Math.min(out[to], in[from]);
      case MAX -> (from, to) -> out[to] = Math.max(out[to], in[from]);
    };
  }

  static Element combine(ScatterKind kind, int[] in, int[] out) {
    return switch (kind) {
      case REPLACE -> (from, to) -> out[to] = in[from];
      case ADD -> (from, to) -> out[to] += in[from];
      case MULTIPLY -> (from, to) -> out[to] *= in[from];
      case MIN -> (from, to) -> out[to] = Math.min(out[to], in[from]);
      case MAX -> (from, to) -> out[to] = Math.max(out[to], in[from]);
    };
  }

  /** The indices' shape may be smaller than a tensor's, but not along the axis if that is read. */
  static void checkWithin(String what, int[] indexDims, int[] dims, int except) {
    boolean fits = indexDims.length == dims.length;
    for (int i = 0; fits && i < dims.length; i++) {
      fits = i == except || indexDims[i] <= dims[i];
    }
    require(
        fits,
        what
            + ": the indices' shape "
            + Arrays.toString(indexDims)
            + " must fit in "
            + Arrays.toString(dims)
            + (except < 0 ? "" : " but for dimension " + except));
  }
}
