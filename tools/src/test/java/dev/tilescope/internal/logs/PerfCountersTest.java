package dev.tilescope.internal.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.device.marker.PerfCounterType;
import dev.tilescope.profile.internal.table.Column;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two operations on two cores with made-up counters; what TT-NN's own processing makes of the log
 * is in {@code joined.csv} and {@code device_only.csv}.
 */
class PerfCountersTest {
  private static final String DEVICE_LOG = "profile_log_device.csv";
  private static final double RELATIVE_ERROR = 1e-9;

  @TempDir Path folder;

  @BeforeEach
  void copy() throws Exception {
    for (String name : List.of(DEVICE_LOG, HostLog.MESSAGES, HostLog.ZONES)) {
      Files.copy(golden(name), folder.resolve(name));
    }
  }

  private static Path golden(String name) throws URISyntaxException {
    var place = PerfCountersTest.class.getResource("/profile/counters/" + name);
    assertThat(place).isNotNull();
    return Path.of(place.toURI());
  }

  private LogProcessing.Summary process(boolean deviceOnly, boolean quirks) {
    return LogProcessing.run(
        new LogOptions(
            folder, folder.resolve("out"), "t", Set.of(), deviceOnly, false, quirks, true),
        new InputProblems(false));
  }

  private List<Map<String, String>> rows(boolean deviceOnly, boolean quirks) throws IOException {
    return Tables.read(process(deviceOnly, quirks).report());
  }

  private void editLog(UnaryOperator<String> change) throws IOException {
    Path log = folder.resolve(DEVICE_LOG);
    Files.writeString(log, change.apply(Files.readString(log)));
  }

  private static void assertSame(
      List<Map<String, String>> actual, List<Map<String, String>> expected, Set<String> extra) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.size(); i++) {
      List<String> columns = new ArrayList<>(actual.get(i).keySet());
      columns.removeAll(extra);
      assertThat(columns).containsExactlyElementsOf(expected.get(i).keySet());
      for (String column : columns) {
        assertCell(column, actual.get(i).get(column), expected.get(i).get(column));
      }
    }
  }

  private static void assertCell(String column, String actual, String expected) {
    if (PerfMetrics.COLUMNS.contains(Column.of(column))) {
      double value = Double.parseDouble(expected);
      assertThat(Double.parseDouble(actual))
          .as(column)
          .isCloseTo(value, within(Math.abs(value) * RELATIVE_ERROR));
    } else {
      assertThat(actual).as(column).isEqualTo(expected);
    }
  }

  @Test
  void thereAreEightyFourMetricsOfFourColumns() {
    assertThat(PerfMetrics.COLUMNS).hasSize(84 * 4).doesNotHaveDuplicates();
    assertThat(PerfCounterType.values()).hasSize(181);
  }

  @Test
  void metricsAreThoseOfUpstreamAndTheTwentyItLosesToo() throws Exception {
    List<Map<String, String>> rows = rows(false, false);
    Set<String> lost =
        PerfMetrics.COLUMNS.subList(79 * 4, 84 * 4).stream()
            .map(Column::header)
            .collect(Collectors.toSet());
    assertSame(rows, Tables.read(golden("joined.csv")), lost);
    Map<String, String> ofDevice = Tables.read(golden("device_only.csv")).getFirst();
    for (String column : lost) {
      assertCell(column, rows.getFirst().get(column), ofDevice.get(column));
    }
  }

  @Test
  void withQuirksTheTwentyAreLostToo() throws Exception {
    assertSame(rows(false, true), Tables.read(golden("joined.csv")), Set.of());
  }

  @Test
  void withoutHostLogsTheAverageIsOfTheCoresThatRan() throws Exception {
    assertSame(
        rows(true, false),
        Tables.read(golden("device_only.csv")),
        Set.of("DEVICE ID", "CORE COUNT"));
    assertSame(rows(true, true), Tables.read(golden("device_only.csv")), Set.of());
  }

  @Test
  void theSummaryHasOneLineForEachCounterAndMetric() {
    CounterSummary summary = process(false, false).counters().getFirst();
    assertThat(summary.runs()).isEqualTo(2);
    assertThat(summary.counters()).hasSize(132).first().extracting("name").isEqualTo("FPU_COUNTER");
    assertThat(summary.metrics()).hasSize(84).first().extracting("name").isEqualTo("SFPU Util (%)");
  }

  @Test
  void quotesAndBlanksAsPythonWritesThemAndOtherKeysDoNotMatter() throws Exception {
    List<Map<String, String>> before = rows(false, false);
    editLog(text -> text.replace("{\"counter type\":", "{\"modelled\":true;'counter type': "));
    assertThat(rows(false, false)).isEqualTo(before);
  }

  @Test
  void aCounterNobodyKnowsIsLeftOutAndCounted() throws Exception {
    editLog(text -> text.replaceFirst(":\"FPU_COUNTER\"", ":999"));
    LogProcessing.Summary summary = process(false, false);
    assertThat(summary.unknownCounterRows()).isEqualTo(1);
  }

  @Test
  void aCounterNeedsItsValueAndCycles() throws Exception {
    editLog(text -> text.replaceFirst("\"value\":\\d+", "\"value\":4294967296"));
    assertThatThrownBy(() -> process(false, false))
        .hasMessageContaining("row 5: expected \"value\" and \"ref cnt\" of 32 bits");
  }

  @Test
  void aCounterIsReadOnceInARun() throws Exception {
    List<String> rows = Files.readAllLines(folder.resolve(DEVICE_LOG));
    rows.add(6, rows.get(5));
    Files.write(folder.resolve(DEVICE_LOG), rows);
    assertThatThrownBy(() -> process(false, false))
        .hasMessageContaining(
            "row 7: counter SFPU_COUNTER of operation 1024 on device 0 is here twice");
  }
}
