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
import dev.tilescope.model.NdShardSpec;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardDistributionStrategy;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Where the pages of shards of any number of dimensions lie, against the rule written the other way
 * round: shard by shard, as {@code compute_page_mapping} of
 * tt_metal/impl/buffers/buffer_distribution_spec.cpp walks them, the pages of each core are listed.
 */
class NdShardPagesTest {
  private static final int PADDING = -1;

  /** A tensor and its shards in pages, which rows of one element are. */
  private record Sample(
      int[] tensor, int[] shard, CoreRangeSet grid, ShardOrientation by, boolean contiguous) {
    TensorSpec spec() {
      return new TensorSpec(
          Shape.of(with(tensor, 1)),
          DataType.UINT32,
          Layout.ROW_MAJOR,
          MemoryConfig.sharded(
              BufferType.L1,
              new NdShardSpec(
                  Shape.of(with(shard, 1)),
                  grid,
                  by,
                  contiguous
                      ? ShardDistributionStrategy.CONTIGUOUS_1D
                      : ShardDistributionStrategy.ROUND_ROBIN_1D)));
    }

    private static int[] with(int[] dims, int last) {
      int[] more = Arrays.copyOf(dims, dims.length + 1);
      more[dims.length] = last;
      return more;
    }
  }

  /** All cores of the grid with their pages, {@link #PADDING} for those that hold nothing. */
  private static List<int[]> listed(Sample sample, int cores) {
    int[] tensor = folded(sample.tensor(), sample.shard().length);
    int[] shard = sample.shard();
    int[] counts = new int[shard.length];
    int shards = 1;
    int volume = 1;
    for (int i = 0; i < shard.length; i++) {
      counts[i] = (tensor[i] + shard[i] - 1) / shard[i];
      shards *= counts[i];
      volume *= shard[i];
    }
    int each = (shards + cores - 1) / cores;
    List<int[]> pages = new ArrayList<>();
    for (int i = 0; i < cores; i++) {
      int[] none = new int[each * volume];
      Arrays.fill(none, PADDING);
      pages.add(none);
    }
    for (int number = 0; number < shards; number++) {
      int core = sample.contiguous() ? number / each : number % cores;
      int slot = sample.contiguous() ? number % each : number / cores;
      fill(pages.get(core), slot * volume, tensor, shard, at(number, counts));
    }
    return pages;
  }

  private static int[] folded(int[] tensor, int rank) {
    int[] folded = Arrays.copyOfRange(tensor, tensor.length - rank, tensor.length);
    for (int i = 0; i < tensor.length - rank; i++) {
      folded[0] *= tensor[i];
    }
    return folded;
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

  private static void fill(int[] pages, int from, int[] tensor, int[] shard, int[] which) {
    int volume = Arrays.stream(shard).reduce(1, (a, b) -> a * b);
    for (int i = 0; i < volume; i++) {
      int[] inside = at(i, shard);
      int page = 0;
      boolean exists = true;
      for (int d = 0; d < tensor.length; d++) {
        int at = which[d] * shard[d] + inside[d];
        exists &= at < tensor[d];
        page = page * tensor[d] + at;
      }
      pages[from + i] = exists ? page : PADDING;
    }
  }

  /** The cores of a rectangle in the order of an orientation. */
  private static List<CoreCoord> cores(CoreRange range, ShardOrientation by) {
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

  private static int[] random(Random random, int rank, int below) {
    return random.ints(rank, 1, below).toArray();
  }

  @Test
  void everyPageLiesWhereWalkingTheShardsPutsIt() {
    Random random = new Random(24);
    for (int i = 0; i < 3000; i++) {
      int rank = random.nextInt(1, 5);
      CoreRange range = CoreRange.of(1, 2, random.nextInt(1, 5), random.nextInt(2, 6));
      Sample sample =
          new Sample(
              random(random, rank + random.nextInt(3), 6),
              random(random, rank, 5),
              CoreRangeSet.of(range),
              ShardOrientation.values()[random.nextInt(2)],
              false);
      check(sample, cores(range, sample.by()));
    }
  }

  @Test
  void neighboursStayTogetherIfAsked() {
    Random random = new Random(25);
    for (int i = 0; i < 500; i++) {
      CoreRange range = CoreRange.of(0, 0, random.nextInt(3), 0);
      int[] shard = random(random, 2, 4);
      int[] tensor = {shard[0] * range.size(), shard[1] * random.nextInt(1, 4)};
      check(
          new Sample(tensor, shard, CoreRangeSet.of(range), ShardOrientation.ROW_MAJOR, true),
          cores(range, ShardOrientation.ROW_MAJOR));
    }
  }

  private static void check(Sample sample, List<CoreCoord> cores) {
    ShardPages pages = ShardPages.of(sample.spec());
    List<int[]> expected = listed(sample, cores.size());
    long found = 0;
    for (int core = 0; core < cores.size(); core++) {
      for (int slot = 0; slot < expected.get(core).length; slot++) {
        int page = expected.get(core)[slot];
        if (page != PADDING) {
          found++;
          assertThat(pages.slot(page))
              .as("page %d of %s", page, sample.spec())
              .isEqualTo(new ShardPages.Slot(cores.get(core), slot));
        }
      }
    }
    assertThat((long) pages.pages()).isEqualTo(found);
    assertThat(pages.devicePages())
        .isEqualTo((long) expected.getFirst().length * pages.cores().size());
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
