package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.CostModel.Cost;
import dev.tilescope.model.TilescopeException;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class CostModelTest {
  private static Cost cost(String board, Work work) {
    return new CostModel(Board.named(board)).of(work);
  }

  @Test
  void computeBoundWorkTakesItsCyclesTheLaunchAndTheLastPage() {
    Cost cost = cost("n150", new Work(100_000, 2048, 2048, true, true, 2048, 64));
    assertThat(cost.cycles()).isEqualTo(500 + 100_000 + cost.writeCycles());
    assertThat(cost.nanos()).isEqualTo(cost.cycles());
    assertThat(cost.computeCycles()).isEqualTo(100_000);
    assertThat(cost.idealComputeNanos()).isEqualTo(100_000);
    assertThat(cost.idealNanos()).isEqualTo(100_000);
  }

  @Test
  void cyclesBecomeNanosecondsAtTheClockOfTheBoard() {
    Cost cost = cost("p150", new Work(134_500, 0, 0, false, false, 2048, 1));
    assertThat(cost.cycles()).isEqualTo(135_000);
    assertThat(cost.nanos()).isEqualTo(100_000);
    assertThat(cost.idealComputeNanos()).isEqualTo(99_630);
  }

  @Test
  void aCoreWaitsForEachPageThatItReads() {
    Cost cost = cost("n150", new Work(0, 100 * 2048, 0, true, false, 2048, 1));
    long moving = (long) Math.ceil(100 * 2048 / 28.411);
    assertThat(cost.readCycles()).isEqualTo(100 * (880 + 65) + moving);
    assertThat(cost.writeCycles()).isZero();
    assertThat(cost.cycles()).isEqualTo(500 + cost.readCycles());
    assertThat(cost.idealBandwidthNanos()).isEqualTo(739);
  }

  @Test
  void aCoreWaitsOnceForAllThatAPageOfTheResultNeeds() {
    Work one = new Work(0, 100 * 2048, 100 * 2048, true, true, 2048, 1);
    Work two = new Work(0, 200 * 2048, 100 * 2048, true, true, 2048, 1);
    assertThat(one.reads()).isEqualTo(new Traffic(100, 100));
    assertThat(two.reads()).isEqualTo(new Traffic(200, 100));
    assertThat(two.writes()).isEqualTo(new Traffic(100, 100));
  }

  @Test
  void smallPagesAreAskedForTogether() {
    Work rows = new Work(0, 64 * 64, 64 * 64, true, true, 64, 1);
    assertThat(rows.reads()).isEqualTo(new Traffic(64, 2));
  }

  @Test
  void l1TransfersHaveTheirOwnRatesAndLatencies() {
    Cost cost = cost("p150", new Work(0, 2048, 2048, false, false, 2048, 1));
    assertThat(cost.readCycles()).isEqualTo(403 + 65 + (long) Math.ceil(2048 * 1.35 / 47.977));
    assertThat(cost.writeCycles()).isEqualTo(404 + 65 + (long) Math.ceil(2048 * 1.35 / 48.644));
    assertThat(cost.idealBandwidthNanos()).isEqualTo(1);
  }

  @Test
  void manyCoresShareWhatTheBanksSendAndTake() {
    long megabytes = 100_000_000;
    Cost reading = cost("p100", new Work(0, megabytes, 0, true, false, 16_384, 110));
    assertThat(reading.cycles()).isEqualTo(500 + (long) Math.ceil(megabytes / (23.0 * 7)));
    Cost writing = cost("p150", new Work(0, 0, megabytes, false, true, 16_384, 110));
    assertThat(writing.cycles()).isEqualTo(500 + (long) Math.ceil(megabytes / (16.4 * 8)));
  }

  @Test
  void readingAndWritingTogetherDoNotExceedThePeakOfDram() {
    long gibibyte = 1L << 30;
    Cost cost = cost("n150", new Work(0, gibibyte, gibibyte, true, true, 16_384, 64));
    assertThat(cost.idealBandwidthNanos()).isEqualTo(3_875_968);
    assertThat(cost.cycles()).isBetween((long) (2e9 / 258 / 0.9), (long) (2e9 / 258 / 0.9) + 2500);
  }

  @Test
  void aResultThatIsWrittenLastTakesItsTimeAfterTheRest() {
    Work work = new Work(40_000, 10 * 2048, 10 * 2048, true, true, 2048, 1);
    Cost streamed = cost("n150", work);
    Cost inTurn = cost("n150", work.writingLast());
    assertThat(inTurn.cycles()).isEqualTo(500 + 40_000 + inTurn.writeCycles());
    assertThat(streamed.cycles()).isLessThan(inTurn.cycles());
  }

  @Test
  void transactionsUseTheNearestPowerOfTwoAndTiesTheUpper() {
    assertThat(TransferRates.DRAM.gigabytesPerSecond(Architecture.WORMHOLE_B0, 1)).isEqualTo(.436);
    assertThat(TransferRates.DRAM.gigabytesPerSecond(Architecture.WORMHOLE_B0, 47)).isEqualTo(.868);
    assertThat(TransferRates.DRAM.gigabytesPerSecond(Architecture.WORMHOLE_B0, 48))
        .isEqualTo(1.736);
    assertThat(TransferRates.L1_WRITE.gigabytesPerSecond(Architecture.BLACKHOLE, 1088))
        .isEqualTo(32.593);
    assertThat(TransferRates.L1_READ.gigabytesPerSecond(Architecture.BLACKHOLE, Long.MAX_VALUE))
        .isEqualTo(50.403);
  }

  @Test
  void coresDifferALittleAndAlwaysInTheSameWay() {
    Cost cost = cost("n150", new Work(500, 0, 0, false, false, 2048, 64));
    assertThat(CostModel.cyclesOnCore(cost, 42, 7)).isEqualTo(CostModel.cyclesOnCore(cost, 42, 7));
    long distinct =
        IntStream.range(0, 64)
            .mapToLong(core -> CostModel.cyclesOnCore(cost, 42, core))
            .peek(cycles -> assertThat(cycles).isBetween(901L, 1000L))
            .distinct()
            .count();
    assertThat(distinct).isGreaterThan(20);
  }

  @Test
  void impossibleWorkIsRefused() {
    assertThatThrownBy(() -> new Work(5, 0, 0, true, true, 32, 1).withFloatingPointOperations(9, 6))
        .hasMessageContaining("ideal cycles 0..5, got 9 and 6");
    assertThatThrownBy(() -> new Work(-1, 0, 0, true, true, 32, 1))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("got -1 cycles");
    assertThatThrownBy(() -> new Work(0, 0, 0, true, true, 0, 1))
        .isInstanceOf(TilescopeException.class);
    assertThatThrownBy(() -> new Work(0, 0, 0, true, true, 32, 0))
        .isInstanceOf(TilescopeException.class);
  }

  @Property(tries = 500, seed = "20261115")
  void noWorkIsFasterThanTheIdealAndMoreBytesNeverHelp(
      @ForAll @IntRange(max = 6) int board,
      @ForAll @LongRange(min = 0, max = 1_000_000_000) long compute,
      @ForAll @LongRange(min = 0, max = 20_000_000_000_000L) long read,
      @ForAll @LongRange(min = 0, max = 20_000_000_000_000L) long write,
      @ForAll boolean readsDram,
      @ForAll boolean writesDram,
      @ForAll @LongRange(min = 1, max = 1_000_000) long transaction,
      @ForAll @IntRange(min = 1, max = 140) int cores) {
    CostModel model = new CostModel(Board.all().get(board));
    Cost cost = model.of(new Work(compute, read, write, readsDram, writesDram, transaction, cores));
    assertThat(cost.nanos()).isGreaterThanOrEqualTo(cost.idealNanos());
    assertThat(cost.idealNanos()).isPositive();
    Cost more =
        model.of(new Work(compute, read * 2, write, readsDram, writesDram, transaction, cores));
    assertThat(more.cycles()).isGreaterThanOrEqualTo(cost.cycles());
  }
}
