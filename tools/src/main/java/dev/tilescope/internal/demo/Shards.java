package dev.tilescope.internal.demo;

import dev.tilescope.device.Board;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import java.util.ArrayList;
import java.util.List;

/** Ways to share a matrix of tiles out over the L1 of the cores, as evenly as whole tiles go. */
final class Shards {
  private final Board.Grid cores;

  Shards(MeshDevice device) {
    this.cores = device.board().compute();
  }

  /** Some rows to a core. */
  MemoryConfig byHeight(int rows, int width) {
    int height = share(rows, cores.size());
    return config(
        TensorMemoryLayout.HEIGHT_SHARDED,
        rowByRow(Math.ceilDiv(rows, height)),
        height,
        share(width, 1));
  }

  /** Some columns to a core. */
  MemoryConfig byWidth(int rows, int width) {
    int columns = share(width, cores.size());
    return config(
        TensorMemoryLayout.WIDTH_SHARDED,
        rowByRow(Math.ceilDiv(width, columns)),
        share(rows, 1),
        columns);
  }

  /** Rows over the rows of cores, columns over their columns. */
  MemoryConfig byBlock(int rows, int width) {
    int height = share(rows, cores.height());
    int columns = share(width, cores.width());
    CoreRangeSet used = CoreRangeSet.grid(Math.ceilDiv(width, columns), Math.ceilDiv(rows, height));
    return config(TensorMemoryLayout.BLOCK_SHARDED, used, height, columns);
  }

  /** The rows of each user to a core. */
  MemoryConfig perUser(int users, int rows, int width) {
    return config(
        TensorMemoryLayout.HEIGHT_SHARDED, rowByRow(users), share(rows, 1), share(width, 1));
  }

  /** What one of so many parts has, in elements of whole tiles. */
  private static int share(int elements, int parts) {
    int tiles = Math.ceilDiv(elements, TensorSpec.TILE_SIDE);
    return Math.ceilDiv(tiles, parts) * TensorSpec.TILE_SIDE;
  }

  /** The first cores, row by row: the order in which decode operations give users to cores. */
  private CoreRangeSet rowByRow(int count) {
    int full = count / cores.width();
    int rest = count % cores.width();
    List<CoreRange> ranges = new ArrayList<>();
    if (full > 0) {
      ranges.add(CoreRange.of(0, 0, cores.width() - 1, full - 1));
    }
    if (rest > 0) {
      ranges.add(CoreRange.of(0, full, rest - 1, full));
    }
    return new CoreRangeSet(ranges);
  }

  private static MemoryConfig config(
      TensorMemoryLayout layout, CoreRangeSet used, int height, int width) {
    return MemoryConfig.sharded(
        layout, BufferType.L1, new ShardSpec(used, height, width, ShardOrientation.ROW_MAJOR));
  }
}
