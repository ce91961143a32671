package dev.tilescope.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.MemoryScript;
import dev.tilescope.device.BankStatistics;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.whatif.Change.Order;
import org.junit.jupiter.api.Test;

/** The story of tt-xla's issues: allocating the largest first cures what {@link FailedRun} has. */
class LargestFirstTest {
  @Test
  void whatFailsWithEnoughFreeInAllIsCuredByBringingInTheLargestFirst() {
    WhatIf run = WhatIf.of(FailedRun.report()).getFirst();
    assertThat(run.explained()).isEqualTo(run.known()).isPositive();

    Misfit misfit = run.outcome(run.asRecorded()).misfit();
    MemoryScript.Failed recorded = run.script().failure();
    assertThat(misfit).isNotNull();
    assertThat(recorded).isNotNull();
    assertThat(misfit.message()).isEqualTo(recorded.message()).contains("Not enough space");
    assertThat(misfit.kind()).isEqualTo(Misfit.Kind.FRAGMENTED);
    BankStatistics bank = misfit.bank();
    assertThat(bank).isNotNull();
    assertThat(bank.freeBytes()).isGreaterThan(3 * misfit.neededBytes() / 2);
    assertThat(misfit.availableBytes()).isLessThan(misfit.neededBytes());
    assertThat(misfit.step().name()).isEqualTo("ttnn::empty");

    assertThat(run.outcome(run.asRecorded().withOrder(Order.WEIGHTS_FIRST)).fits()).isFalse();
    Remedy remedy = run.cheapestFit(run.asRecorded());
    assertThat(remedy).isNotNull();
    assertThat(remedy.measures()).containsExactly(new Remedy.BringIn(Order.LARGEST_FIRST));
    assertThat(remedy.movedBytes()).isZero();
    assertThat(remedy.outcome().fits()).isTrue();
  }

  @Test
  void theCureHoldsOnTheDevice() {
    try (MeshDevice device = MeshDevice.open(FailedRun.SMALL, DeviceOptions.DEFAULT)) {
      Tensor cache = FailedRun.cache(device);
      FailedRun.WEIGHTS.reversed().forEach(tiles -> FailedRun.load(tiles, device));
      assertThat(cache.isAllocated()).isTrue();
    }
  }
}
