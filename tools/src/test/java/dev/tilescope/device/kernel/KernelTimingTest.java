package dev.tilescope.device.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.Board;
import dev.tilescope.device.CostModel;
import dev.tilescope.device.DramEndpoints;
import dev.tilescope.device.TransferRates;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreCoord;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How long the parts of a kernel take. */
class KernelTimingTest {
  private static final Board N150 = Board.named("n150");
  private static final Board P150 = Board.named("p150");

  @Test
  void theTwoNocsGoOppositeWaysAroundTheChip() {
    NocTiming timing = new NocTiming(N150);
    CoreCoord west = new CoreCoord(1, 1);
    CoreCoord east = new CoreCoord(4, 3);
    assertThat(timing.hops(0, west, east)).isEqualTo(5);
    assertThat(timing.hops(1, west, east)).isEqualTo(7 + 10);
    assertThat(timing.hops(0, east, west)).isEqualTo(7 + 10);
    assertThat(timing.hops(0, west, west)).isZero();
  }

  @Test
  void nearerCoresAnswerSooner() {
    NocTiming timing = new NocTiming(N150);
    CoreCoord core = new CoreCoord(1, 1);
    assertThat(timing.readLatencyCycles(core, core)).isEqualTo(56);
    assertThat(timing.readLatencyCycles(core, new CoreCoord(1, 4))).isEqualTo(154);
    assertThat(timing.readLatencyCycles(core, new CoreCoord(4, 1))).isEqualTo(170);
    assertThat(timing.readLatencyCycles(core, new CoreCoord(4, 4))).isEqualTo(270);
    assertThat(timing.writeLatencyCycles(0, core, new CoreCoord(4, 4))).isEqualTo(40 + 6 * 10);
    assertThat(new NocTiming(P150).readLatencyCycles(core, new CoreCoord(4, 4)))
        .isEqualTo(270 * 403 / 259);
  }

  @Test
  void smallTransfersAreSlowForTheirSize() {
    NocTiming timing = new NocTiming(N150);
    assertThat(timing.occupiedCycles(TransferRates.DRAM, 2048)).isEqualTo(73);
    assertThat(timing.occupiedCycles(TransferRates.DRAM, 16)).isEqualTo(37);
    assertThat(timing.occupiedCycles(TransferRates.DRAM, 1 << 20))
        .isEqualTo((long) Math.ceil((1 << 20) / 28.537));
  }

  @Test
  void aBankNeverGivesMoreThanItCan() {
    DramTraffic traffic = new DramTraffic(N150, 1000);
    Random random = new Random(1);
    long bytes = 0;
    long last = 0;
    for (int i = 0; i < 10_000; i++) {
      int size = 16 + random.nextInt(8192);
      long from = 1000 + random.nextInt(100_000);
      long done = traffic.book(3, from, size);
      assertThat(done).isGreaterThanOrEqualTo(from);
      bytes += size;
      last = Math.max(last, done);
    }
    double bound = bytes / CostModel.dramBankBytesPerCycle(N150);
    assertThat((double) last - 1000).isBetween(bound, bound * 1.01);
  }

  @Test
  void oneTransferAloneIsNotHeldBack() {
    DramTraffic traffic = new DramTraffic(N150, 0);
    assertThat(traffic.book(0, 500, 2048)).isEqualTo(500);
    assertThat(traffic.book(1, 500, 2048)).isEqualTo(500);
    assertThat(traffic.book(0, 500, 4096)).isBetween(512L, 512L + 100);
  }

  @Test
  void dramBanksAreWhereTheDescriptionsOfTheChipsSay() {
    assertThat(DramEndpoints.of(N150, 0, 0)).isEqualTo(new CoreCoord(0, 11));
    assertThat(DramEndpoints.of(N150, 11, 1)).isEqualTo(new CoreCoord(5, 7));
    assertThat(DramEndpoints.of(P150, 3, 0)).isEqualTo(new CoreCoord(0, 5));
    assertThat(DramEndpoints.of(P150, 3, 1)).isEqualTo(new CoreCoord(0, 7));
    assertThat(DramEndpoints.of(Board.named("p100"), 3, 0)).isEqualTo(new CoreCoord(9, 11));
  }

  @Test
  void packingOneHalfOfTheRegistersOverlapsWithComputingTheOther() {
    DestinationRegisters registers = new DestinationRegisters();
    RiscRun math = new RiscRun(Risc.TRISC_1, 0, null, 1);
    RiscRun pack = new RiscRun(Risc.TRISC_2, 0, null, 1);
    for (int i = 0; i < 3; i++) {
      registers.acquire(math);
      math.advance(10);
      registers.commit(math);
      registers.await(pack);
      pack.advance(100);
      registers.release(pack);
    }
    assertThat(pack.cycles()).isEqualTo(10 + 3 * 100);
    assertThat(math.cycles()).isEqualTo(110 + 10);
  }

  @Test
  void aWaitForASemaphoreEndsWhenItsValueCameEvenIfOthersRanAhead() {
    KernelSemaphore semaphore = new KernelSemaphore(0, 0);
    for (int i = 1; i <= 5; i++) {
      semaphore.arrive(i, 100L * i);
    }
    assertThat(semaphore.since(value -> value >= 2)).isEqualTo(200);
    assertThat(semaphore.since(value -> value == 5)).isEqualTo(500);
    semaphore.set(0, 900);
    assertThat(semaphore.since(value -> value == 0)).isEqualTo(900);
  }
}
