package dev.tilescope.internal.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that ends too early, between two rows. */
class CutLogTest {
  private static final int HEADER_ROWS = 2;
  private static final int ROWS_OF_A_RISC = 4;

  @TempDir Path folder;

  private void process(boolean deviceOnly, InputProblems problems) {
    LogOptions options =
        new LogOptions(
            folder, folder.resolve("out"), "t", Set.of(), deviceOnly, false, false, false);
    LogProcessing.run(options, problems);
  }

  /** The rows after which the log can be cut and nobody sees it. */
  private List<Integer> unseenCuts(LogFixture fixture, boolean deviceOnly) throws IOException {
    fixture.writeHostLogs(folder);
    List<String> rows = fixture.deviceLog();
    List<Integer> unseen = new ArrayList<>();
    for (int end = HEADER_ROWS; end < rows.size(); end++) {
      LogFixture.writeDeviceLog(folder, rows.subList(0, end));
      try {
        process(deviceOnly, new InputProblems(false));
        unseen.add(end);
      } catch (TilescopeException e) {
        assertThat(e).hasMessageContaining(", row ");
      }
    }
    return unseen;
  }

  @Test
  void ofOneDeviceACutBetweenTwoCoresIsNotSeenAndOneAfterTheFirstRunOnTheSecond()
      throws IOException {
    int operations = 4;
    int rowsOfACore = operations * LogFixture.RISCS.size() * ROWS_OF_A_RISC;
    assertThat(unseenCuts(LogFixture.uniform(operations, 3), false))
        .containsExactly(
            HEADER_ROWS + rowsOfACore,
            HEADER_ROWS + rowsOfACore + ROWS_OF_A_RISC,
            HEADER_ROWS + 2 * rowsOfACore);
  }

  @Test
  void ofTwoDevicesEveryCutIsSeen() throws IOException {
    assertThat(unseenCuts(LogFixture.uniform(3, 3).devices(2), false)).isEmpty();
  }

  @Test
  void withoutHostLogsTheFirstCoreCannotBeComparedWithAny() throws IOException {
    int operations = 3;
    int rowsOfACore = operations * LogFixture.RISCS.size() * ROWS_OF_A_RISC;
    assertThat(unseenCuts(LogFixture.uniform(operations, 4), true))
        .filteredOn(end -> end > HEADER_ROWS + 2 * rowsOfACore)
        .containsExactly(HEADER_ROWS + 3 * rowsOfACore);
  }

  @Test
  void whatIsMissingIsNamedWithTheLastRow() throws IOException {
    LogFixture fixture = LogFixture.uniform(3, 4);
    List<String> rows = fixture.deviceLog();
    int end = rows.size() - ROWS_OF_A_RISC;
    fixture.writeHostLogs(folder);
    LogFixture.writeDeviceLog(folder, rows.subList(0, end));
    assertThatThrownBy(() -> process(false, new InputProblems(false)))
        .hasMessageContaining(
            "profile_log_device.csv, row %d: the log ends here without rows of TRISC_2 on core 4,1"
                    .formatted(end)
                + " for operation 3072 on device 0: it is truncated");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void keptGoingTheOperationsThatLackRowsLoseTheirDeviceTimes() throws IOException {
    LogFixture fixture = LogFixture.uniform(3, 4);
    List<String> rows = fixture.deviceLog();
    fixture.writeHostLogs(folder);
    LogFixture.writeDeviceLog(folder, rows.subList(0, rows.size() - 2 * ROWS_OF_A_RISC));
    InputProblems problems = new InputProblems(true);
    process(false, problems);
    assertThat(problems.first())
        .satisfiesExactly(
            line -> assertThat(line).contains("operation 2048 on device 0 and 1 more"),
            line -> assertThat(line).contains("operation 2048", "has damaged rows"),
            line -> assertThat(line).contains("operation 3072", "has damaged rows"),
            line -> assertThat(line).contains("operation 2048", "has no rows"),
            line -> assertThat(line).contains("operation 3072", "has no rows"));
    assertThat(Files.readAllLines(folder.resolve("out/ops_perf_results_t.csv"))).hasSize(4);
  }

  @Test
  void operationsOnFewerCoresAndRiscsAreNoCut() throws IOException {
    List<String> movers = List.of("BRISC", "NCRISC");
    new LogFixture()
        .operation(1, 1, 4, LogFixture.RISCS)
        .operation(2, 2, 4, movers)
        .operation(3, 3, 2, LogFixture.RISCS)
        .operation(4, 4, 3, List.of("BRISC"))
        .operation(5, 5, 1, List.of("BRISC", "TRISC_0", "TRISC_1", "TRISC_2"))
        .write(folder);
    assertThatCode(() -> process(false, new InputProblems(false))).doesNotThrowAnyException();
    assertThatCode(() -> process(true, new InputProblems(false))).doesNotThrowAnyException();
  }

  @Test
  void aCoreThatOnlyMovesDataForOneThatComputesIsNoCut() throws IOException {
    LogFixture fixture = LogFixture.uniform(1, 2);
    List<String> rows = new ArrayList<>(fixture.deviceLog());
    rows.removeIf(row -> row.startsWith("0,2,1,TRISC"));
    fixture.writeHostLogs(folder);
    LogFixture.writeDeviceLog(folder, rows);
    assertThatCode(() -> process(false, new InputProblems(false))).doesNotThrowAnyException();
  }
}
