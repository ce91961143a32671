package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tilescope.device.BankMap.PageLocation;
import dev.tilescope.device.ShardPages.Slot;
import dev.tilescope.model.BufferPage;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardDistributionStrategy;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BankMapTest {
  private static BankMap map(String board, BufferType type) {
    return BankMap.of(MemoryMap.of(Board.named(board), DeviceOptions.DEFAULT), type);
  }

  @Test
  void theShuffleIsThatOfLibstdcxx() throws IOException {
    List<MatchResult> permutations =
        Pattern.compile("\"(\\d+)\": \\[([^\\]]*)]").matcher(shuffles()).results().toList();
    assertThat(permutations).hasSize(9);
    for (MatchResult permutation : permutations) {
      int[] expected =
          Arrays.stream(permutation.group(2).split(",")).mapToInt(Integer::parseInt).toArray();
      assertThat(BankShuffle.of(Integer.parseInt(permutation.group(1)))).isEqualTo(expected);
    }
  }

  private static String shuffles() throws IOException {
    try (InputStream file = BankMapTest.class.getResourceAsStream("l1-bank-shuffle.json")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void coresAndBanksOfL1AreOneToOne() {
    BankMap banks = map("n150", BufferType.L1);
    assertThat(banks.banks()).isEqualTo(64);
    assertThat(banks.bank(new CoreCoord(0, 0))).isEqualTo(34);
    assertThat(banks.bank(new CoreCoord(1, 0))).isEqualTo(63);
    for (int bank = 0; bank < 64; bank++) {
      assertThat(banks.bank(banks.core(bank))).isEqualTo(bank);
      assertThat(banks.offsetBytes(bank)).isZero();
    }
  }

  @Test
  void aCoreOutsideTheComputeGridOwnsNoBank() {
    assertThatThrownBy(() -> map("n150", BufferType.L1).bank(new CoreCoord(8, 0)))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(
            "core (x=8,y=0) owns none of the 64 L1 banks; shard over cores of the compute grid");
  }

  @Test
  void grayskullStorageCoresOwnTwoBanks() {
    BankMap banks = map("e150", BufferType.L1);
    Set<CoreCoord> cores = new HashSet<>();
    int lower = 0;
    for (int bank = 0; bank < 128; bank++) {
      cores.add(banks.core(bank));
      if (banks.offsetBytes(bank) == -524_288) {
        lower++;
        assertThat(banks.core(bank).y()).isEqualTo(9);
      }
    }
    assertThat(cores).hasSize(118);
    assertThat(lower).isEqualTo(10);
  }

  @Test
  void interleavedPagesGoRoundTheBanks() {
    BankMap banks = map("n150", BufferType.L1);
    List<BufferPage> pages = banks.interleavedPages(2, 1_000_000, 66, 100);
    assertThat(pages).hasSize(66);
    CoreCoord first = banks.core(0);
    assertThat(pages.getFirst())
        .isEqualTo(
            new BufferPage(
                2, 1_000_000, first.y(), first.x(), 0, 0, 1_000_000, 100, BufferType.L1));
    CoreCoord second = banks.core(1);
    assertThat(pages.getLast())
        .isEqualTo(
            new BufferPage(
                2, 1_000_000, second.y(), second.x(), 1, 65, 1_000_112, 100, BufferType.L1));
  }

  @Test
  void everySecondWormholeDramViewIsTheUpperHalfOfItsChannel() {
    BankMap wormhole = map("n150", BufferType.DRAM);
    assertThat(wormhole.interleavedPage(1_048_640, 13, 2048))
        .isEqualTo(new PageLocation(1, new CoreCoord(1, 0), 1_048_640 + 2048 + (1L << 30)));
    assertThat(map("p150", BufferType.DRAM).interleavedPage(1_048_704, 1, 100))
        .isEqualTo(new PageLocation(1, new CoreCoord(1, 0), 1_048_704));
  }

  @Test
  void l1SmallHasNoBanksUntilItHasASize() {
    assertThat(map("n150", BufferType.L1_SMALL).banks()).isZero();
    MemoryMap sized =
        MemoryMap.of(Board.named("n150"), DeviceOptions.DEFAULT.withL1SmallBytes(1024));
    assertThat(BankMap.of(sized, BufferType.L1_SMALL).banks()).isEqualTo(64);
  }

  @Test
  void heightShardsFollowEachOtherOverTheCores() {
    ShardSpec shard = new ShardSpec(CoreRangeSet.grid(2, 2), 64, 64, ShardOrientation.ROW_MAJOR);
    ShardPages shards =
        ShardPages.of(sharded(Layout.TILE, TensorMemoryLayout.HEIGHT_SHARDED, 224, 64, shard));
    assertThat(shards.pages()).isEqualTo(14);
    assertThat(shards.devicePages()).isEqualTo(16);
    assertThat(shards.slot(3)).isEqualTo(new Slot(new CoreCoord(0, 0), 3));
    assertThat(shards.slot(4)).isEqualTo(new Slot(new CoreCoord(1, 0), 0));
    assertThat(shards.slot(13)).isEqualTo(new Slot(new CoreCoord(1, 1), 1));
  }

  @Test
  void blockShardsFollowTheOrientation() {
    for (ShardOrientation orientation : ShardOrientation.values()) {
      ShardSpec shard = new ShardSpec(CoreRangeSet.grid(2, 2), 32, 64, orientation);
      ShardPages shards =
          ShardPages.of(sharded(Layout.TILE, TensorMemoryLayout.BLOCK_SHARDED, 64, 128, shard));
      CoreCoord topRight =
          switch (orientation) {
            case ROW_MAJOR -> new CoreCoord(1, 0);
            case COL_MAJOR -> new CoreCoord(0, 1);
          };
      assertThat(shards.slot(3)).isEqualTo(new Slot(topRight, 1));
      assertThat(shards.slot(7)).isEqualTo(new Slot(new CoreCoord(1, 1), 1));
    }
  }

  @Test
  void rowMajorWidthShardsHavePagesAsWideAsTheShard() {
    ShardSpec shard =
        new ShardSpec(CoreRangeSet.of(CoreRange.of(3, 1, 4, 1)), 4, 32, ShardOrientation.ROW_MAJOR);
    ShardPages shards =
        ShardPages.of(sharded(Layout.ROW_MAJOR, TensorMemoryLayout.WIDTH_SHARDED, 4, 64, shard));
    assertThat(shards.pages()).isEqualTo(8);
    assertThat(shards.slot(0)).isEqualTo(new Slot(new CoreCoord(3, 1), 0));
    assertThat(shards.slot(1)).isEqualTo(new Slot(new CoreCoord(4, 1), 0));
    assertThat(shards.slot(6)).isEqualTo(new Slot(new CoreCoord(3, 1), 3));
  }

  @Test
  void shardedPagesLieOnTheirCoreAtAlignedSteps() {
    BankMap banks = map("n150", BufferType.L1);
    ShardPages shards =
        new ShardPages(
            Shape.of(3, 1),
            Shape.of(2, 1),
            ShardDistributionStrategy.ROUND_ROBIN_1D,
            List.of(new CoreCoord(0, 0), new CoreCoord(1, 0)));
    assertThat(banks.shardedPages(0, 1_400_000, shards, 40))
        .extracting(BufferPage::bankId, BufferPage::coreX, BufferPage::pageAddress)
        .containsExactly(
            tuple(34, 0, 1_400_000L), tuple(34, 0, 1_400_048L), tuple(63, 1, 1_400_000L));
  }

  @Test
  void moreShardsThanCoresAreRefused() {
    ShardSpec shard = new ShardSpec(CoreRangeSet.grid(1, 1), 64, 32, ShardOrientation.ROW_MAJOR);
    TensorSpec spec = sharded(Layout.TILE, TensorMemoryLayout.HEIGHT_SHARDED, 160, 32, shard);
    assertThatThrownBy(() -> ShardPages.of(spec))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(
            "shards: Shape([5, 1]) pages in shards of Shape([2, 1]) need 3 cores, got 1;"
                + " use larger shards or more cores");
  }

  private static TensorSpec sharded(
      Layout layout, TensorMemoryLayout memoryLayout, int height, int width, ShardSpec shard) {
    return new TensorSpec(
        Shape.of(height, width),
        DataType.BFLOAT16,
        layout,
        MemoryConfig.sharded(memoryLayout, BufferType.L1, shard));
  }
}
