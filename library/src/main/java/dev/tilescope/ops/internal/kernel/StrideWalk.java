package dev.tilescope.ops.internal.kernel;

import java.util.Arrays;

/**
 * Arrays walked together over the same dimensions, each with its own strides in elements. A stride
 * of 0 repeats an array along that dimension, which is how broadcasting is said.
 */
final class StrideWalk {
  private final int[] dims;
  private final int[][] strides;

  private StrideWalk(int[] dims, int[][] strides) {
    this.dims = dims;
    this.strides = strides;
  }

  /**
   * The same walk in as few dimensions as possible, at least one: dimensions of size 1 are dropped,
   * and neighbours are merged where every array passes from one to the other without a jump. No
   * dimension may be 0.
   */
  static StrideWalk collapsed(int[] dims, int[]... strides) {
    int[] d = new int[Math.max(1, dims.length)];
    int[][] s = new int[strides.length][d.length];
    int top = d.length;
    for (int i = dims.length - 1; i >= 0; i--) {
      if (dims[i] == 1) {
        continue;
      }
      if (top < d.length && follows(strides, i, s, top, d[top])) {
        d[top] *= dims[i];
      } else {
        d[--top] = dims[i];
        for (int a = 0; a < s.length; a++) {
          s[a][top] = strides[a][i];
        }
      }
    }
    return top == d.length ? single(strides.length) : new StrideWalk(d, s).from(top);
  }

  /** Whether a step along dimension i is, for every array, all steps along the one within it. */
  private static boolean follows(int[][] strides, int i, int[][] inner, int at, int innerDim) {
    for (int a = 0; a < strides.length; a++) {
      if (strides[a][i] != (long) inner[a][at] * innerDim) {
        return false;
      }
    }
    return true;
  }

  private static StrideWalk single(int arrays) {
    int[][] ones = new int[arrays][1];
    for (int[] one : ones) {
      one[0] = 1;
    }
    return new StrideWalk(new int[] {1}, ones);
  }

  private StrideWalk from(int top) {
    int[][] tails = new int[strides.length][];
    Arrays.setAll(tails, a -> Arrays.copyOfRange(strides[a], top, dims.length));
    return new StrideWalk(Arrays.copyOfRange(dims, top, dims.length), tails);
  }

  int arrays() {
    return strides.length;
  }

  int rank() {
    return dims.length;
  }

  int dim(int index) {
    return dims[index];
  }

  int stride(int array, int index) {
    return strides[array][index];
  }

  /** The number of steps of the walk; callers have checked that it fits. */
  int volume() {
    int volume = 1;
    for (int dim : dims) {
      volume *= dim;
    }
    return volume;
  }

  /** The walk without one of its dimensions; what is left may have no dimension at all. */
  StrideWalk without(int index) {
    int[][] rest = new int[strides.length][];
    Arrays.setAll(rest, a -> removed(strides[a], index));
    return new StrideWalk(removed(dims, index), rest);
  }

  private static int[] removed(int[] values, int index) {
    int[] rest = new int[values.length - 1];
    System.arraycopy(values, 0, rest, 0, index);
    System.arraycopy(values, index + 1, rest, index, rest.length - index);
    return rest;
  }

  Cursor cursorAt(int step) {
    return new Cursor(this, step);
  }

  /** Where the arrays are at one step of the walk. */
  static final class Cursor {
    private final StrideWalk walk;
    private final int[] index;
    private final int[] at;

    private Cursor(StrideWalk walk, int step) {
      this.walk = walk;
      this.index = new int[walk.rank()];
      this.at = new int[walk.arrays()];
      int rest = step;
      for (int i = walk.rank() - 1; i >= 0; i--) {
        index[i] = rest % walk.dims[i];
        rest /= walk.dims[i];
        move(i, index[i]);
      }
    }

    int at(int array) {
      return at[array];
    }

    void advance() {
      for (int i = index.length - 1; i >= 0; i--) {
        move(i, 1);
        if (++index[i] < walk.dims[i]) {
          return;
        }
        move(i, -walk.dims[i]);
        index[i] = 0;
      }
    }

    private void move(int dimension, int steps) {
      for (int a = 0; a < at.length; a++) {
        at[a] += walk.strides[a][dimension] * steps;
      }
    }
  }
}
