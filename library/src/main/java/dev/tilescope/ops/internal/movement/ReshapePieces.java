package dev.tilescope.ops.internal.movement;

import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The pieces that tiles are made of when their shape changes: runs of elements that follow one
 * another in a tile of the input and in one of the result. A piece never leaves a row of a face,
 * unless whole rows of faces follow one another.
 */
final class ReshapePieces {
  private static final int FACE = TensorSpec.TILE_SIDE / 2;

  private final Matrices in;
  private final Matrices out;

  /** Equal matrices one after the other, whatever the rank. */
  private record Matrices(long count, long height, long width) {
    static Matrices of(Shape shape) {
      long width = shape.rank() < 1 ? 1 : shape.dim(-1);
      long height = shape.rank() < 2 ? 1 : shape.dim(-2);
      return new Matrices(shape.volume() / (width * height), height, width);
    }
  }

  /** A row of tiles looks like another that begins at the same place of the input's tiles. */
  private record Kind(long phase, long rows) {}

  private ReshapePieces(Matrices in, Matrices out) {
    this.in = in;
    this.out = out;
  }

  /** How many pieces the map has room for: the most of a page of the input, for each of them. */
  static long most(Shape input, Shape output) {
    return input.volume() == 0
        ? 0
        : new ReshapePieces(Matrices.of(input), Matrices.of(output)).most();
  }

  private long most() {
    boolean isWhole = in.height() % TensorSpec.TILE_SIDE == 0;
    long period = in.width() * (isWhole ? TensorSpec.TILE_SIDE : in.height());
    Set<Kind> seen = new HashSet<>();
    long most = 0;
    for (long matrix = 0; matrix < out.count(); matrix++) {
      for (long row = 0; row < out.height(); row += TensorSpec.TILE_SIDE) {
        long start = (matrix * out.height() + row) * out.width();
        long rows = Math.min(TensorSpec.TILE_SIDE, out.height() - row);
        if (seen.add(new Kind(start % period, rows))) {
          most = Math.max(most, mostOfRow(start, rows));
        }
      }
    }
    return most;
  }

  private long mostOfRow(long start, long rows) {
    long most = 0;
    for (long column = 0; column < out.width(); column += TensorSpec.TILE_SIDE) {
      long columns = Math.min(TensorSpec.TILE_SIDE, out.width() - column);
      most = Math.max(most, new Page().count(start + column, rows, columns));
    }
    return most;
  }

  /** A tile of the result, walked row by row. */
  private final class Page {
    private final Map<Long, Long> pieces = new HashMap<>();
    private long lastPage = -1;
    private long lastFrom;
    private long lastTo;

    long count(long start, long rows, long columns) {
      for (long row = 0; row < rows; row++) {
        long column = 0;
        while (column < columns) {
          column += piece(start + row * out.width() + column, row, column, columns);
        }
      }
      long most = pieces.values().stream().mapToLong(Long::longValue).max().orElse(0);
      return most * pieces.size();
    }

    /** Returns how long it is. */
    private long piece(long element, long row, long column, long columns) {
      long matrix = element / (in.height() * in.width());
      long y = element / in.width() % in.height();
      long x = element % in.width();
      long length = Math.min(columns - column, FACE - column % FACE);
      length = Math.min(length, Math.min(in.width() - x, FACE - x % FACE));
      long across = Math.ceilDiv(in.width(), TensorSpec.TILE_SIDE);
      long down = Math.ceilDiv(in.height(), TensorSpec.TILE_SIDE);
      long page = (matrix * down + y / TensorSpec.TILE_SIDE) * across + x / TensorSpec.TILE_SIDE;
      add(page, inTile(y, x), inTile(row, column), length);
      return length;
    }

    private void add(long page, long from, long to, long length) {
      boolean goesOn = page == lastPage && from == lastFrom + 1 && to == lastTo + 1;
      if (!goesOn) {
        pieces.merge(page, 1L, Long::sum);
      }
      lastPage = page;
      lastFrom = from + length - 1;
      lastTo = to + length - 1;
    }
  }

  /** Tiles lie face by face. */
  private static long inTile(long row, long column) {
    long y = row % TensorSpec.TILE_SIDE;
    long x = column % TensorSpec.TILE_SIDE;
    long face = y / FACE * 2 + x / FACE;
    return face * FACE * FACE + y % FACE * FACE + x % FACE;
  }
}
