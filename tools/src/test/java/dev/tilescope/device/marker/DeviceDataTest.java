package dev.tilescope.device.marker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.TilescopeException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What markers carry beside a time. */
class DeviceDataTest {
  @Test
  void aTransferIsPackedAsTtMetalPacksIt() {
    NocEvent read = NocEvent.of(NocEvent.Type.READ, 3, 11, 0, 2048);
    assertThat(read.bits()).isEqualTo(0x00_40_F1_00_00_0B_03_01L);
    NocEvent multicast = NocEvent.multicast(NocEvent.Type.WRITE_MULTICAST, 1, 2, 8, 9, 1, 100_000);
    assertThat(multicast.bits()).isEqualTo(0x00_FF_42_09_08_02_01_0FL);
    assertThat(multicast.bytes()).isEqualTo(8160);
    assertThat(List.of(read, multicast)).allMatch(event -> NocEvent.of(event.bits()).equals(event));
  }

  @Test
  void aTransferOfNoKnownTypeIsRefused() {
    assertThatThrownBy(() -> NocEvent.of(99))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("type 99");
  }

  @Test
  void countersHaveTtMetalsNumbers() {
    assertThat(PerfCounterType.FPU_COUNTER.ordinal()).isEqualTo(1);
    assertThat(PerfCounterType.L1_0_UNPACKER_0.ordinal()).isEqualTo(76);
    assertThat(PerfCounterType.ANY_THREAD_STALL.ordinal()).isEqualTo(180);
  }

  @Test
  void everyChipHasItsCountersInEachGroup() {
    int[] wormhole = {3, 14, 22, 16, 16, 59, 0, 0, 0};
    int[] blackhole = {3, 5, 22, 16, 16, 59, 16, 16, 16};
    for (int group = 0; group < wormhole.length; group++) {
      assertThat(new PerfCounters(1 << group, false).counters()).hasSize(wormhole[group]);
      assertThat(new PerfCounters(1 << group, true).counters()).hasSize(blackhole[group]);
    }
    assertThat(new PerfCounters(0, false).counters()).isEmpty();
  }

  @Test
  void noCounterCountsMoreThanTheCyclesOfTheKernel() {
    CoreActivity busy = new CoreActivity(100, 500, 80, 90, 7, 1, 2, 3, 1L << 40, 0);
    assertThat(PerfCounterType.values()).allMatch(type -> type.modelledValue(busy) <= 100);
    assertThat(PerfCounterType.PACKER_BUSY.modelledValue(busy)).isEqualTo(7);
    assertThat(PerfCounterType.ANY_THREAD_STALL.modelledValue(busy)).isEqualTo(3);
  }
}
