package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ModelledTimeTest {
  @Test
  void carriesTheBandOfItsDeviceOperation() {
    TimeBand band = TimeBand.of("MatmulDeviceOperation");

    assertThat(ModelledTime.of("MatmulDeviceOperation", 1_000))
        .isEqualTo(new ModelledTime(1_000, band.lowNanos(1_000), band.highNanos(1_000)));
  }

  @Test
  void addsUpEachProgramWithItsOwnBand() {
    ModelledTime sum =
        ModelledTime.of(Map.of("MatmulDeviceOperation", 1_000L, "MoveDeviceOperation", 500L));

    assertThat(sum.nanos()).isEqualTo(1_500);
    assertThat(sum)
        .isEqualTo(
            ModelledTime.of("MatmulDeviceOperation", 1_000)
                .plus(ModelledTime.of("MoveDeviceOperation", 500)));
    assertThat(ModelledTime.of(Map.of())).isEqualTo(ModelledTime.NONE);
  }
}
