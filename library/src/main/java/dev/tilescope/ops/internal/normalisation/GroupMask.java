package dev.tilescope.ops.internal.normalisation;

import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Check;

/**
 * The masks of {@code group_norm}: for each group a row of the tiles that its channels lie in, 1
 * (or 0 in a negative mask) where a channel is the group's own. The CPU kernel knows the groups
 * without them, so a mask must say the same.
 *
 * @param columnChannels how many channels a column of cores has, which begin with a tile of theirs
 * @param rowsInLastTile positions in the last tile of each image; 0 if they fill it
 */
record GroupMask(
    String argument,
    int channels,
    int columnChannels,
    int groups,
    int rowsInLastTile,
    boolean negative) {
  private static final int SIDE = TensorSpec.TILE_SIDE;

  private int depth() {
    return channels / groups;
  }

  /** The most tiles that a group would have a channel in if one core had all channels. */
  int tiles() {
    int most = 0;
    for (int group = 0; group < groups; group++) {
      int first = (int) ((long) group * depth() % SIDE);
      most = Math.max(most, Math.ceilDiv(first + depth(), SIDE));
    }
    return most;
  }

  /** Where a group begins in its first tile. */
  private int first(int group) {
    return (int) ((long) group * depth() % columnChannels % SIDE);
  }

  void checkShape(Shape shape) {
    int width = tiles() * SIDE;
    boolean doubled = rowsInLastTile > 0 && shape.equals(Shape.of(1, 2 * groups, SIDE, width));
    Check.that(
        doubled || shape.equals(Shape.of(1, groups, SIDE, width)),
        "%s: %s is needed for %d groups of %d channels, got %s",
        argument,
        Shape.of(1, groups, SIDE, width),
        groups,
        depth(),
        shape);
  }

  void checkValues(float[] values) {
    int width = tiles() * SIDE;
    for (int i = 0; i < values.length; i++) {
      int set = i / (SIDE * width);
      int row = i / width % SIDE;
      int column = i % width - first(set % groups);
      boolean inside = set < groups || row < rowsInLastTile;
      boolean own = inside && column >= 0 && column < depth();
      float expected = own == negative ? 0 : 1;
      Check.that(
          values[i] == expected,
          "%s: group %d has %d channels from column %d on, so %s is needed at row %d, column %d,"
              + " got %s",
          argument,
          set % groups,
          depth(),
          first(set % groups),
          expected,
          row,
          i % width,
          values[i]);
    }
  }
}
