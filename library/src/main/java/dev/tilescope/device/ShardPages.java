package dev.tilescope.device;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.Layout;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.List;

/**
 * How the pages of a sharded buffer fall into shards. The buffer is a rectangle of pages, cut into
 * equal shards from the top left; shard i, counted row by row, lives on core i. Of a grid that is
 * larger than needed only the cores that get a shard are kept.
 *
 * @param rows of pages in the buffer
 * @param shardRows of pages in one shard
 * @param cores those with data, in the order in which shards take them
 */
record ShardPages(int rows, int columns, int shardRows, int shardColumns, List<CoreCoord> cores) {

  /**
   * The place of a page.
   *
   * @param devicePage its number within the shard
   */
  record Slot(CoreCoord core, int devicePage) {}

  ShardPages {
    if (rows < 0 || columns < 0 || shardRows < 1 || shardColumns < 1) {
      throw new TilescopeException(
          "shards: pages must be >= 0 and shard pages >= 1, got [%d, %d] in shards of [%d, %d]"
              .formatted(rows, columns, shardRows, shardColumns));
    }
    long shards = (long) Math.ceilDiv(rows, shardRows) * Math.ceilDiv(columns, shardColumns);
    if (shards > cores.size()) {
      throw new TilescopeException(
          "shards: [%d, %d] pages in shards of [%d, %d] need %d cores, got %d; use larger shards or more cores"
              .formatted(rows, columns, shardRows, shardColumns, shards, cores.size()));
    }
    cores = List.copyOf(cores.subList(0, (int) shards));
  }

  /** The pages of a tensor that is to be sharded over cores, or DRAM banks, of a device. */
  static ShardPages on(MeshDevice device, TensorSpec spec) {
    ShardSpec shard = requireSharded(spec);
    BufferType type = spec.memoryConfig().bufferType();
    Board board = device.board();
    Board.Grid grid = type.isDram() ? new Board.Grid(board.dramViews(), 1) : board.compute();
    for (CoreRange range : shard.grid().ranges()) {
      if (range.end().x() >= grid.width() || range.end().y() >= grid.height()) {
        throw new TilescopeException(
            "memory_config: %s shards on %s must lie in its grid of %s cores, got %s"
                .formatted(type.name(), device.label(), grid, range));
      }
    }
    return of(spec);
  }

  private static ShardSpec requireSharded(TensorSpec spec) {
    ShardSpec shard = spec.memoryConfig().shardSpec();
    if (shard == null) {
      throw new TilescopeException("shards: the tensor is interleaved, got " + spec.memoryConfig());
    }
    return shard;
  }

  /** A number of pages that can be counted one by one. */
  static int count(long pages) {
    if (pages > Integer.MAX_VALUE) {
      throw new TilescopeException("pages: at most 2^31-1 can be listed, got " + pages);
    }
    return (int) pages;
  }

  /** The pages of a tensor whose memory config is sharded. */
  static ShardPages of(TensorSpec spec) {
    ShardSpec shard = requireSharded(spec);
    boolean inTiles = spec.layout() == Layout.TILE;
    int rows =
        count(inTiles ? spec.physicalHeight() / TensorSpec.TILE_SIDE : spec.physicalHeight());
    int columns =
        inTiles
            ? count(spec.physicalWidth() / TensorSpec.TILE_SIDE)
            : rows == 0 ? 0 : count(spec.pageCount() / rows);
    int shardRows = inTiles ? Math.ceilDiv(shard.height(), TensorSpec.TILE_SIDE) : shard.height();
    int shardColumns = inTiles ? Math.ceilDiv(shard.width(), TensorSpec.TILE_SIDE) : 1;
    List<CoreRange> ranges =
        spec.memoryConfig().memoryLayout() == TensorMemoryLayout.BLOCK_SHARDED
            ? List.of(
                block(shard, Math.ceilDiv(rows, shardRows), Math.ceilDiv(columns, shardColumns)))
            : shard.grid().ranges();
    return new ShardPages(rows, columns, shardRows, shardColumns, cores(shard, ranges));
  }

  /**
   * The corner of the grid that blocks lie in: a row of them on a row of cores, or, with the
   * orientation turned, on a column.
   */
  private static CoreRange block(ShardSpec shard, int down, int across) {
    List<CoreRange> ranges = shard.grid().ranges();
    CoreRange grid = ranges.getFirst();
    boolean byRow = shard.orientation() == ShardOrientation.ROW_MAJOR;
    int width = Math.max(1, byRow ? across : down);
    int height = Math.max(1, byRow ? down : across);
    if (ranges.size() > 1 || width > grid.width() || height > grid.height()) {
      throw new TilescopeException(
          "memory_config: %d x %d blocks (rows x columns, %s) need one grid of %d x %d cores or more (width x height), got %s; use larger shards or another grid"
              .formatted(down, across, shard.orientation(), width, height, shard.grid()));
    }
    CoreCoord start = grid.start();
    return new CoreRange(start, new CoreCoord(start.x() + width - 1, start.y() + height - 1));
  }

  private static List<CoreCoord> cores(ShardSpec shard, List<CoreRange> ranges) {
    List<CoreCoord> cores = new ArrayList<>(shard.grid().size());
    for (CoreRange range : ranges) {
      for (int i = 0; i < range.size(); i++) {
        cores.add(core(range, i, shard.orientation()));
      }
    }
    return cores;
  }

  private static CoreCoord core(CoreRange range, int index, ShardOrientation orientation) {
    int x = range.start().x();
    int y = range.start().y();
    return switch (orientation) {
      case ROW_MAJOR -> new CoreCoord(x + index % range.width(), y + index / range.width());
      case COL_MAJOR -> new CoreCoord(x + index / range.height(), y + index % range.height());
    };
  }

  /** Pages that hold data. */
  int pages() {
    return Math.multiplyExact(rows, columns);
  }

  /** Pages that each core gives up, used or not. */
  long pagesPerShard() {
    return (long) shardRows * shardColumns;
  }

  /** Pages on the device, padding included. */
  long devicePages() {
    return pagesPerShard() * cores.size();
  }

  Slot slot(int page) {
    int row = page / columns;
    int column = page % columns;
    int shardsAcross = Math.ceilDiv(columns, shardColumns);
    int shard = row / shardRows * shardsAcross + column / shardColumns;
    int devicePage = row % shardRows * shardColumns + column % shardColumns;
    return new Slot(cores.get(shard), devicePage);
  }
}
