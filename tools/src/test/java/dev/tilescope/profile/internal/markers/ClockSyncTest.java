package dev.tilescope.profile.internal.markers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.ChipClock;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.ProfiledChip;
import dev.tilescope.device.marker.DeviceProfiling;
import dev.tilescope.device.marker.MarkerOptions;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host clock that the test moves, with calls that take a while and are interrupted at times. */
class ClockSyncTest {
  private static final long MINUTE_NANOS = 60_000_000_000L;
  private static final double LIMIT_NANOS = 5_000;

  private final Random random = new Random(11);
  private long nanos = 123_456_789_012L;

  @AfterEach
  void noMarkersForOthers() {
    DeviceProfiling.off();
  }

  @ParameterizedTest
  @ValueSource(strings = {"n150", "n300", "t3000", "p150"})
  void afterAMinuteTheErrorIsBelowFiveMicrosecondsOnEveryChip(String board) {
    try (MeshDevice device = open(board)) {
      ClockSync sync = new ClockSync(device, this::tick, pause -> nanos += pause);
      sync.takeSamples();
      nanos += MINUTE_NANOS;
      assertThat(worstErrorNanos(device, sync.fits())).isLessThan(LIMIT_NANOS);
      sync.takeSamples();
      assertThat(sync.samples()).hasSize(2 * 249);
      assertThat(worstErrorNanos(device, sync.fits())).isLessThan(LIMIT_NANOS);
    }
  }

  @Test
  void withoutSamplesTheMisalignmentIsPlainToSee() {
    try (MeshDevice device = open("t3000")) {
      List<ClockFit> nominal =
          device.profiledChips().stream()
              .map(chip -> ClockFiles.Clock.nominal(chip, 1000).fit())
              .toList();
      nanos += MINUTE_NANOS;
      assertThat(worstErrorNanos(device, nominal)).isGreaterThan(100 * LIMIT_NANOS);
    }
  }

  @Test
  void chipsBeganAtDifferentTimesAndRunAtDifferentRates() {
    try (MeshDevice device = open("t3000")) {
      assertThat(device.profiledChips())
          .extracting(chip -> chip.clock().cyclesAtOpening())
          .doesNotHaveDuplicates();
      assertThat(device.profiledChips())
          .extracting(chip -> chip.clock().cyclesPerNano())
          .doesNotHaveDuplicates()
          .allMatch(rate -> Math.abs(rate - 1) < 50e-6);
    }
  }

  private MeshDevice open(String board) {
    DeviceProfiling.on(new DeviceProfiling.Settings(MarkerOptions.DEFAULT, () -> nanos));
    return MeshDevice.open(board);
  }

  private long tick() {
    nanos += 30 + random.nextInt(20) + (random.nextInt(50) == 0 ? random.nextInt(200_000) : 0);
    return nanos;
  }

  private double worstErrorNanos(MeshDevice device, List<ClockFit> fits) {
    double worst = 0;
    for (int i = 0; i < fits.size(); i++) {
      ProfiledChip chip = device.profiledChips().get(i);
      ChipClock clock = chip.clock();
      worst = Math.max(worst, Math.abs(fits.get(i).hostNanos(clock.cycles(nanos)) - nanos));
    }
    return worst;
  }
}
