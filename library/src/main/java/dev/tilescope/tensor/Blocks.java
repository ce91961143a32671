package dev.tilescope.tensor;

import dev.tilescope.model.Shape;

/** Copies rectangular pieces out of row-major values and into them. */
public final class Blocks {
  private Blocks() {}

  /** The piece of a shape that begins at an index of the whole. */
  public static Values cut(Values whole, Shape shape, Shape piece, int[] first) {
    return switch (whole) {
      case Values.Floats(float[] from) -> {
        float[] to = new float[(int) piece.volume()];
        copy(from, shape, first, to, piece, new int[piece.rank()], piece);
        yield new Values.Floats(to);
      }
      case Values.Integers(int[] from) -> {
        int[] to = new int[(int) piece.volume()];
        copy(from, shape, first, to, piece, new int[piece.rank()], piece);
        yield new Values.Integers(to);
      }
    };
  }

  /** Puts a piece into the whole, from an index of the whole on. */
  public static void paste(Values piece, Shape shape, Values whole, Shape wholeShape, int[] first) {
    int[] origin = new int[shape.rank()];
    switch (piece) {
      case Values.Floats(float[] from) ->
          copy(from, shape, origin, whole.floats(), wholeShape, first, shape);
      case Values.Integers(int[] from) ->
          copy(from, shape, origin, whole.integers(), wholeShape, first, shape);
    }
  }

  /** Row by row of the piece's last dimension; arrays of either kind. */
  private static void copy(
      Object from,
      Shape fromShape,
      int[] fromFirst,
      Object to,
      Shape toShape,
      int[] toFirst,
      Shape piece) {
    if (piece.volume() == 0) {
      return;
    }
    int width = piece.rank() == 0 ? 1 : piece.dim(-1);
    int rows = (int) (piece.volume() / width);
    for (int row = 0; row < rows; row++) {
      System.arraycopy(
          from,
          offset(row, piece, fromShape, fromFirst),
          to,
          offset(row, piece, toShape, toFirst),
          width);
    }
  }

  /** Where a row of the piece begins in a tensor that has it from an index on. */
  private static int offset(int row, Shape piece, Shape in, int[] first) {
    int offset = 0;
    int stride = 1;
    int left = row;
    for (int d = piece.rank() - 1; d >= 0; d--) {
      int index = d == piece.rank() - 1 ? 0 : left % piece.dim(d);
      left = d == piece.rank() - 1 ? left : left / piece.dim(d);
      offset += (first[d] + index) * stride;
      stride *= in.dim(d);
    }
    return offset;
  }
}
