package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.MemoryMap.Region;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.TilescopeException;
import org.junit.jupiter.api.Test;

class MemoryMapTest {
  private static MemoryMap map(String board) {
    return map(board, DeviceOptions.DEFAULT);
  }

  private static MemoryMap map(String board, DeviceOptions options) {
    return MemoryMap.of(Board.named(board), options);
  }

  @Test
  void unreservedL1BeginsAboveTheKernelConfigRing() {
    assertThat(map("e150").l1UnreservedBase()).isEqualTo(100_384);
    for (String wormhole : new String[] {"n150", "n300", "t3000", "galaxy"}) {
      assertThat(map(wormhole).l1UnreservedBase()).isEqualTo(0x19CC0);
    }
    assertThat(map("p100").l1UnreservedBase()).isEqualTo(0x1B400);
    assertThat(map("p150").l1UnreservedBase()).isEqualTo(0x1B400);
  }

  @Test
  void regionsOfAnN150WithoutOptions() {
    MemoryMap map = map("n150");
    assertThat(map.region(BufferType.L1)).isEqualTo(new Region(105_664, 1_393_472, 64));
    assertThat(map.region(BufferType.L1_SMALL)).isEqualTo(new Region(1_499_136, 0, 0));
    assertThat(map.region(BufferType.DRAM)).isEqualTo(new Region(1_048_640, 1_072_693_184, 12));
    assertThat(map.region(BufferType.TRACE)).isEqualTo(new Region(1_073_741_824, 0, 12));
  }

  @Test
  void aTraceRegionIsSharedOutOverTheBanks() {
    DeviceOptions options = DeviceOptions.DEFAULT.withTraceRegionBytes(30_000_000);
    MemoryMap n150 = map("n150", options);
    assertThat(n150.region(BufferType.DRAM)).isEqualTo(new Region(1_048_640, 1_070_186_432, 12));
    assertThat(n150.region(BufferType.TRACE)).isEqualTo(new Region(1_071_235_072, 2_506_752, 12));
    MemoryMap p150 = map("p150", options);
    assertThat(p150.region(BufferType.DRAM)).isEqualTo(new Region(1_048_704, 4_273_389_440L, 8));
    assertThat(p150.region(BufferType.TRACE)).isEqualTo(new Region(4_274_438_144L, 3_751_936, 8));
  }

  @Test
  void l1SmallIsRoundedUpAndTakenFromTheTop() {
    MemoryMap wormhole = map("n150", DeviceOptions.DEFAULT.withL1SmallBytes(24_570));
    assertThat(wormhole.region(BufferType.L1_SMALL))
        .isEqualTo(new Region(1_499_136 - 24_576, 24_576, 64));
    MemoryMap blackhole = map("p150", DeviceOptions.DEFAULT.withL1SmallBytes(1));
    assertThat(blackhole.region(BufferType.L1_SMALL))
        .isEqualTo(new Region(1_572_864 - 64, 64, 110));
  }

  @Test
  void anN150ReportsItselfAsTheSheetComputes() {
    assertThat(map("n150").info(3))
        .isEqualTo(
            new DeviceInfo(
                3,
                "WORMHOLE_B0",
                9,
                8,
                8,
                8,
                1_499_136,
                64,
                1_393_472,
                0,
                105_664,
                1,
                64,
                0,
                95_944_704,
                0,
                89_182_208,
                89_182_208,
                1_393_472,
                12,
                1_073_741_824));
  }

  @Test
  void l1SmallShrinksTheBankButNotTheCircularBufferLimit() {
    DeviceInfo info = map("n150", DeviceOptions.DEFAULT.withL1SmallBytes(24_576)).info(0);
    assertThat(info.l1BankBytes()).isEqualTo(1_368_896);
    assertThat(info.totalL1ForInterleavedBytes()).isEqualTo(87_609_344);
    assertThat(info.totalL1ForShardedBytes()).isEqualTo(87_609_344);
    assertThat(info.cbLimitBytes()).isEqualTo(1_393_472);
  }

  @Test
  void totalsOfAP150AndAGalaxyChip() {
    DeviceInfo p150 = map("p150").info(0);
    assertThat(p150.arch()).isEqualTo("BLACKHOLE");
    assertThat(p150.totalL1Bytes()).isEqualTo(173_015_040);
    assertThat(p150.totalL1ForInterleavedBytes()).isEqualTo(160_737_280);
    assertThat(p150.totalL1ForShardedBytes()).isEqualTo(160_737_280);
    assertThat(p150.cbLimitBytes()).isEqualTo(1_461_248);
    DeviceInfo galaxy = map("galaxy").info(0);
    assertThat(galaxy.totalL1Bytes()).isEqualTo(107_937_792);
    assertThat(galaxy.totalL1ForInterleavedBytes()).isEqualTo(100_329_984);
  }

  @Test
  void grayskullHasStorageCoresWithTwoBanksEach() {
    MemoryMap one = map("e150");
    assertThat(one.storageCores()).hasSize(10).doesNotContain(new CoreCoord(0, 9));
    assertThat(one.region(BufferType.L1)).isEqualTo(new Region(100_384, 948_192, 128));
    assertThat(one.interleavedL1Limit()).isEqualTo(524_304);
    assertThat(one.info(0).banksPerStorageCore()).isEqualTo(1);
    assertThat(one.info(0).storageCores()).isEqualTo(10);
    assertThat(one.info(0).totalL1ForInterleavedBytes()).isEqualTo(128 * 948_192);
    MemoryMap two = map("e150", DeviceOptions.DEFAULT.withCommandQueues(2));
    assertThat(two.storageCores()).hasSize(8).doesNotContain(new CoreCoord(7, 9));
    assertThat(two.region(BufferType.L1).banks()).isEqualTo(124);
  }

  @Test
  void workerL1SizeMovesTheUnreservedBase() {
    assertThat(map("n150", DeviceOptions.DEFAULT.withWorkerL1Bytes(1_000_001)).l1UnreservedBase())
        .isEqualTo(499_136);
    long max = 1_499_136 - 35_008;
    assertThat(map("n150", DeviceOptions.DEFAULT.withWorkerL1Bytes(max)).l1UnreservedBase())
        .isEqualTo(35_008);
    assertThatThrownBy(() -> map("n150", DeviceOptions.DEFAULT.withWorkerL1Bytes(max + 1)))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("Worker L1 size 1464129 is larger than max size 1464128\n")
        .hasMessageContaining("leave worker_l1_size at 0");
    assertThatThrownBy(() -> map("n150", DeviceOptions.DEFAULT.withWorkerL1Bytes(31)))
        .hasMessage(
            "worker_l1_size must be 0 (automatic) or at least the alignment of 32 B, got 31 B");
  }

  @Test
  void reservingAWholeBankIsRefused() {
    for (long bytes : new long[] {1_393_472, 1_393_441, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> map("n150", DeviceOptions.DEFAULT.withL1SmallBytes(bytes)))
          .isInstanceOf(TilescopeException.class)
          .hasMessageStartingWith("Reserved size must be less than bank size\nl1_small_size is ")
          .hasMessageContaining(ByteSizes.text(bytes));
    }
    for (long bytes : new long[] {12L * 1_072_693_184, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> map("n150", DeviceOptions.DEFAULT.withTraceRegionBytes(bytes)))
          .isInstanceOf(TilescopeException.class)
          .hasMessageStartingWith("Reserved size must be less than bank size\ntrace_region_size")
          .hasMessageContaining(ByteSizes.text(bytes));
    }
    assertThat(map("n150", DeviceOptions.DEFAULT.withL1SmallBytes(1_393_440)).info(0).l1BankBytes())
        .isEqualTo(32);
  }

  @Test
  void hostMemoryHasNoRegion() {
    assertThatThrownBy(() -> map("n150").region(BufferType.SYSTEM_MEMORY))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("lies on the host");
  }
}
