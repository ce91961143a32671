package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.NdShardSpec;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardDistributionStrategy;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What {@link ShardedBuffersTest} does not ask: other ways to say the same shards, and refusals.
 */
class NdShardPagesTest {
  private static int[] random(Random random, int rank, int below) {
    return random.ints(rank, 1, below).toArray();
  }

  /** Heights, widths and blocks are another way to say the same, or they are not said. */
  @Test
  void shardsOfAPlaneThatAreReadOutOfOthersHaveTheSamePages() {
    Random random = new Random(26);
    int[] seen = new int[TensorMemoryLayout.values().length];
    for (int i = 0; i < 6000; i++) {
      int rank = random.nextInt(1, 4);
      CoreRangeSet grid = CoreRangeSet.grid(random.nextInt(1, 5), random.nextInt(1, 5));
      boolean blocks = rank == 2 && random.nextBoolean();
      NdShardSpec shards =
          new NdShardSpec(
              Shape.of(random(random, rank, 5)),
              grid,
              ShardOrientation.values()[random.nextInt(2)],
              blocks
                  ? ShardDistributionStrategy.GRID_2D
                  : ShardDistributionStrategy.ROUND_ROBIN_1D);
      TensorSpec spec = spec(random(random, rank + random.nextInt(2), 5), shards);
      MemoryConfig found = spec.memoryConfig();
      seen[found.memoryLayout().ordinal()]++;
      if (found.shardSpec() != null) {
        MemoryConfig plane =
            MemoryConfig.sharded(found.memoryLayout(), found.bufferType(), found.shardSpec());
        assertSame(spec, spec.withMemoryConfig(plane));
      }
    }
    assertThat(seen[TensorMemoryLayout.HEIGHT_SHARDED.ordinal()]).isGreaterThan(100);
    assertThat(seen[TensorMemoryLayout.WIDTH_SHARDED.ordinal()]).isGreaterThan(100);
    assertThat(seen[TensorMemoryLayout.BLOCK_SHARDED.ordinal()]).isGreaterThan(100);
    assertThat(seen[TensorMemoryLayout.ND_SHARDED.ordinal()]).isGreaterThan(100);
  }

  private static TensorSpec spec(int[] dims, NdShardSpec shards) {
    return new TensorSpec(
        Shape.of(dims),
        DataType.UINT32,
        Layout.ROW_MAJOR,
        MemoryConfig.sharded(BufferType.L1, shards));
  }

  private static void assertSame(TensorSpec nd, TensorSpec plane) {
    assertThat(plane.pageBytes()).as("%s", nd).isEqualTo(nd.pageBytes());
    ShardPages pages = ShardPages.of(nd);
    ShardPages others = ShardPages.of(plane);
    assertThat(others.devicePages()).as("%s", nd).isEqualTo(pages.devicePages());
    for (int page = 0; page < pages.pages(); page++) {
      assertThat(others.slot(page)).as("page %d of %s", page, nd).isEqualTo(pages.slot(page));
    }
  }

  @Test
  void aBankMakesRoomForAllShardsOfTheCoreWithMost() {
    NdShardSpec shards = new NdShardSpec(Shape.of(1, 32, 64), CoreRangeSet.grid(4, 1));
    TensorSpec spec =
        new TensorSpec(
            Shape.of(3, 64, 128),
            DataType.BFLOAT16,
            Layout.TILE,
            MemoryConfig.sharded(BufferType.DRAM, shards));
    try (MeshDevice device = MeshDevice.open("n150")) {
      Buffer buffer = device.allocate(spec, "test");
      assertThat(buffer.shardCores()).isEqualTo(4);
      assertThat(buffer.sizeBytes()).isEqualTo(24 * 2048);
      assertThat(buffer.maxSizePerBankBytes()).isEqualTo(3 * 2 * 2048);
      assertThat(buffer.layout()).isEqualTo(TensorMemoryLayout.ND_SHARDED);
    }
  }

  @Test
  void whatCannotBeDistributedIsRefused() {
    NdShardSpec uneven =
        new NdShardSpec(
            Shape.of(1, 1),
            CoreRangeSet.grid(2, 1),
            ShardOrientation.ROW_MAJOR,
            ShardDistributionStrategy.CONTIGUOUS_1D);
    assertThatThrownBy(() -> ShardPages.of(spec(new int[] {3, 1}, uneven)))
        .hasMessageStartingWith("CONTIGUOUS_1D distribution requires a uniform shards-per-core")
        .hasMessageContaining("num_shards (3) must be divisible by num_cores (2)");
    NdShardSpec deep =
        new NdShardSpec(
            Shape.of(1, 1, 1),
            CoreRangeSet.grid(2, 2),
            ShardOrientation.ROW_MAJOR,
            ShardDistributionStrategy.GRID_2D);
    assertThatThrownBy(() -> ShardPages.of(spec(new int[] {1, 2, 2}, deep)))
        .hasMessageStartingWith("2D grid distribution is only supported for 2D sharding!");
  }
}
