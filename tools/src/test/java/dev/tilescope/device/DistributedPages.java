package dev.tilescope.device;

import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.Layout;
import dev.tilescope.model.NdShardSpec;
import dev.tilescope.model.ShardDistributionStrategy;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.Tile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where pages lie, told a second time and the other way round: cores and what each of their slots
 * holds. It follows {@code BufferDistributionSpec} of
 * tt_metal/impl/buffers/buffer_distribution_spec.cpp (trimmed grids, shapes squeezed to as few
 * dimensions as cut alike, shards walked one by one) and, for what a page is, tensor_layout.cpp and
 * page_config.cpp of tt_metal/impl/tensor/spec/layout. It shares no code with {@link ShardPages}.
 *
 * @param cores all that shards may go to, in the order in which they take them
 * @param slots for each core the host page in each of its slots, {@link #PADDING} for none
 * @param shards how many there are
 */
record DistributedPages(List<CoreCoord> cores, List<int[]> slots, int shards) {
  static final int PADDING = -1;

  /** A tensor's shape and a shard's, in pages, with the same number of dimensions. */
  private record Cut(int[] tensor, int[] shard) {}

  /**
   * @param logical the shape of the tensor
   * @param shards with the shard's shape in elements
   */
  static DistributedPages of(int[] logical, Layout layout, Tile tile, NdShardSpec shards) {
    int[] shard = shards.shardShape().toArray();
    int[] page =
        layout == Layout.TILE
            ? new int[] {tile.height(), tile.width()}
            : new int[] {1, shard[shard.length - 1]};
    int[] tensor = inPages(atLeast(layout == Layout.TILE ? 2 : 1, logical), page);
    shard = inPages(shard, page);
    List<CoreCoord> cores = cores(shards, tensor, shard);
    return walked(squeezed(tensor, shard), cores, shards.shardDistributionStrategy());
  }

  private static int[] atLeast(int rank, int[] shape) {
    if (shape.length >= rank) {
      return shape;
    }
    int[] more = new int[rank];
    Arrays.fill(more, 1);
    System.arraycopy(shape, 0, more, rank - shape.length, shape.length);
    return more;
  }

  private static int[] inPages(int[] shape, int[] page) {
    int[] pages = shape.clone();
    for (int back = 1; back <= Math.min(2, pages.length); back++) {
      int dim = pages.length - back;
      pages[dim] = up(pages[dim], page[2 - back]);
    }
    return pages;
  }

  private static int up(int all, int each) {
    return (all + each - 1) / each;
  }

  private static List<CoreCoord> cores(NdShardSpec shards, int[] tensor, int[] shard) {
    if (shards.shardDistributionStrategy() != ShardDistributionStrategy.GRID_2D) {
      List<CoreCoord> all = new ArrayList<>();
      shards.grid().ranges().forEach(range -> all.addAll(line(range, shards.orientation())));
      return all;
    }
    int wide = up(tensor[tensor.length - 1], shard[shard.length - 1]);
    int rows = Arrays.stream(tensor).reduce(1, (a, b) -> a * b) / tensor[tensor.length - 1];
    int high = up(rows, shard[shard.length - 2]);
    boolean byRow = shards.orientation() == ShardOrientation.ROW_MAJOR;
    CoreCoord first = shards.grid().ranges().getFirst().start();
    CoreCoord last =
        new CoreCoord(first.x() + (byRow ? wide : high) - 1, first.y() + (byRow ? high : wide) - 1);
    return line(new CoreRange(first, last), shards.orientation());
  }

  private static List<CoreCoord> line(CoreRange range, ShardOrientation by) {
    List<CoreCoord> cores = new ArrayList<>();
    boolean byRow = by == ShardOrientation.ROW_MAJOR;
    for (int i = 0; i < (byRow ? range.height() : range.width()); i++) {
      for (int j = 0; j < (byRow ? range.width() : range.height()); j++) {
        cores.add(
            new CoreCoord(
                range.start().x() + (byRow ? j : i), range.start().y() + (byRow ? i : j)));
      }
    }
    return cores;
  }

  /** Dimensions merged where that changes no shard; what the shard lacks goes to the outermost. */
  private static Cut squeezed(int[] tensor, int[] shard) {
    List<int[]> merged = new ArrayList<>();
    boolean whole = false;
    boolean divides = false;
    for (int back = 1; back <= shard.length; back++) {
      int size = tensor[tensor.length - back];
      int part = shard[shard.length - back];
      if (back > 1 && (whole || (part == 1 && divides))) {
        int[] inner = merged.getFirst();
        merged.set(0, new int[] {inner[0] * size, inner[1] * part});
      } else {
        merged.addFirst(new int[] {size, part});
        whole = true;
      }
      whole &= size == part;
      divides = size % part == 0;
    }
    for (int dim = 0; dim < tensor.length - shard.length; dim++) {
      merged.getFirst()[0] *= tensor[dim];
    }
    return new Cut(
        merged.stream().mapToInt(pair -> pair[0]).toArray(),
        merged.stream().mapToInt(pair -> pair[1]).toArray());
  }

  private static DistributedPages walked(
      Cut cut, List<CoreCoord> cores, ShardDistributionStrategy strategy) {
    int[] counts = new int[cut.shard().length];
    Arrays.setAll(counts, dim -> up(cut.tensor()[dim], cut.shard()[dim]));
    int shards = Arrays.stream(counts).reduce(1, (a, b) -> a * b);
    int volume = Arrays.stream(cut.shard()).reduce(1, (a, b) -> a * b);
    int each = up(shards, cores.size());
    List<int[]> slots = new ArrayList<>();
    for (int i = 0; i < cores.size(); i++) {
      int[] none = new int[each * volume];
      Arrays.fill(none, PADDING);
      slots.add(none);
    }
    boolean together = strategy == ShardDistributionStrategy.CONTIGUOUS_1D;
    for (int number = 0; number < shards; number++) {
      int core = together ? number / each : number % cores.size();
      int before = together ? number % each : number / cores.size();
      fill(slots.get(core), before * volume, cut, at(number, counts));
    }
    return new DistributedPages(cores, slots, shards);
  }

  /** The coordinates of a number that counts a box row by row. */
  private static int[] at(int number, int[] box) {
    int[] at = new int[box.length];
    int rest = number;
    for (int i = box.length - 1; i >= 0; i--) {
      at[i] = rest % box[i];
      rest /= box[i];
    }
    return at;
  }

  private static void fill(int[] slots, int from, Cut cut, int[] which) {
    int volume = Arrays.stream(cut.shard()).reduce(1, (a, b) -> a * b);
    for (int i = 0; i < volume; i++) {
      int[] inside = at(i, cut.shard());
      int page = 0;
      boolean exists = true;
      for (int dim = 0; dim < inside.length; dim++) {
        int at = which[dim] * cut.shard()[dim] + inside[dim];
        exists &= at < cut.tensor()[dim];
        page = page * cut.tensor()[dim] + at;
      }
      slots[from + i] = exists ? page : PADDING;
    }
  }

  List<CoreCoord> coresWithData() {
    return cores.subList(0, Math.min(shards, cores.size()));
  }

  /** Pages that the bank of each core makes room for. */
  int slotsPerCore() {
    return slots.getFirst().length;
  }
}
