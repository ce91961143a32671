package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.tilescope.device.CostModel.Cost;
import dev.tilescope.model.TilescopeException;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class CostModelTest {
  /** Shares of pages are whole, and each time is rounded by itself. */
  private static final int ROUNDING_CYCLES = 256;

  private static Cost cost(String board, Work work) {
    return new CostModel(Board.named(board)).of(work);
  }

  /** A figure that the constants have in nanoseconds, in cycles of the board. */
  private static long cycles(String board, String constant) {
    Architecture architecture = Board.named(board).architecture();
    double nanos = CostConstants.fitted().of(constant, architecture);
    return (long) Math.ceil(nanos * architecture.clockMhz() / 1000);
  }

  private static double rate(String board, String constant) {
    Architecture architecture = Board.named(board).architecture();
    return CostConstants.fitted().of(constant, architecture) * 1000 / architecture.clockMhz();
  }

  private static long launch(String board) {
    return cycles(board, "launch.nanos");
  }

  @Test
  void eachFurtherInputTakesItsTime() {
    Work work = new Work(10_000, 0, 0, false, false, 2048, 1);
    long one = cost("n150", work).cycles();
    long three = cost("n150", work.withInputs(3)).cycles();
    assertThat(three - one).isCloseTo(2 * cycles("n150", "input.nanos"), within(2L));
  }

  @Test
  void whatIsSentOnTakesLongerToRead() {
    Work work = new Work(0, 100 * 2048, 0, true, false, 2048, 1);
    Cost kept =
        cost(
            "n150",
            work.withTraffic(new Traffic(100, 1, 2048, Traffic.Route.SPREAD), Traffic.NONE));
    Cost sent =
        cost(
            "n150",
            work.withTraffic(new Traffic(100, 1, 2048, Traffic.Route.SENT_ON), Traffic.NONE));
    long sending = (long) (100 * 2048 / rate("n150", "multicast.bytes_per_nano"));
    assertThat(sent.readCycles() - kept.readCycles()).isCloseTo(sending, within(2L));
  }

  @Test
  void computeBoundWorkTakesItsCyclesTheLaunchAndTheLastPage() {
    Cost cost = cost("n150", new Work(100_000, 2048, 2048, true, true, 2048, 64));
    assertThat(cost.cycles())
        .isEqualTo(launch("n150") + 100_000 + cost.readCycles() + cost.writeCycles());
    assertThat(cost.nanos()).isEqualTo(cost.cycles());
    assertThat(cost.computeCycles()).isEqualTo(100_000);
    assertThat(cost.idealComputeNanos()).isEqualTo(100_000);
    assertThat(cost.idealNanos()).isEqualTo(100_000);
  }

  @Test
  void cyclesBecomeNanosecondsAtTheClockOfTheBoard() {
    long launch = launch("p150");
    Cost cost = cost("p150", new Work(135_000 - launch, 0, 0, false, false, 2048, 1));
    assertThat(cost.cycles()).isEqualTo(135_000);
    assertThat(cost.nanos()).isEqualTo(100_000);
    assertThat(cost.idealComputeNanos()).isEqualTo((long) Math.ceil((135_000 - launch) / 1.35));
  }

  @Test
  void aCoreWaitsForEachPageThatItReads() {
    Cost cost = cost("n150", new Work(0, 100 * 2048, 0, true, false, 2048, 1));
    long moving = Math.round(100 * 2048 / rate("n150", "dram.core_read.bytes_per_nano"));
    assertThat(cost.readCycles()).isEqualTo(100 * cycles("n150", "dram.read_wait.nanos") + moving);
    assertThat(cost.writeCycles()).isZero();
    assertThat(cost.cycles()).isEqualTo(launch("n150") + cost.readCycles());
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
    assertThat(cost.readCycles()).isEqualTo(403 + 65 + Math.round(2048 * 1.35 / 47.977));
    assertThat(cost.writeCycles()).isEqualTo(404 + 65 + Math.round(2048 * 1.35 / 48.644));
    assertThat(cost.idealBandwidthNanos()).isEqualTo(1);
  }

  @Test
  void manyCoresShareWhatTheBanksSendAndTake() {
    long megabytes = 100_000_000;
    Cost reading = cost("p100", new Work(0, megabytes, 0, true, false, 16_384, 110));
    assertThat(reading.cycles())
        .isCloseTo(
            launch("p100") + (long) (megabytes / rate("p100", "dram.read.bytes_per_nano")),
            withinPercentage(10));
    Cost writing = cost("p150", new Work(0, 0, megabytes, false, true, 16_384, 110));
    assertThat(writing.cycles())
        .isCloseTo(
            launch("p150")
                + (long)
                    (megabytes
                        / Math.min(
                            rate("p150", "dram.write.bytes_per_nano"),
                            rate("p150", "dram.bytes_per_nano"))),
            withinPercentage(10));
  }

  @Test
  void whatIsReadAgainTakesTheBanksTimeButNotTheIdeal() {
    long megabytes = 100_000_000;
    Work once = new Work(0, megabytes, 0, true, false, 16_384, 110);
    Cost again = cost("p150", once.withRereadBytes(31 * megabytes));
    assertThat(again.cycles())
        .isCloseTo(
            launch("p150") + (long) (32 * megabytes / rate("p150", "dram.read.bytes_per_nano")),
            withinPercentage(1));
    assertThat(again.idealBandwidthNanos()).isEqualTo(cost("p150", once).idealBandwidthNanos());
  }

  @Test
  void aCoreThatReadsItsOwnBankComputesMeanwhile() {
    Traffic bank = new Traffic(1_000, 1, 8192, Traffic.Route.OWN_BANK);
    Work work =
        new Work(1_000_000, 8_192_000, 0, true, false, 2048, 8)
            .withTraffic(bank, Traffic.NONE)
            .writingLast();
    Cost cost = cost("p150", work);
    assertThat(cost.readCycles()).isGreaterThan(100_000);
    assertThat(cost.cycles()).isLessThan(launch("p150") + 1_000_000 + cost.readCycles() / 500);
  }

  @Test
  void readingAndWritingTogetherDoNotExceedThePeakOfDram() {
    long gibibyte = 1L << 30;
    Cost cost = cost("n150", new Work(0, gibibyte, gibibyte, true, true, 16_384, 64));
    assertThat(cost.idealBandwidthNanos()).isEqualTo(3_875_968);
    double together = 2.0 * gibibyte / rate("n150", "dram.bytes_per_nano");
    assertThat(cost.cycles()).isCloseTo((long) together, withinPercentage(1));
  }

  @Test
  void aResultThatIsWrittenLastTakesItsTimeAfterTheRest() {
    Work work = new Work(40_000, 10 * 2048, 10 * 2048, true, true, 2048, 1);
    Cost streamed = cost("n150", work);
    Cost inTurn = cost("n150", work.writingLast());
    long firstPage = inTurn.readCycles() / 10;
    assertThat(inTurn.cycles())
        .isEqualTo(launch("n150") + 40_000 + firstPage + inTurn.writeCycles());
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
            .peek(cycles -> assertThat(cycles).isBetween(cost.cycles() - 99, cost.cycles()))
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
  void noWorkIsFasterThanTheIdealAndMoreWorkIsNeverFaster(
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
    Cost twice =
        model.of(
            new Work(compute * 2, read * 2, write * 2, readsDram, writesDram, transaction, cores));
    assertThat(twice.cycles() + ROUNDING_CYCLES).isGreaterThanOrEqualTo(cost.cycles());
    // More pages to read may overlap the same computing better, but not more than wholly.
    Cost more =
        model.of(new Work(compute, read * 2, write, readsDram, writesDram, transaction, cores));
    assertThat(more.cycles())
        .isGreaterThanOrEqualTo(cost.readCycles())
        .isGreaterThanOrEqualTo(cost.computeCycles())
        .isGreaterThanOrEqualTo(cost.writeCycles());
  }
}
