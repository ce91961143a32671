package dev.tilescope.ops.internal.kernel;

/** A {@link StrideWalk} of two arrays. */
final class StridePair {
  private final StrideWalk walk;

  private StridePair(StrideWalk walk) {
    this.walk = walk;
  }

  /** The walk in as few dimensions as possible, at least one; no dimension may be 0. */
  static StridePair collapsed(int[] dims, int[] first, int[] second) {
    return new StridePair(StrideWalk.collapsed(dims, first, second));
  }

  int rank() {
    return walk.rank();
  }

  int dim(int index) {
    return walk.dim(index);
  }

  int first(int index) {
    return walk.stride(0, index);
  }

  int second(int index) {
    return walk.stride(1, index);
  }

  /** The number of steps of the walk; callers have checked that it fits. */
  int volume() {
    return walk.volume();
  }

  /** The walk without one of its dimensions; what is left may have no dimension at all. */
  StridePair without(int index) {
    return new StridePair(walk.without(index));
  }

  Cursor cursorAt(int step) {
    return new Cursor(walk.cursorAt(step));
  }

  /** Where both arrays are at one step of the walk. */
  static final class Cursor {
    private final StrideWalk.Cursor cursor;

    private Cursor(StrideWalk.Cursor cursor) {
      this.cursor = cursor;
    }

    int first() {
      return cursor.at(0);
    }

    int second() {
      return cursor.at(1);
    }

    void advance() {
      cursor.advance();
    }
  }
}
