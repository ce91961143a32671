package dev.tilescope.ops.kernel;

import java.util.Arrays;

/**
 * Two arrays walked together over the same dimensions, each with its own strides in elements. A
 * stride of 0 repeats the array along that dimension, which is how broadcasting is said.
 */
final class StridePair {
  private final int[] dims;
  private final int[] first;
  private final int[] second;

  private StridePair(int[] dims, int[] first, int[] second) {
    this.dims = dims;
    this.first = first;
    this.second = second;
  }

  /**
   * The same walk in as few dimensions as possible, at least one: dimensions of size 1 are dropped,
   * and neighbours are merged where both arrays pass from one to the other without a jump. No
   * dimension may be 0.
   */
  static StridePair collapsed(int[] dims, int[] first, int[] second) {
    int[] d = new int[Math.max(1, dims.length)];
    int[] f = new int[d.length];
    int[] s = new int[d.length];
    int top = d.length;
    for (int i = dims.length - 1; i >= 0; i--) {
      if (dims[i] == 1) {
        continue;
      }
      if (top < d.length
          && first[i] == (long) f[top] * d[top]
          && second[i] == (long) s[top] * d[top]) {
        d[top] *= dims[i];
      } else {
        top--;
        d[top] = dims[i];
        f[top] = first[i];
        s[top] = second[i];
      }
    }
    if (top == d.length) {
      return new StridePair(new int[] {1}, new int[] {1}, new int[] {1});
    }
    return new StridePair(tail(d, top), tail(f, top), tail(s, top));
  }

  private static int[] tail(int[] values, int from) {
    return Arrays.copyOfRange(values, from, values.length);
  }

  int rank() {
    return dims.length;
  }

  int dim(int index) {
    return dims[index];
  }

  int first(int index) {
    return first[index];
  }

  int second(int index) {
    return second[index];
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
  StridePair without(int index) {
    return new StridePair(removed(dims, index), removed(first, index), removed(second, index));
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

  /** Where both arrays are at one step of the walk. */
  static final class Cursor {
    private final StridePair pair;
    private final int[] index;
    private int first;
    private int second;

    private Cursor(StridePair pair, int step) {
      this.pair = pair;
      this.index = new int[pair.rank()];
      int rest = step;
      for (int i = pair.rank() - 1; i >= 0; i--) {
        index[i] = rest % pair.dims[i];
        rest /= pair.dims[i];
        first += index[i] * pair.first[i];
        second += index[i] * pair.second[i];
      }
    }

    int first() {
      return first;
    }

    int second() {
      return second;
    }

    void advance() {
      for (int i = index.length - 1; i >= 0; i--) {
        first += pair.first[i];
        second += pair.second[i];
        if (++index[i] < pair.dims[i]) {
          return;
        }
        first -= pair.first[i] * pair.dims[i];
        second -= pair.second[i] * pair.dims[i];
        index[i] = 0;
      }
    }
  }
}
