package dev.tilescope.internal.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.internal.links.Ran;
import dev.tilescope.internal.perf.PerfTable.FileRows;
import dev.tilescope.internal.perf.PerfTable.Format;
import dev.tilescope.internal.perf.StackedReport.Group;
import dev.tilescope.internal.perf.StackedReport.GroupBy;
import dev.tilescope.model.TilescopeException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PerfReportTest {
  private static final PerfOptions WHOLE =
      new PerfOptions(null, null, true, false, null, null, false, true, true);

  private static final PerfTensor NONE =
      new PerfTensor(Double.NaN, Double.NaN, Double.NaN, Double.NaN, null, null);

  /** Words with # are signposts. */
  @ParameterizedTest
  @CsvSource({
    "W #start A B #stop, A B",
    "W #start A #stop X, A",
    "W #start A #stop X #start B #stop X, B",
    "#PREFILL A #PREFILL_END X #DECODE #DECODE_END, A",
    "#outer X #inner A #inner_end X #outer_end, A",
    "#forward A #forwardDone X, A",
    "#blend X #legend A #x, A",
    "W #measure A, A",
    "#warmup W #measure A B, A B",
    "#s A #s X, A",
    "#iteration W #iteration A #iteration X, A",
    "A #start #stop, A",
    "A B #stop X, A B X",
    "A B, A B"
  })
  void theReportIsOfTheLastPairOfSignpostsWithOperationsBetween(String file, String shown) {
    List<String> words = List.of(file.split(" "));
    PerfRow[] rows = new PerfRow[words.size()];
    for (int i = 0; i < rows.length; i++) {
      String word = words.get(i);
      rows[i] =
          word.startsWith("#") ? signpost(i + 2, word.substring(1)) : device(i + 2, word, 0, 1);
    }
    PerfReport report = report(PerfOptions.DEFAULT, rows);
    assertThat(report.operations())
        .extracting(PerfOperation::name)
        .containsExactly(shown.split(" "));
    assertThat(report.notices()).singleElement().asString().contains("the report is of");
  }

  @Test
  void aReplayIsBetweenTheSignpostsAroundItThoughItWasRecordedBefore() {
    PerfRow replay = startedAt(1, device(4, "A", 0, 5));
    PerfReport report =
        report(
            PerfOptions.DEFAULT,
            startedAt(1, device(2, "A", 0, Double.NaN)),
            startedAt(2, signpost(3, "decode")),
            replay,
            startedAt(3, signpost(5, "decode_end")));
    assertThat(report.operations()).extracting(PerfOperation::row).containsExactly(replay);
    assertThat(report.notices())
        .containsExactly(
            "the report is of rows 4 to 4, between 'decode' and 'decode_end', the last pair of"
                + " signposts with operations between them; the whole file: --ignore-signposts");
  }

  @Test
  void theFirstDeviceStandsForAllWhereNoneHasATime() {
    PerfReport report =
        report(
            WHOLE,
            device(2, "Add", 1, Double.NaN),
            device(3, "Add", 0, Double.NaN),
            device(4, "Mul", 0, Double.NaN),
            device(5, "Mul", 1, 7));
    assertThat(report.operations()).extracting(o -> o.row().id()).containsExactly(3, 5);
  }

  @Test
  void aFileOfAnArchitectureWithoutPeaksHasNoPercentages() {
    PerfReport report = PerfReport.of(table("grayskull", matmulRow("HiFi4", 64)), WHOLE);
    assertThat(report.operations().getFirst())
        .satisfies(
            m -> assertThat(m.teraflops()).isEqualTo(0.524288, within(1e-12)),
            m -> assertThat(m.dramGigabytes()).isEqualTo(28.672, within(1e-12)),
            m -> assertThat(m.flopsPercent()).isNaN(),
            m -> assertThat(m.dramPercent()).isNaN(),
            m -> assertThat(m.bound()).isEqualTo(Bound.NONE));
    assertThat(report.notices())
        .singleElement()
        .asString()
        .contains("architecture 'grayskull', whose peaks are not known: percentages");
  }

  @Test
  void aSignpostThatStartsAndEndsIsTakenTwice() {
    PerfOptions window = new PerfOptions("s", "s", false, true, null, null, false, true, true);
    PerfReport report =
        report(
            window,
            signpost(2, "s"),
            device(3, "A", 0, 1),
            signpost(4, "inner"),
            signpost(5, "s"),
            device(6, "B", 0, 1));
    assertThat(report.operations())
        .extracting(PerfOperation::name)
        .containsExactly("A", "inner (signpost)");
  }

  @Test
  void anUnknownSignpostIsSaidAndLimitsNothing() {
    PerfOptions window = new PerfOptions("x", null, false, false, null, null, false, true, true);
    PerfReport report = report(window, signpost(2, "s"), device(3, "A", 0, 1));
    assertThat(report.operations()).hasSize(1);
    assertThat(report.notices().getFirst()).contains("no signpost 'x'", "there are 's'");
  }

  @Test
  void replaysOfATraceAreToldUnlessTheirOrderIsKept() {
    PerfRow recorded = device(2, "A", 0, Double.NaN);
    PerfRow replay = device(2, "A", 0, 1000);
    PerfRow other = device(2, "A", 1, 1000);
    PerfOptions apart = new PerfOptions(null, null, true, false, null, null, false, true, false);
    PerfReport report = report(apart, recorded, replay, replay, other);
    assertThat(report.notices())
        .satisfiesExactly(
            first -> assertThat(first).contains("--tracing-mode"),
            second -> assertThat(second).startsWith("1 of the device operations has no device"));
    PerfOptions tracing = new PerfOptions(null, null, true, false, null, null, true, true, false);
    assertThat(report(tracing, replay, replay, other).notices()).isEmpty();
    assertThat(report(apart, replay, other, device(3, "A", 0, 1)).notices()).isEmpty();
    // Merged rows have the order of the file in any case.
    assertThat(report(WHOLE, replay, replay).notices()).isEmpty();
  }

  @Test
  void theSlowestDeviceStandsForAllButCollectivesAreAveraged() {
    PerfReport report =
        report(
            PerfOptions.DEFAULT,
            device(2, "Add", 0, 1000),
            device(3, "Add", 1, 3000),
            device(4, "AllGather", 0, 1000),
            device(5, "AllGather", 1, 4000));
    assertThat(report.operations())
        .extracting(o -> o.row().id() + " " + o.timeMicros())
        .containsExactly("3 3.0", "4 2.5");
  }

  @Test
  void anOperationThatOneDeviceLacksIsSaid() {
    PerfReport report =
        report(WHOLE, device(2, "Add", 0, 1), device(3, "Mul", 0, 1), device(4, "Mul", 1, 2));
    assertThat(report.operations()).extracting(PerfOperation::name).containsExactly("Add", "Mul");
    assertThat(report.notices())
        .containsExactly("Add in row 2 ran on 1 of 2 devices; do not trust its numbers");
  }

  @Test
  void devicesThatRanDifferentProgramsAreSaidInAFewLines() {
    PerfRow[] rows = new PerfRow[40];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = device(i + 2, "Op" + i, i % 2, 1);
    }
    PerfReport report = report(WHOLE, rows);
    assertThat(report.operations()).hasSize(40);
    assertThat(report.notices())
        .hasSize(6)
        .last()
        .isEqualTo(
            "35 more operations ran on fewer than 2 devices; each device for itself"
                + " (--no-merge-devices) shows what ran where");
  }

  @Test
  void devicesThatAreNotMergedAreSummedApart() {
    PerfOptions apart = new PerfOptions(null, null, false, false, null, null, false, true, false);
    PerfReport report = report(apart, device(2, "Add", 0, 1000), device(3, "Add", 1, 3000));
    assertThat(StackedReport.of(report, GroupBy.OP).groups())
        .extracting(Group::device, Group::percent)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(1, 100.0),
            org.assertj.core.groups.Tuple.tuple(0, 100.0));
  }

  @Test
  void theFirstOfARangeHasNoGapAndSharesAreOfTheRange() {
    PerfOptions range =
        new PerfOptions(null, null, false, false, IdRange.parse("3-"), null, false, true, true);
    PerfReport report =
        report(range, device(2, "A", 0, 9000), device(3, "B", 0, 1000), device(4, "C", 0, 2000));
    assertThat(report.operations())
        .extracting(PerfOperation::totalPercent)
        .satisfiesExactly(
            p -> assertThat(p).isEqualTo(25, within(1e-9)),
            p -> assertThat(p).isEqualTo(75, within(1e-9)));
  }

  @Test
  void operationsOfTheHostHaveNoDeviceTime() {
    PerfReport report = report(PerfOptions.DEFAULT, device(2, "A", 0, 1), host(3, "(torch) add"));
    PerfOperation host = report.operations().getLast();
    assertThat(host.bound()).isEqualTo(Bound.HOST);
    assertThat(host.timeMicros()).isNaN();
    assertThat(StackedReport.of(report, GroupBy.CATEGORY).groups())
        .extracting(Group::name)
        .containsExactly("Other", "Host");
  }

  @ParameterizedTest
  @CsvSource({"65,65,BOTH", "65,64,DRAM", "64,65,FLOP", "1,1,SLOW", "0,70,NONE", "NaN,70,NONE"})
  void theBoundIsWhatIsNearItsPeak(double dram, double flops, Bound bound) {
    assertThat(Bound.ofMatmul(dram, flops)).isEqualTo(bound);
  }

  @Test
  void aMatmulIsCountedFromItsPaddedShapes() {
    PerfOperation matmul = matmul("HiFi4", "BFLOAT16", "", 64);
    // 2 * 64 * 128 * 32 operations and 2 * (64 * 128 + 128 * 32 + 64 * 32) bytes in 1 us.
    assertThat(matmul.name()).isEqualTo("Matmul 64 x 128 x 32");
    assertThat(matmul.teraflops()).isEqualTo(0.524288, within(1e-12));
    assertThat(matmul.dramGigabytes()).isEqualTo(28.672, within(1e-12));
    assertThat(matmul.dramPercent()).isEqualTo(28.672 / 288 * 100, within(1e-12));
    assertThat(matmul.flopsPercent()).isEqualTo(0.524288 / (74 / 72.0 * 64) * 100, within(1e-12));
  }

  @Test
  void aDramShardedMatmulRunsOnTwelveCores() {
    String config = "program_config=MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig(";
    assertThat(matmul("HiFi4", "BFLOAT16", config + "in0_block_w=1;", 64))
        .satisfies(m -> {
          assertThat(m.cores()).isEqualTo(12);
          assertThat(m.isDramSharded()).isTrue();
          assertThat(MatmulAdvice.of(m))
              .contains(
                  "in0_block_w=1 is small, try in0_block_w=2 or above",
                  "No output subblock size found");
        });
  }

  @ParameterizedTest
  @CsvSource({
    "HiFi4,BFLOAT16,SUFFICIENT",
    "HiFi2,BFLOAT16,TOO_LOW",
    "LoFi,BFLOAT16,TOO_LOW",
    "HiFi4,BFLOAT8_B,TOO_HIGH",
    "HiFi2,BFLOAT8_B,SUFFICIENT",
    "LoFi,BFLOAT8_B,TOO_LOW",
    "HiFi2,BFLOAT4_B,TOO_HIGH",
    "LoFi,BFLOAT4_B,SUFFICIENT",
    "HiFi4,UINT32,NOT_APPLICABLE",
    "HiFi4,FLOAT8,UNKNOWN",
    "HiFi9,BFLOAT16,UNKNOWN"
  })
  void fidelityIsJudgedByMantissas(String fidelity, String type, Fidelity.Verdict verdict) {
    assertThat(Fidelity.of(matmul(fidelity, type, "", 64)).verdict()).isEqualTo(verdict);
  }

  @Test
  void whatCannotBeCountedIsLeftOut() {
    assertThat(matmul("HiFi9", "BFLOAT16", "", 64).flopsPercent()).isNaN();
    assertThat(matmul("HiFi4", "BFLOAT16", "", null).flopsPercent()).isNaN();
    PerfRow conv = row(2, "Conv2d", "tt_dnn_device", 0, 5, "no window", "HiFi4", 1, NONE);
    PerfReport report = report(PerfOptions.DEFAULT, conv);
    assertThat(report.operations().getFirst().name()).isEqualTo("Conv2d");
    assertThat(report.operations().getFirst().teraflops()).isNaN();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "5", "a-b", "1-2-3", "99999999999-"})
  void aBadRangeIsRefused(String text) {
    assertThatThrownBy(() -> IdRange.parse(text))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("is no range of ids");
  }

  @Test
  void anArchitectureWithoutPeaksIsRefused() {
    PerfOptions options = new PerfOptions(null, null, false, false, null, "x", false, true, true);
    assertThatThrownBy(() -> report(options, device(2, "A", 0, 1)))
        .hasMessage(
            "there are no peaks of architecture 'x'; known are wormhole, blackhole, bh20, n1");
  }

  @ParameterizedTest
  @CsvSource({"8.5e-5,8.5e-05", "1e-4,0.0001", "3,3.0", "1e16,1e+16", "1234567.5,1234567.5"})
  void numbersAreWrittenAsPythonWritesThem(double number, String text) {
    assertThat(PerfCsv.number(number)).isEqualTo(text);
  }

  private static PerfOperation matmul(
      String fidelity, String type, String attributes, @Nullable Integer cores) {
    PerfTensor a = new PerfTensor(1, 1, 64, 128, type, "DEV_0_DRAM_INTERLEAVED");
    PerfTensor b = new PerfTensor(1, 1, 128, 32, type, "DEV_0_DRAM_INTERLEAVED");
    PerfTensor c = new PerfTensor(1, 1, 64, 32, type, "DEV_0_DRAM_INTERLEAVED");
    PerfRow row =
        new PerfRow(
            2,
            "Matmul",
            "tt_dnn_device",
            1,
            0,
            attributes,
            fidelity,
            cores,
            0,
            0,
            1000,
            a,
            b,
            c,
            Ran.named("Matmul"));
    return report(PerfOptions.DEFAULT, row).operations().getFirst();
  }

  private static PerfRow matmulRow(String fidelity, int cores) {
    return matmul(fidelity, "BFLOAT16", "", cores).row();
  }

  private static PerfReport report(PerfOptions options, PerfRow... rows) {
    return PerfReport.of(table(null, rows), options);
  }

  private static PerfTable table(@Nullable String arch, PerfRow... rows) {
    return new PerfTable(
        arch == null ? Format.V2 : Format.V2_1,
        arch,
        null,
        true,
        List.of(rows),
        List.of(new FileRows(Path.of("perf.csv"), 0, rows.length)));
  }

  private static PerfRow device(int id, String name, int device, double nanos) {
    return row(id, name, "tt_dnn_device", device, nanos, "", null, 8, NONE);
  }

  private static PerfRow host(int id, String name) {
    return row(id, name, "python_fallback", null, Double.NaN, "", null, null, NONE);
  }

  private static PerfRow signpost(int id, String name) {
    return row(id, name, "signpost", null, Double.NaN, "", null, null, NONE);
  }

  private static PerfRow startedAt(double hostNanos, PerfRow row) {
    return new PerfRow(
        row.id(),
        row.opCode(),
        row.opType(),
        row.globalCallCount(),
        row.device(),
        row.attributes(),
        row.mathFidelity(),
        row.cores(),
        hostNanos,
        row.gapNanos(),
        row.kernelNanos(),
        row.input0(),
        row.input1(),
        row.output0(),
        row.ran());
  }

  /** Starts in the order of ids, 1 us after the operation before. */
  private static PerfRow row(
      int id,
      String name,
      String type,
      @Nullable Integer device,
      double nanos,
      String attributes,
      @Nullable String fidelity,
      @Nullable Integer cores,
      PerfTensor tensor) {
    double gap = type.equals("tt_dnn_device") ? 1000 : Double.NaN;
    return new PerfRow(
        id,
        name,
        type,
        id,
        device,
        attributes,
        fidelity,
        cores,
        id,
        gap,
        nanos,
        tensor,
        tensor,
        tensor,
        Ran.named(name));
  }
}
