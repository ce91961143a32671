package dev.tilescope.ops.internal.kernel;

import java.util.Arrays;

/**
 * A row-major tensor seen as {@code [outer, length, inner]}, to be worked on along the middle:
 * {@code outer * inner} lines of {@code length} elements, each {@code inner} apart.
 */
public record Lines(int outer, int length, int inner) {
  public Lines {
    Checks.volume("lines", new int[] {outer, length, inner});
    Checks.volume("lines: outer x inner", new int[] {outer, inner});
  }

  /** The lines along one dimension of a shape. */
  public static Lines along(int[] dims, int dim) {
    return over(dims, dim, dim + 1);
  }

  /** The lines over neighbouring dimensions {@code from <= dim < to}, taken as one. */
  public static Lines over(int[] dims, int from, int to) {
    Checks.require(
        from >= 0 && from <= to && to <= dims.length,
        "lines: dimensions "
            + from
            + " to "
            + to
            + " must lie in a shape of "
            + dims.length
            + " dimensions");
    return new Lines(volume(dims, 0, from), volume(dims, from, to), volume(dims, to, dims.length));
  }

  private static int volume(int[] dims, int from, int to) {
    return Checks.volume("lines: dims", Arrays.copyOfRange(dims, from, to));
  }

  /** A matrix worked along its rows. */
  public static Lines rows(int rows, int width) {
    return new Lines(rows, width, 1);
  }

  int volume() {
    return outer * length * inner;
  }

  int count() {
    return outer * inner;
  }
}
