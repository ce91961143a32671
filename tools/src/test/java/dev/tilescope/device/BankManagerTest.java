package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.TilescopeException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BankManagerTest {
  private static BankManager banks(String board, BufferType type, LiveBlock... live) {
    return banks(board, DeviceOptions.DEFAULT, type, live);
  }

  private static BankManager banks(
      String board, DeviceOptions options, BufferType type, LiveBlock... live) {
    return new BankManager(MemoryMap.of(Board.named(board), options), type, () -> List.of(live));
  }

  private static long take(BankManager banks, long bytes, boolean bottomUp) {
    return banks.allocate(bytes, bytes * banks.banks(), 0, bottomUp);
  }

  @Test
  void theFullestBankDecidesTheSize() {
    BankManager dram = banks("n150", BufferType.DRAM);
    assertThat(dram.sizePerBankBytes(1, 2048, 0)).isEqualTo(2048);
    assertThat(dram.sizePerBankBytes(12, 2048, 0)).isEqualTo(2048);
    assertThat(dram.sizePerBankBytes(13, 2048, 0)).isEqualTo(4096);
    assertThat(dram.sizePerBankBytes(13, 2040, 0)).isEqualTo(4096);
    assertThat(dram.sizePerBankBytes(0, 2048, 0)).isZero();
    assertThat(dram.alignedSizeBytes(13, 2040)).isEqualTo(13 * 2048);
    BankManager l1 = banks("p150", BufferType.L1);
    assertThat(l1.sizePerBankBytes(16, 40, 4)).isEqualTo(4 * 48);
    assertThat(banks("p150", BufferType.DRAM).sizePerBankBytes(1, 40, 0)).isEqualTo(64);
  }

  @Test
  void sizesThatOverflowAreNamed() {
    BankManager dram = banks("n150", BufferType.DRAM);
    assertThatThrownBy(() -> dram.sizePerBankBytes(Long.MAX_VALUE, 2048, 0))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("exceed 2^63-1 B");
    assertThatThrownBy(() -> dram.alignedSizeBytes(1, Long.MAX_VALUE))
        .isInstanceOf(TilescopeException.class);
    assertThatThrownBy(() -> dram.alignedSizeBytes(-1, 32))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("got -1 pages of 32 B");
  }

  @Test
  void dramGrowsUpAndL1ComesDown() {
    BankManager dram = banks("n150", BufferType.DRAM);
    assertThat(take(dram, 2048, true)).isEqualTo(1_048_640);
    assertThat(take(dram, 2048, true)).isEqualTo(1_050_688);
    BankManager l1 = banks("n150", BufferType.L1);
    assertThat(l1.lowestOccupied()).isEqualTo(-1);
    assertThat(take(l1, 2048, false)).isEqualTo(1_497_088);
    assertThat(take(l1, 16, false)).isEqualTo(1_497_056);
    assertThat(l1.lowestOccupied()).isEqualTo(1_497_056);
    assertThat(l1.free(1_497_056)).isTrue();
    assertThat(l1.free(1_497_056)).isFalse();
    assertThat(l1.lowestOccupied()).isEqualTo(1_497_088);
    assertThat(l1.allocateAt(105_664, 100)).isTrue();
    assertThat(l1.allocateAt(105_664, 100)).isFalse();
  }

  @Test
  void statisticsAreThoseOfOneBank() {
    BankManager l1 = banks("n150", BufferType.L1);
    assertThat(l1.statistics()).isEqualTo(new BankStatistics(1_393_472, 0, 1_393_472, 1_393_472));
    assertThat(l1.statistics().fragmentation()).isZero();
    assertThat(l1.allocateAt(105_664 + 696_736, 32)).isTrue();
    assertThat(l1.statistics()).isEqualTo(new BankStatistics(1_393_472, 32, 1_393_440, 696_736));
    assertThat(l1.statistics().fragmentation()).isBetween(0.499, 0.5);
    assertThat(new BankStatistics(32, 32, 0, 0).fragmentation()).isZero();
  }

  @Test
  void aFullBankSaysWhoHoldsItAndWhatToDo() {
    BankManager l1 =
        banks(
            "n150",
            BufferType.L1,
            new LiveBlock(1_400_000, 64, "ttnn::add"),
            new LiveBlock(105_664, 1_393_408, "ttnn::matmul"));
    take(l1, 1_393_408, false);
    assertThatThrownBy(() -> l1.allocate(2048, 131_072, 0, false))
        .isInstanceOf(OutOfMemoryException.class)
        .hasMessage(
            """
            Out of Memory: Not enough space to allocate 131072 B L1 buffer across 64 banks, where \
            each bank needs to store 2048 B, but bank size is 1393472 B (allocated: 1393408 B, \
            free: 64 B, largest free block: 64 B)
            Full: the buffer needs 2,048 B in each bank, and only 64 B are free.
            Largest live buffers, per bank:
              1,393,408 B at 105664, made by ttnn::matmul
              64 B at 1400000, made by ttnn::add
            Next: deallocate tensors that are no longer needed, spread this one over more cores, or \
            put it into DRAM.\
            """);
  }

  @Test
  void aFragmentedBankIsNotCalledFull() {
    BankManager l1 = banks("n150", BufferType.L1);
    assertThat(l1.allocateAt(105_664 + 696_736, 32)).isTrue();
    assertThatThrownBy(() -> take(l1, 1_000_000, false))
        .isInstanceOf(OutOfMemoryException.class)
        .hasMessageContaining(
            "\nFragmented, not full: each bank has 1,393,440 B free, but the largest free block is"
                + " 696,736 B and the buffer needs 1,000,000 B in one piece.\nNext: ");
    assertThat(l1.statistics().allocatedBytes()).isEqualTo(32);
  }

  @Test
  void aBufferLargerThanABankIsCalledTooLarge() {
    assertThatThrownBy(() -> take(banks("p150", BufferType.L1), 2_000_000, false))
        .hasMessageContaining("even an empty bank holds only 1,461,248 B.");
  }

  @Test
  void onlyTheFiveLargestLiveBuffersAreNamed() {
    LiveBlock[] live =
        IntStream.range(0, 9)
            .mapToObj(i -> new LiveBlock(i, 100 + i, "op" + i))
            .toArray(LiveBlock[]::new);
    BankManager trace = banks("n150", BufferType.TRACE, live);
    assertThatThrownBy(() -> take(trace, 1024, true))
        .hasMessageContaining("made by op8\n")
        .hasMessageContaining("made by op4\n")
        .hasMessageNotContaining("made by op3")
        .hasMessageEndingWith("larger trace_region_size.");
  }

  @Test
  void grayskullKeepsInterleavedBuffersAboveItsStorageBanks() {
    BankManager l1 = banks("e150", BufferType.L1);
    long shard = l1.allocate(500_000, 500_000, 1, false);
    assertThat(shard).isEqualTo(1_048_576 - 500_000);
    assertThatThrownBy(() -> take(l1, 32_768, false))
        .isInstanceOf(OutOfMemoryException.class)
        .hasMessageStartingWith(
            "Out of Memory: Cannot allocate at an address below 524304. Allocation at 515808\n");
    assertThat(l1.statistics().allocatedBytes()).isEqualTo(500_000);
    assertThat(l1.allocate(32_768, 32_768, 1, false)).isEqualTo(515_808);
  }

  @Test
  void shardsMustHaveABankEach() {
    assertThatThrownBy(() -> banks("e150", BufferType.L1).allocate(32, 32, 109, false))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(
            "Expected number of shards 109 to be less than or equal to total number of L1 banks"
                + " 108 in compute cores");
    assertThatThrownBy(() -> banks("n150", BufferType.DRAM).allocate(32, 32, 13, true))
        .hasMessage(
            "Expected number of shards 13 to be less than or equal to total number of DRAM banks"
                + " 12");
  }

  @Test
  void l1SmallTakesShardsOnly() {
    DeviceOptions options = DeviceOptions.DEFAULT.withL1SmallBytes(1024);
    BankManager small = banks("n150", options, BufferType.L1_SMALL);
    assertThatThrownBy(() -> take(small, 32, false))
        .hasMessage("L1_SMALL only supports sharded allocations, see validate_num_banks");
    assertThat(small.allocate(32, 64, 2, false)).isEqualTo(1_499_104);
    assertThatThrownBy(() -> banks("n150", BufferType.L1_SMALL).allocate(32, 64, 2, false))
        .isInstanceOf(OutOfMemoryException.class)
        .hasMessageEndingWith("larger l1_small_size.");
  }

  @Test
  void bankCountsNeedAModulo() {
    assertThatThrownBy(() -> BankManager.requireCountable(65, BufferType.L1))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(
            "Invalid number of memory banks 65 for L1. Num banks must be power of 2 or have a"
                + " dedicated modulo implementation");
    assertThat(BankManager.requireCountable(65, BufferType.L1_SMALL)).isEqualTo(65);
    for (Board board : Board.all()) {
      for (BufferType type :
          List.of(BufferType.DRAM, BufferType.L1, BufferType.L1_SMALL, BufferType.TRACE)) {
        assertThatCode(() -> banks(board.name(), type)).doesNotThrowAnyException();
      }
    }
  }
}
