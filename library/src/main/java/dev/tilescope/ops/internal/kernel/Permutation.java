package dev.tilescope.ops.internal.kernel;

import dev.tilescope.ops.internal.kernel.StridePair.Cursor;
import java.util.function.Supplier;

/**
 * Moves elements to a new order of dimensions. Where the innermost dimension stays innermost, rows
 * are copied whole; otherwise the dimension that was innermost and the one that becomes so are
 * transposed in square blocks, so that both sides use whole cache lines.
 */
final class Permutation {
  private static final int BLOCK = 32;
  private static final int SCRATCH_STRIDE = BLOCK + 1;
  private static final int SCRATCH = BLOCK * SCRATCH_STRIDE;
  private static final int GRAIN_ELEMENTS = 1 << 15;

  /**
   * Copies a block of at most BLOCK by BLOCK: {@code out[outAt + r * outStride + c] = in[inAt + r +
   * c * inStride]}.
   *
   * <p>It gathers the block in a scratch array first, so each task makes its own: lines that lie a
   * power of two apart fall into the same few places of the cache and would push each other out.
   */
  interface BlockTranspose {
    void run(int inAt, int inStride, int outAt, int outStride, int rows, int columns);
  }

  private Permutation() {}

  /** The walk of the output in its own order: first the input's strides, second the output's. */
  static StridePair walk(int[] dims, int[] order) {
    int[] inStrides = Copies.rowMajor(dims);
    int[] outDims = new int[dims.length];
    int[] strides = new int[dims.length];
    for (int i = 0; i < dims.length; i++) {
      outDims[i] = dims[order[i]];
      strides[i] = inStrides[order[i]];
    }
    return StridePair.collapsed(outDims, strides, Copies.rowMajor(outDims));
  }

  /** Runs a walk between two arrays of one type, which {@code transpose} knows too. */
  static void run(
      StridePair walk,
      Parallel parallel,
      Object in,
      Object out,
      Supplier<BlockTranspose> transpose) {
    if (walk.first(walk.rank() - 1) == 1) {
      Copies.run(
          parallel,
          (inAt, inStep, outAt, outStep, length) -> System.arraycopy(in, inAt, out, outAt, length),
          walk);
    } else {
      transposeBlocks(walk, parallel, transpose);
    }
  }

  private static void transposeBlocks(
      StridePair walk, Parallel parallel, Supplier<BlockTranspose> transpose) {
    int last = walk.rank() - 1;
    int across = contiguousInput(walk);
    int rows = walk.dim(across);
    int stripes = Math.ceilDiv(rows, BLOCK);
    StridePair outer = walk.without(last).without(across);
    int perStripe = Math.min(rows, BLOCK) * walk.dim(last);
    parallel.forRange(
        outer.volume() * stripes,
        Math.max(1, GRAIN_ELEMENTS / perStripe),
        (from, to) -> {
          BlockTranspose block = transpose.get();
          Cursor matrix = outer.cursorAt(from / stripes);
          for (int i = from; i < to; i++) {
            int row = i % stripes * BLOCK;
            stripe(walk, across, matrix, row, Math.min(BLOCK, rows - row), block);
            if ((i + 1) % stripes == 0) {
              matrix.advance();
            }
          }
        });
  }

  private static void stripe(
      StridePair walk, int across, Cursor matrix, int row, int rows, BlockTranspose transpose) {
    int last = walk.rank() - 1;
    int inStride = walk.first(last);
    int outStride = walk.second(across);
    int inAt = matrix.first() + row;
    int outAt = matrix.second() + row * outStride;
    for (int column = 0; column < walk.dim(last); column += BLOCK) {
      int columns = Math.min(BLOCK, walk.dim(last) - column);
      transpose.run(inAt + column * inStride, inStride, outAt + column, outStride, rows, columns);
    }
  }

  /** A collapsed walk has no dimensions of size 1, so one of them steps through the input by 1. */
  private static int contiguousInput(StridePair walk) {
    int index = 0;
    while (walk.first(index) != 1) {
      index++;
    }
    return index;
  }

  static BlockTranspose floats(float[] in, float[] out) {
    float[] scratch = new float[SCRATCH];
    return (inAt, inStride, outAt, outStride, rows, columns) -> {
      gather(in, inAt, inStride, scratch, rows, columns);
      for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
          out[outAt + r * outStride + c] = scratch[c * SCRATCH_STRIDE + r];
        }
      }
    };
  }

  static BlockTranspose ints(int[] in, int[] out) {
    int[] scratch = new int[SCRATCH];
    return (inAt, inStride, outAt, outStride, rows, columns) -> {
      gather(in, inAt, inStride, scratch, rows, columns);
      for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
          out[outAt + r * outStride + c] = scratch[c * SCRATCH_STRIDE + r];
        }
      }
    };
  }

  private static void gather(
      Object in, int inAt, int inStride, Object scratch, int rows, int columns) {
    for (int c = 0; c < columns; c++) {
      System.arraycopy(in, inAt + c * inStride, scratch, c * SCRATCH_STRIDE, rows);
    }
  }
}
