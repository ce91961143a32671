package dev.tilescope.ops.internal.attention;

import java.util.List;

/**
 * How many tiles of its result an attention program holds: all of a chunk where it accumulates
 * float32, else two rows of subblocks, as sdpa_subblock_utils.hpp has it.
 */
final class OutputTiles {
  /**
   * In tiles.
   *
   * @param width of the head, which it divides
   */
  private record Subblock(int height, int width) {}

  /** {@code determine_largest_subblock_size} with at most two rows, the order it tries them in. */
  private static final List<Subblock> TRIED =
      List.of(
          new Subblock(2, 4),
          new Subblock(1, 8),
          new Subblock(1, 7),
          new Subblock(2, 3),
          new Subblock(1, 6),
          new Subblock(1, 5),
          new Subblock(2, 2),
          new Subblock(1, 4),
          new Subblock(1, 3),
          new Subblock(1, 2),
          new Subblock(2, 1));

  private static final Subblock SMALLEST = new Subblock(1, 1);

  /** What the registers hold. */
  private static final int REGISTER_TILES = 8;

  private OutputTiles() {}

  static long of(long queries, long headTiles, boolean wide) {
    return wide ? queries * headTiles : 2 * rows(queries, headTiles) * headTiles;
  }

  /** {@code streaming_qktv_h}: two rows where only an odd number of them stood in the way. */
  private static long rows(long queries, long headTiles) {
    Subblock found =
        TRIED.stream()
            .filter(each -> queries % each.height() == 0 && headTiles % each.width() == 0)
            .findFirst()
            .orElse(SMALLEST);
    boolean doubles = found.height() == 1 && 2 * found.width() <= REGISTER_TILES && queries >= 2;
    return doubles ? 2 : found.height();
  }
}
