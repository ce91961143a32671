package dev.tilescope.ops.internal.kernel;

import dev.tilescope.ops.internal.kernel.StridePair.Cursor;

/**
 * Copies between two arrays of one type, each walked with its own strides, which may be zero or
 * negative: slices, tiles, flips and concatenations are all this. Runs that are contiguous on both
 * sides are copied whole.
 */
final class Copies {
  private static final int GRAIN_ELEMENTS = 1 << 15;

  /** Copies a run: {@code out[outAt + i * outStep] = in[inAt + i * inStep]}. */
  interface Run {
    void copy(int inAt, int inStep, int outAt, int outStep, int length);
  }

  private Copies() {}

  static Run floats(float[] in, float[] out) {
    return (inAt, inStep, outAt, outStep, length) -> {
      if (!copied(in, inAt, inStep, out, outAt, outStep, length)) {
        for (int i = 0; i < length; i++) {
          out[outAt + i * outStep] = in[inAt + i * inStep];
        }
      }
    };
  }

  static Run ints(int[] in, int[] out) {
    return (inAt, inStep, outAt, outStep, length) -> {
      if (!copied(in, inAt, inStep, out, outAt, outStep, length)) {
        for (int i = 0; i < length; i++) {
          out[outAt + i * outStep] = in[inAt + i * inStep];
        }
      }
    };
  }

  /** Copies a run that is contiguous on both sides; whether this one was. */
  private static boolean copied(
      Object in, int inAt, int inStep, Object out, int outAt, int outStep, int length) {
    boolean contiguous = inStep == 1 && outStep == 1;
    if (contiguous) {
      System.arraycopy(in, inAt, out, outAt, length);
    }
    return contiguous;
  }

  /** Copies every element that dims reach; callers have checked that they lie in the arrays. */
  static void run(
      Parallel parallel,
      Run run,
      int[] dims,
      int inAt,
      int[] inStrides,
      int outAt,
      int[] outStrides) {
    for (int dim : dims) {
      if (dim == 0) {
        return;
      }
    }
    Run moved =
        (in, inStep, out, outStep, length) ->
            run.copy(inAt + in, inStep, outAt + out, outStep, length);
    run(parallel, moved, StridePair.collapsed(dims, inStrides, outStrides));
  }

  /** Copies every element of a walk: first the input's strides, second the output's. */
  static void run(Parallel parallel, Run run, StridePair walk) {
    int last = walk.rank() - 1;
    int length = walk.dim(last);
    int inStep = walk.first(last);
    int outStep = walk.second(last);
    StridePair outer = walk.without(last);
    parallel.forRange(
        walk.volume() / length,
        Math.max(1, GRAIN_ELEMENTS / length),
        (from, to) -> {
          Cursor row = outer.cursorAt(from);
          for (int i = from; i < to; i++, row.advance()) {
            run.copy(row.first(), inStep, row.second(), outStep, length);
          }
        });
  }

  static int[] rowMajor(int[] dims) {
    int[] strides = new int[dims.length];
    int stride = 1;
    for (int i = dims.length - 1; i >= 0; i--) {
      strides[i] = stride;
      stride *= Math.max(1, dims[i]);
    }
    return strides;
  }

  /** Every dimension and, before it, how often the whole of it is repeated. */
  static void tile(Parallel parallel, Run run, int[] dims, int[] repeats) {
    int rank = dims.length;
    int[] inStrides = rowMajor(dims);
    int[] walked = new int[2 * rank];
    int[] strides = new int[2 * rank];
    for (int i = 0; i < rank; i++) {
      walked[2 * i] = repeats[i];
      walked[2 * i + 1] = dims[i];
      strides[2 * i + 1] = inStrides[i];
    }
    run(parallel, run, walked, 0, strides, 0, rowMajor(walked));
  }

  /** The parts before and after a shift change places along the lines. */
  static void roll(Parallel parallel, Run run, Lines lines, int shift) {
    int length = lines.length();
    int inner = lines.inner();
    int[] strides = {length * inner, 1};
    int kept = (length - shift) * inner;
    int[] front = {lines.outer(), kept};
    int[] back = {lines.outer(), shift * inner};
    run(parallel, run, front, 0, strides, shift * inner, strides);
    run(parallel, run, back, kept, strides, 0, strides);
  }

  /** Parts that follow one another along the lines of the output, one after the other. */
  static void part(Parallel parallel, Run run, Lines part, int outLength, int outFrom) {
    int inner = part.inner();
    int[] dims = {part.outer(), part.length() * inner};
    int[] inStrides = {part.length() * inner, 1};
    int[] outStrides = {outLength * inner, 1};
    run(parallel, run, dims, 0, inStrides, outFrom * inner, outStrides);
  }
}
