package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.PageTable;
import java.util.List;

/** Page tables as arguments: for each user a row of blocks of a cache, -1 for one not there. */
public final class Pages {
  public static final List<DataType> DTYPES = List.of(DataType.INT32, DataType.UINT16);

  private Pages() {}

  /**
   * @param cache {@code [blocks, heads, rows of a block, head size]}
   */
  public static void check(
      String argument, TensorSpec table, int users, String cacheName, Shape cache) {
    Shape shape = table.shape();
    Check.that(
        shape.rank() == 2 && shape.dim(0) == users && shape.dim(1) > 0,
        "%s: [%d, blocks per user] is needed, a row for each user, got %s",
        argument,
        users,
        shape);
    Check.that(
        cache.dim(2) > 0 && cache.dim(2) % TensorSpec.TILE_SIDE == 0,
        "%s: the rows of a block must be a multiple of 32, got %s",
        cacheName,
        cache);
    Check.that(
        (long) shape.dim(1) * cache.dim(2) <= Integer.MAX_VALUE,
        "%s: %d blocks of %d rows are too many for one user",
        argument,
        shape.dim(1),
        cache.dim(2));
  }

  /** How many rows a user can have. */
  public static int capacity(Shape table, int rowsOfBlock) {
    return table.dim(-1) * rowsOfBlock;
  }

  /** The table, after a look at every block it names. */
  public static PageTable of(String argument, Call<?> call, int index, Shape cache) {
    int[] entries = call.integers(index);
    int blocks = cache.dim(0);
    for (int i = 0; i < entries.length; i++) {
      Check.that(
          entries[i] >= -1 && entries[i] < blocks,
          "%s: blocks are 0..%d, or -1 for one not there, got %d at position %d",
          argument,
          blocks - 1,
          entries[i],
          i);
    }
    return new PageTable(entries, call.spec(index).shape().dim(1), cache.dim(2));
  }
}
