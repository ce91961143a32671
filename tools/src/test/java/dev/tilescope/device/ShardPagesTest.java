package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Where the shards of grids lie that are larger than needed, as {@code
 * BufferDistributionSpec::compute_core_list} and {@code num_cores_with_data} of
 * tt_metal/impl/buffers/buffer_distribution_spec.cpp and {@code Buffer::num_cores} of buffer.cpp
 * have it.
 */
class ShardPagesTest {
  private static TensorSpec spec(
      TensorMemoryLayout layout, CoreRange grid, ShardOrientation by, Shape shape, int... shard) {
    ShardSpec shards = new ShardSpec(new CoreRangeSet(List.of(grid)), shard[0], shard[1], by);
    return new TensorSpec(
        shape, DataType.BFLOAT16, Layout.TILE, MemoryConfig.sharded(layout, BufferType.L1, shards));
  }

  private static CoreRange grid(int x, int y, int width, int height) {
    return new CoreRange(new CoreCoord(x, y), new CoreCoord(x + width - 1, y + height - 1));
  }

  /** The rule for one page: the block's row and column are those of its core in the grid. */
  private static CoreCoord blockCore(
      CoreRange grid, ShardOrientation by, int shardRow, int shardColumn) {
    boolean byRow = by == ShardOrientation.ROW_MAJOR;
    return new CoreCoord(
        grid.start().x() + (byRow ? shardColumn : shardRow),
        grid.start().y() + (byRow ? shardRow : shardColumn));
  }

  /** The rule for one page: shard i is on core i, whatever the grid is. */
  private static CoreCoord lineCore(CoreRange grid, ShardOrientation by, int shard) {
    boolean byRow = by == ShardOrientation.ROW_MAJOR;
    int line = byRow ? grid.width() : grid.height();
    int along = shard % line;
    int lines = shard / line;
    return new CoreCoord(
        grid.start().x() + (byRow ? along : lines), grid.start().y() + (byRow ? lines : along));
  }

  @Test
  void blocksLieInTheCornerOfALargerGrid() {
    TensorSpec spec =
        spec(
            TensorMemoryLayout.BLOCK_SHARDED,
            grid(0, 0, 8, 8),
            ShardOrientation.ROW_MAJOR,
            Shape.of(256, 128),
            32,
            32);
    try (MeshDevice device = MeshDevice.open("n150")) {
      Buffer buffer = device.allocate(spec, "test");
      assertThat(buffer.shardCores()).isEqualTo(32);
      assertThat(buffer.maxSizePerBankBytes()).isEqualTo(2048);
      assertThat(buffer.page(5).core()).isEqualTo(new CoreCoord(1, 1));
      assertThat(buffer.page(31).core()).isEqualTo(new CoreCoord(3, 7));
    }
  }

  @Test
  void everyPageLiesOnTheCoreOfItsShardAndNoOtherCoreCounts() {
    Random random = new Random(20);
    for (int i = 0; i < 2000; i++) {
      int shardRows = random.nextInt(1, 4);
      int shardColumns = random.nextInt(1, 4);
      TensorMemoryLayout layout =
          List.of(
                  TensorMemoryLayout.BLOCK_SHARDED,
                  TensorMemoryLayout.HEIGHT_SHARDED,
                  TensorMemoryLayout.WIDTH_SHARDED)
              .get(i % 3);
      boolean isBlock = layout == TensorMemoryLayout.BLOCK_SHARDED;
      int rows =
          layout == TensorMemoryLayout.WIDTH_SHARDED ? shardRows : random.nextInt(1, 4 * shardRows);
      int columns =
          layout == TensorMemoryLayout.HEIGHT_SHARDED
              ? shardColumns
              : random.nextInt(1, 4 * shardColumns);
      int down = Math.ceilDiv(rows, shardRows);
      int across = Math.ceilDiv(columns, shardColumns);
      ShardOrientation by = ShardOrientation.values()[random.nextInt(2)];
      int side = Math.max(down, across);
      CoreRange grid =
          grid(
              random.nextInt(3),
              random.nextInt(3),
              random.nextInt(side, 6),
              random.nextInt(side, 6));
      ShardPages pages =
          ShardPages.of(
              spec(
                  layout,
                  grid,
                  by,
                  Shape.of(32 * rows, 32 * columns),
                  32 * shardRows,
                  32 * shardColumns));
      Set<CoreCoord> used = new HashSet<>();
      for (int page = 0; page < rows * columns; page++) {
        int shardRow = page / columns / shardRows;
        int shardColumn = page % columns / shardColumns;
        CoreCoord core =
            isBlock
                ? blockCore(grid, by, shardRow, shardColumn)
                : lineCore(grid, by, shardRow * across + shardColumn);
        assertThat(pages.slot(page).core())
            .as("page %d of %s on %s", page, pages, grid)
            .isEqualTo(core);
        used.add(core);
      }
      assertThat(pages.cores()).hasSize(used.size()).containsAll(used);
    }
  }

  @Test
  void blocksThatDoNotFitSideBySideAreRefused() {
    TensorSpec spec =
        spec(
            TensorMemoryLayout.BLOCK_SHARDED,
            grid(0, 0, 2, 8),
            ShardOrientation.ROW_MAJOR,
            Shape.of(64, 128),
            32,
            32);
    assertThatThrownBy(() -> ShardPages.of(spec))
        .hasMessageContaining("2 x 4 blocks")
        .hasMessageContaining("one grid of 4 x 2 cores or more (width x height)");
  }
}
