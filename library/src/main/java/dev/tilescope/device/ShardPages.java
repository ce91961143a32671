package dev.tilescope.device;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.Layout;
import dev.tilescope.model.NdShardSpec;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardDistributionStrategy;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.List;

/**
 * How the pages of a sharded buffer fall into shards: the one place that knows which page lies on
 * which core. The buffer is a box of pages with as many dimensions as a shard has, cut into equal
 * shards from its first corner. Shards are counted in the order of their first pages and go to
 * cores as the strategy says. Of a grid that is larger than needed only the cores that get a shard
 * are kept.
 *
 * @param box the pages of the buffer along each dimension
 * @param shard the pages of a shard along each dimension
 * @param cores those with data, in the order in which shards take them
 */
record ShardPages(
    Shape box, Shape shard, ShardDistributionStrategy strategy, List<CoreCoord> cores) {

  /**
   * The place of a page.
   *
   * @param devicePage its number among the pages of the core
   */
  record Slot(CoreCoord core, int devicePage) {}

  ShardPages {
    if (box.rank() != shard.rank() || shard.volume() == 0) {
      throw new TilescopeException(
          "shards: as many dimensions as the buffer has and shard pages >= 1 are needed, got %s in %s"
              .formatted(box, shard));
    }
    long shards = shards(box, shard);
    if (strategy == ShardDistributionStrategy.CONTIGUOUS_1D && shards % cores.size() != 0) {
      throw new TilescopeException(
          "CONTIGUOUS_1D distribution requires a uniform shards-per-core: num_shards (%d) must be divisible by num_cores (%d)."
              .formatted(shards, cores.size()));
    }
    cores = List.copyOf(cores.subList(0, (int) Math.min(shards, cores.size())));
  }

  /** The pages of a tensor that is to be sharded over cores, or DRAM banks, of a device. */
  static ShardPages on(MeshDevice device, TensorSpec spec) {
    NdShardSpec shards = requireSharded(spec);
    BufferType type = spec.memoryConfig().bufferType();
    Board board = device.board();
    Board.Grid grid = type.isDram() ? new Board.Grid(board.dramViews(), 1) : board.compute();
    for (CoreRange range : shards.grid().ranges()) {
      if (type.isDram() && range.end().y() > 0) {
        throw new TilescopeException(
            "Invalid DRAM shard grid: shard core (%d, %d) is not on row 0. DRAM banks are 1D (bank_id == logical x-coordinate), so every shard core must have y == 0."
                .formatted(range.start().x(), range.end().y()));
      }
      if (range.end().x() >= grid.width() || range.end().y() >= grid.height()) {
        throw new TilescopeException(
            "memory_config: %s shards on %s must lie in its grid of %s cores, got %s"
                .formatted(type.name(), device.label(), grid, range));
      }
    }
    return of(spec);
  }

  private static NdShardSpec requireSharded(TensorSpec spec) {
    NdShardSpec shards = spec.ndShardSpec();
    if (shards == null) {
      throw new TilescopeException("shards: the tensor is interleaved, got " + spec.memoryConfig());
    }
    return shards;
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
    NdShardSpec shards = requireSharded(spec);
    Shape shard = inPages(shards.shardShape(), spec);
    Shape box = folded(inPages(spec.paddedShape(), spec), shard.rank());
    List<CoreRange> ranges =
        shards.shardDistributionStrategy() == ShardDistributionStrategy.GRID_2D
            ? List.of(block(shards, box, shard))
            : shards.grid().ranges();
    List<CoreCoord> cores = cores(ranges, shards.orientation());
    boolean oneToACore = spec.memoryConfig().shardSpec() != null;
    if (oneToACore && shards(box, shard) > cores.size()) {
      throw new TilescopeException(
          "shards: %s pages in shards of %s need %d cores, got %d; use larger shards or more cores"
              .formatted(box, shard, shards(box, shard), cores.size()));
    }
    return new ShardPages(box, shard, shards.shardDistributionStrategy(), cores);
  }

  /** Elements along each dimension as pages: tiles, or the parts of rows that shards have. */
  private static Shape inPages(Shape elements, TensorSpec spec) {
    boolean inTiles = spec.layout() == Layout.TILE;
    long width = inTiles ? spec.tile().width() : spec.pageBytes() / spec.dtype().elementBytes();
    int[] pages = elements.toArray();
    int last = pages.length - 1;
    pages[last] = (int) Math.ceilDiv(pages[last], width);
    if (inTiles && last > 0) {
      pages[last - 1] = Math.ceilDiv(pages[last - 1], spec.tile().height());
    }
    return Shape.of(pages);
  }

  /** The same with fewer dimensions: outer ones count as one. */
  private static Shape folded(Shape pages, int rank) {
    int more = pages.rank() - rank;
    if (more < 0) {
      throw new TilescopeException(
          "Tensor shape rank (%d) can't be less than shard shape rank (%d)!"
              .formatted(pages.rank(), rank));
    }
    int[] folded = new int[rank];
    for (int i = 0; i < rank; i++) {
      folded[i] = pages.dim(i + more);
    }
    long first = folded[0];
    for (int i = 0; i < more; i++) {
      first *= pages.dim(i);
    }
    folded[0] = count(first);
    return Shape.of(folded);
  }

  /**
   * The corner of the grid that blocks lie in: a row of them on a row of cores, or, with the
   * orientation turned, on a column.
   */
  private static CoreRange block(NdShardSpec shards, Shape box, Shape shard) {
    if (shard.rank() > 2) {
      throw new TilescopeException(
          "2D grid distribution is only supported for 2D sharding! Got shards of "
              + shards.shardShape());
    }
    int down = shard.rank() < 2 ? 1 : Math.ceilDiv(box.dim(-2), shard.dim(-2));
    int across = Math.ceilDiv(box.dim(-1), shard.dim(-1));
    List<CoreRange> ranges = shards.grid().ranges();
    CoreRange grid = ranges.getFirst();
    boolean byRow = shards.orientation() == ShardOrientation.ROW_MAJOR;
    int width = Math.max(1, byRow ? across : down);
    int height = Math.max(1, byRow ? down : across);
    if (ranges.size() > 1 || width > grid.width() || height > grid.height()) {
      throw new TilescopeException(
          "memory_config: %d x %d blocks (rows x columns, %s) need one grid of %d x %d cores or more (width x height), got %s; use larger shards or another grid"
              .formatted(down, across, shards.orientation(), width, height, shards.grid()));
    }
    CoreCoord start = grid.start();
    return new CoreRange(start, new CoreCoord(start.x() + width - 1, start.y() + height - 1));
  }

  private static List<CoreCoord> cores(List<CoreRange> ranges, ShardOrientation orientation) {
    List<CoreCoord> cores = new ArrayList<>();
    for (CoreRange range : ranges) {
      for (int i = 0; i < range.size(); i++) {
        cores.add(core(range, i, orientation));
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

  private static long shards(Shape box, Shape shard) {
    long shards = 1;
    for (int dim = 0; dim < box.rank(); dim++) {
      shards *= Math.ceilDiv(box.dim(dim), shard.dim(dim));
    }
    return shards;
  }

  /** Pages that hold data. */
  int pages() {
    return count(box.volume());
  }

  /** Shards that each core makes room for, and that the first ones have. */
  private long shardsPerCore() {
    return cores.isEmpty() ? 0 : Math.ceilDiv(shards(box, shard), (long) cores.size());
  }

  /** Pages on the device, padding included. */
  long devicePages() {
    return shardsPerCore() * shard.volume() * cores.size();
  }

  Slot slot(int page) {
    int rest = page;
    long number = 0;
    long shardsOf = 1;
    long within = 0;
    long pagesOf = 1;
    for (int dim = box.rank() - 1; dim >= 0; dim--) {
      int at = rest % box.dim(dim);
      rest /= box.dim(dim);
      int size = shard.dim(dim);
      number += at / size * shardsOf;
      shardsOf *= Math.ceilDiv(box.dim(dim), size);
      within += at % size * pagesOf;
      pagesOf *= size;
    }
    return slot(number, within);
  }

  /**
   * @param number of the shard
   * @param within the number of the page in its shard
   */
  private Slot slot(long number, long within) {
    boolean inTurn = strategy != ShardDistributionStrategy.CONTIGUOUS_1D;
    long core = inTurn ? number % cores.size() : number / shardsPerCore();
    long before = inTurn ? number / cores.size() : number % shardsPerCore();
    return new Slot(cores.get((int) core), count(before * shard.volume() + within));
  }
}
