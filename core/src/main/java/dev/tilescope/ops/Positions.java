package dev.tilescope.ops;

import dev.tilescope.model.Shape;

/** Checks the rows of a cache that users stand at, as arguments give them. */
final class Positions {
  private Positions() {}

  static void checkShape(String argument, Shape shape, int users) {
    Check.that(
        shape.rank() > 0 && shape.dim(-1) == users && shape.volume() == users,
        "%s: one position for each of %d users is needed, got %s",
        argument,
        users,
        shape);
  }

  /**
   * @param rows how many a user can have
   */
  static void check(String argument, int[] positions, int users, int rows) {
    Check.that(
        positions.length == users,
        "%s: one position for each of %d users is needed, got %d",
        argument,
        users,
        positions.length);
    for (int user = 0; user < users; user++) {
      Check.that(
          positions[user] >= -1 && positions[user] < rows,
          "%s: 0..%d is needed, or -1 to skip the user, got %d for user %d",
          argument,
          rows - 1,
          positions[user],
          user);
    }
  }
}
