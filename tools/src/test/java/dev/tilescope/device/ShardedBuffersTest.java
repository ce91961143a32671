package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.NdShardSpec;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardDistributionStrategy;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.Tile;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random shards, in tiles of every size and in rows, on cores and in DRAM banks, as buffers of a
 * device have them, against {@link DistributedPages}.
 */
class ShardedBuffersTest {
  private static final int MOST_PAGES_PER_BANK = 600;
  private static final List<Tile> TILES =
      List.of(
          Tile.DEFAULT,
          new Tile(16, 32),
          new Tile(32, 16),
          new Tile(16, 16),
          new Tile(8, 32),
          new Tile(4, 32),
          new Tile(2, 32),
          new Tile(1, 32));

  /** How the shards are asked for. */
  private enum Kind {
    HEIGHT,
    WIDTH,
    BLOCK,
    ND_IN_TURN,
    ND_CONTIGUOUS,
    ND_GRID
  }

  /**
   * @param shards what the second implementation is told
   * @param config what the buffer is asked for with
   */
  private record Sample(
      int[] shape, Layout layout, Tile tile, NdShardSpec shards, MemoryConfig config) {
    DistributedPages distributed() {
      return DistributedPages.of(shape, layout, tile, shards);
    }

    TensorSpec spec() {
      return new TensorSpec(Shape.of(shape), DataType.BFLOAT16, layout, config).withTile(tile);
    }
  }

  /** Draws samples; sizes are small so that all pages can be compared. */
  private static final class Draw {
    private final Random random = new Random(25);
    private Layout layout = Layout.TILE;
    private Tile tile = Tile.DEFAULT;
    private BufferType memory = BufferType.L1;

    /** One that fits an empty bank of L1. */
    Sample next(Kind kind) {
      Sample drawn = any(kind);
      while (drawn.distributed().slotsPerCore() > MOST_PAGES_PER_BANK) {
        drawn = any(kind);
      }
      return drawn;
    }

    private Sample any(Kind kind) {
      layout = random.nextInt(3) == 0 ? Layout.ROW_MAJOR : Layout.TILE;
      tile = layout == Layout.TILE ? TILES.get(random.nextInt(TILES.size())) : Tile.DEFAULT;
      memory = random.nextInt(4) == 0 ? BufferType.DRAM : BufferType.L1;
      return switch (kind) {
        case HEIGHT -> line(TensorMemoryLayout.HEIGHT_SHARDED);
        case WIDTH -> line(TensorMemoryLayout.WIDTH_SHARDED);
        case BLOCK -> blocks(true);
        case ND_IN_TURN -> inTurn();
        case ND_CONTIGUOUS -> contiguous();
        case ND_GRID -> blocks(false);
      };
    }

    private int upTo(int most) {
      return random.nextInt(1, most + 1);
    }

    private int rowUnit() {
      return layout == Layout.TILE ? tile.height() : 1;
    }

    private int columnUnit() {
      return layout == Layout.TILE ? tile.width() : 8;
    }

    /** A size that may end within a tile, or within the last part of a row. */
    private int ragged(int units, int unit) {
      return units * unit - random.nextInt(unit);
    }

    private ShardOrientation orientation() {
      return ShardOrientation.values()[random.nextInt(2)];
    }

    /** One rectangle or two that do not touch. */
    private CoreRangeSet anyGrid() {
      if (memory.isDram()) {
        return CoreRangeSet.grid(upTo(12), 1);
      }
      CoreRange first = rectangle(upTo(4), upTo(3));
      CoreRange second = CoreRange.of(random.nextInt(4), 6, 4 + random.nextInt(4), 7);
      return random.nextInt(3) == 0
          ? new CoreRangeSet(List.of(first, second))
          : CoreRangeSet.of(first);
    }

    private CoreRange rectangle(int width, int height) {
      int x = random.nextInt(8 - width + 1);
      int y = random.nextInt(Math.max(1, 6 - height));
      return CoreRange.of(x, y, x + width - 1, y + height - 1);
    }

    private Sample line(TensorMemoryLayout kind) {
      boolean byHeight = kind == TensorMemoryLayout.HEIGHT_SHARDED;
      CoreRangeSet grid = anyGrid();
      int shardRows = upTo(3);
      int shardColumns = upTo(3);
      int count = upTo(grid.size());
      int rows = byHeight ? shardRows * count - random.nextInt(shardRows) : shardRows;
      int columns = byHeight ? shardColumns : shardColumns * count - random.nextInt(shardColumns);
      return plane(kind, grid, new int[] {rows, columns}, new int[] {shardRows, shardColumns});
    }

    /** Numbers are pages; a row that is cut has parts of the shard's width. */
    private Sample plane(TensorMemoryLayout kind, CoreRangeSet grid, int[] pages, int[] shard) {
      int height = shard[0] * rowUnit();
      int width = shard[1] * columnUnit();
      ShardSpec shards = new ShardSpec(grid, height, width, orientation());
      boolean inBlocks = kind == TensorMemoryLayout.BLOCK_SHARDED;
      return new Sample(
          outer(ragged(pages[0], rowUnit()), ragged(pages[1], columnUnit())),
          layout,
          tile,
          new NdShardSpec(
              Shape.of(height, width),
              grid,
              shards.orientation(),
              inBlocks
                  ? ShardDistributionStrategy.GRID_2D
                  : ShardDistributionStrategy.ROUND_ROBIN_1D),
          MemoryConfig.sharded(kind, memory, shards));
    }

    private int[] outer(int rows, int columns) {
      return random.nextBoolean() ? new int[] {1, rows, columns} : new int[] {rows, columns};
    }

    private Sample blocks(boolean ofAPlane) {
      memory = BufferType.L1;
      int[] shard = {upTo(3), upTo(3)};
      int down = upTo(4);
      int across = upTo(4);
      int[] pages = {
        shard[0] * down - random.nextInt(shard[0]), shard[1] * across - random.nextInt(shard[1])
      };
      int side = Math.max(down, across);
      CoreRangeSet grid = CoreRangeSet.of(rectangle(random.nextInt(side, 7), side + upTo(2) - 1));
      Sample plane = plane(TensorMemoryLayout.BLOCK_SHARDED, grid, pages, shard);
      return ofAPlane ? plane : nd(plane.shape(), plane.shards());
    }

    private Sample nd(int[] shape, NdShardSpec shards) {
      return new Sample(shape, layout, tile, shards, MemoryConfig.sharded(memory, shards));
    }

    private Sample inTurn() {
      int rank = random.nextInt(layout == Layout.TILE ? 2 : 1, 5);
      int[] shard = elements(random.ints(rank, 1, 4).toArray(), false);
      int[] shape = elements(random.ints(rank + random.nextInt(3), 1, 5).toArray(), true);
      return nd(
          shape,
          new NdShardSpec(
              Shape.of(shard), anyGrid(), orientation(), ShardDistributionStrategy.ROUND_ROBIN_1D));
    }

    private int[] elements(int[] pages, boolean mayEndWithin) {
      int last = pages.length - 1;
      int[] units = new int[pages.length];
      Arrays.fill(units, 1);
      units[last] = columnUnit();
      if (last > 0) {
        units[last - 1] = rowUnit();
      }
      int[] elements = new int[pages.length];
      Arrays.setAll(elements, i -> mayEndWithin ? ragged(pages[i], units[i]) : pages[i] * units[i]);
      return elements;
    }

    private Sample contiguous() {
      CoreRangeSet grid = anyGrid();
      int[] shard = random.ints(3, 1, 3).toArray();
      int[] pages = {shard[0] * grid.size(), shard[1] * upTo(3), shard[2] * upTo(2)};
      return nd(
          elements(pages, false),
          new NdShardSpec(
              Shape.of(elements(shard, false)),
              grid,
              orientation(),
              ShardDistributionStrategy.CONTIGUOUS_1D));
    }
  }

  @Test
  void threeThousandBuffersHaveTheirPagesWhereASecondImplementationPutsThem() {
    Draw draw = new Draw();
    Map<Kind, Integer> padded = new EnumMap<>(Kind.class);
    try (MeshDevice device = MeshDevice.open("n150")) {
      for (int i = 0; i < 3000; i++) {
        Kind kind = Kind.values()[i % Kind.values().length];
        Sample sample = draw.next(kind);
        Buffer buffer = device.allocate(sample.spec(), "test");
        check(buffer, sample);
        padded.merge(kind, buffer.pages().size() < devicePages(buffer) ? 1 : 0, Integer::sum);
        buffer.deallocate();
      }
    }
    padded.remove(Kind.ND_CONTIGUOUS);
    assertThat(padded.values()).as("samples with padding").allMatch(count -> count > 20);
  }

  private static long devicePages(Buffer buffer) {
    return buffer.maxSizePerBankBytes() / buffer.alignedPageBytes() * buffer.shardCores();
  }

  private static void check(Buffer buffer, Sample sample) {
    DistributedPages expected = sample.distributed();
    assertThat(buffer.coresWithShards())
        .as("%s", sample.spec())
        .isEqualTo(expected.coresWithData());
    assertThat(buffer.shardCores()).isEqualTo(expected.coresWithData().size());
    assertThat(buffer.maxSizePerBankBytes())
        .as("%s", sample.spec())
        .isEqualTo(expected.slotsPerCore() * buffer.alignedPageBytes());
    int found = 0;
    for (int core = 0; core < expected.cores().size(); core++) {
      int[] slots = expected.slots().get(core);
      for (int slot = 0; slot < slots.length; slot++) {
        if (slots[slot] != DistributedPages.PADDING) {
          found++;
          CoreCoord at = expected.cores().get(core);
          long addressBytes = startBytes(buffer, at) + slot * buffer.alignedPageBytes();
          BankMap.PageLocation place = buffer.page(slots[slot]);
          assertThat(place.core()).as("page %d of %s", slots[slot], sample.spec()).isEqualTo(at);
          assertThat(place.addressBytes())
              .as("page %d of %s", slots[slot], sample.spec())
              .isEqualTo(addressBytes);
        }
      }
    }
    assertThat(found * buffer.pageBytes()).as("%s", sample.spec()).isEqualTo(buffer.sizeBytes());
  }

  /** Every second DRAM bank of a Wormhole is the upper half of a channel. */
  private static long startBytes(Buffer buffer, CoreCoord core) {
    boolean upperHalf = buffer.type().isDram() && core.x() % 2 == 1;
    return buffer.address() + (upperHalf ? buffer.device().board().dramViewBytes() : 0);
  }
}
