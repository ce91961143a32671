package dev.tilescope.ops.internal.kernel;

import dev.tilescope.model.TilescopeException;
import java.util.Arrays;

/** The front door's tests of its arguments, so that inner loops need none. */
final class Checks {
  private Checks() {}

  static void require(boolean condition, String message) {
    if (!condition) {
      throw new TilescopeException(message);
    }
  }

  /** The number of elements of a shape, which must fit an array. */
  static int volume(String what, int[] dims) {
    long volume = 1;
    boolean empty = false;
    for (int dim : dims) {
      require(dim >= 0, what + ": dimensions must be >= 0, got " + Arrays.toString(dims));
      empty |= dim == 0;
      volume = Math.min(volume * Math.max(1, dim), 1L << 32);
    }
    require(
        empty || volume <= Integer.MAX_VALUE,
        what + ": " + Arrays.toString(dims) + " has more elements than an array can hold");
    return empty ? 0 : (int) volume;
  }

  static void floats(String kind, boolean defined) {
    if (!defined) {
      throw FloatUnary.refused(kind);
    }
  }

  static void integers(String kind, boolean defined) {
    if (!defined) {
      throw IntUnary.refused(kind);
    }
  }

  static void length(String what, int actual, int expected) {
    require(actual == expected, what + " must hold " + expected + " elements, holds " + actual);
  }

  /** Every element that dims and strides reach from {@code at} must lie in the array. */
  static void strides(String what, int[] dims, int[] strides, int at, long extent, int length) {
    require(
        strides.length == dims.length,
        what
            + ": needs one stride for each of "
            + dims.length
            + " dimensions, got "
            + strides.length);
    long last = at + extent;
    for (int i = 0; i < dims.length; i++) {
      require(strides[i] >= 0, what + ": strides must be >= 0, got " + Arrays.toString(strides));
      last += (dims[i] - 1L) * strides[i];
    }
    require(
        at >= 0 && last <= length,
        what
            + ": strides "
            + Arrays.toString(strides)
            + " over "
            + Arrays.toString(dims)
            + " from "
            + at
            + " reach element "
            + (last - 1)
            + ", but it holds "
            + length);
  }

  /** Operands a, b... broadcast to an output; whether there is anything to compute. */
  static boolean broadcast(
      String what, int outLength, int[] outDims, int[] lengths, int[]... operandStrides) {
    int volume = volume(what + ": outDims", outDims);
    length(what + ": out", outLength, volume);
    if (volume == 0) {
      return false;
    }
    for (int i = 0; i < lengths.length; i++) {
      strides(what + ": " + (char) ('a' + i), outDims, operandStrides[i], 0, 1, lengths[i]);
    }
    return true;
  }

  static void matrix(String what, int at, int rows, int columns, int length) {
    long end = at + (long) rows * columns;
    require(
        at >= 0 && end <= length,
        what
            + ": a "
            + rows
            + " x "
            + columns
            + " matrix from element "
            + at
            + " ends at "
            + end
            + ", but it holds "
            + length);
  }

  static void sizes(int m, int k, int n) {
    require(
        m >= 0 && k >= 0 && n >= 0,
        "matmul: m, k and n must be >= 0, got " + m + ", " + k + ", " + n);
  }

  static void permutation(int[] order, int rank) {
    boolean[] seen = new boolean[rank];
    boolean valid = order.length == rank;
    for (int i = 0; valid && i < rank; i++) {
      valid = order[i] >= 0 && order[i] < rank && !seen[order[i]];
      if (valid) {
        seen[order[i]] = true;
      }
    }
    require(
        valid,
        "permute: order must name each of "
            + rank
            + " dimensions once, got "
            + Arrays.toString(order));
  }
}
