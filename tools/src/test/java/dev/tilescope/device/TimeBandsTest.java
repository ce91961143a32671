package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.TilescopeException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeBandsTest {
  private static final String MATMUL = "MatmulDeviceOperation";

  @Test
  void aTimeCarriesTheBandOfItsDeviceOperationOnItsBoard() {
    for (Architecture architecture : Architecture.values()) {
      TimeBand band = TimeBand.of(TimeFamily.MATMUL, architecture);

      assertThat(TimeBands.of(architecture).time(MATMUL, 1_000))
          .isEqualTo(new ModelledTime(1_000, band.lowNanos(1_000), band.highNanos(1_000)));
    }
  }

  @Test
  void aSumHasEachProgramWithItsOwnBand() {
    TimeBands bands = TimeBands.of(Architecture.BLACKHOLE);
    ModelledTime sum = bands.time(Map.of(MATMUL, 1_000L, "MoveDeviceOperation", 500L));

    assertThat(sum.nanos()).isEqualTo(1_500);
    assertThat(sum)
        .isEqualTo(bands.time(MATMUL, 1_000).plus(bands.time("MoveDeviceOperation", 500)));
    assertThat(bands.time(Map.of())).isEqualTo(ModelledTime.NONE);
  }

  @Test
  void aBandOfAnyBoardHoldsThatOfEach() {
    TimeBand any = TimeBands.OF_ANY_BOARD.of(MATMUL);
    for (Architecture architecture : Architecture.values()) {
      TimeBand one = TimeBand.of(TimeFamily.MATMUL, architecture);
      assertThat(any.low()).isLessThanOrEqualTo(one.low());
      assertThat(any.high()).isGreaterThanOrEqualTo(one.high());
    }
  }

  @ParameterizedTest
  @CsvSource({"WORMHOLE_B0, WORMHOLE_B0", "' blackhole', BLACKHOLE", "Arch.GRAYSKULL, GRAYSKULL"})
  void reportsAndLogsNameTheirArchitecture(String name, Architecture architecture) {
    assertThat(TimeBands.named(List.of(name, ""))).isEqualTo(TimeBands.of(architecture));
  }

  @Test
  void namesThatSayNothingLeaveEveryBoardPossible() {
    assertThat(TimeBands.named(List.of())).isEqualTo(TimeBands.OF_ANY_BOARD);
    assertThat(TimeBands.named(List.of("tensix"))).isEqualTo(TimeBands.OF_ANY_BOARD);
    assertThat(TimeBands.named(List.of("wormhole_b0", "blackhole")))
        .isEqualTo(TimeBands.OF_ANY_BOARD);
  }

  @Test
  void bandsOfNoArchitectureAreRefused() {
    Set<Architecture> none = Set.of();
    assertThatThrownBy(() -> new TimeBands(none))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("at least one architecture");
  }
}
