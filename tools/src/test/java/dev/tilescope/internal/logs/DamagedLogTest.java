package dev.tilescope.internal.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row numbers are those of an editor: the first line is row 1. */
class DamagedLogTest {
  private static final String DEVICE = "profile_log_device.csv";
  private static final String MESSAGES = "tracy_ops_data.csv";
  private static final String ZONES = "tracy_ops_times.csv";

  @TempDir Path folder;

  @BeforeEach
  void copy() throws Exception {
    for (String name : List.of(DEVICE, MESSAGES, ZONES)) {
      Files.copy(LogProcessingTest.golden().resolve(name), folder.resolve(name));
    }
  }

  private void edit(String name, UnaryOperator<String> change) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, change.apply(Files.readString(file)));
  }

  private void editRow(String name, int row, UnaryOperator<String> change) throws IOException {
    Path file = folder.resolve(name);
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.set(row - 1, change.apply(lines.get(row - 1)));
    lines.removeIf(String::isEmpty);
    Files.writeString(file, String.join("\n", lines) + "\n");
  }

  private void assertRefused(String file, int row, String problem) throws IOException {
    Path out = folder.resolve("out");
    assertThatThrownBy(
            () -> LogProcessing.run(LogOptions.of(folder, out, "t"), new InputProblems(false)))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining(folder.resolve(file) + ", row " + row + ": ")
        .hasMessageContaining(problem)
        .message()
        .doesNotContain("\n");
    assertThat(out).doesNotExist();
  }

  private List<String> dropped() {
    InputProblems problems = new InputProblems(true);
    LogProcessing.Summary summary =
        LogProcessing.run(LogOptions.of(folder, folder.resolve("out"), "t"), problems);
    assertThat(summary.report()).isRegularFile();
    assertThat(problems.count()).isEqualTo(problems.first().size());
    return problems.first();
  }

  @Test
  void theUndamagedLogHasNothingToDrop() {
    assertThat(dropped()).isEmpty();
  }

  @Test
  void aLogCutInsideARowIsTruncated() throws IOException {
    edit(DEVICE, text -> text.substring(0, text.length() - 20));
    assertRefused(DEVICE, 25, "ends inside this row");
    assertThat(dropped()).hasSize(2).last().asString().contains("row 24", "never ends");
  }

  @Test
  void aLogCutBetweenRowsLeavesAZoneOpen() throws IOException {
    editRow(DEVICE, 23, _ -> "");
    assertRefused(DEVICE, 20, "BRISC-FW starts on device 0, core 1,3, BRISC and never ends");
    assertThat(dropped())
        .hasSize(2)
        .last()
        .asString()
        .contains("operation 1024 on device 0 (replay 1 of trace 7) has damaged rows");
  }

  @Test
  void timeMustNotGoBack() throws IOException {
    editRow(DEVICE, 9, row -> row.replace(",5000,", ",2500,"));
    assertRefused(DEVICE, 9, "time goes back from 2600 to 2500 cycles");
  }

  @Test
  void anEndNeedsAStart() throws IOException {
    editRow(DEVICE, 9, _ -> "");
    assertRefused(DEVICE, 11, "BRISC-FW ends on device 0, core 1,2, BRISC without a start");
  }

  @Test
  void aZoneHashNeedsAName() throws IOException {
    editRow(DEVICE, 5, row -> row.replace("MY-ZONE", ""));
    assertRefused(DEVICE, 5, "zone hash 500 has no name");
  }

  @Test
  void anIdRunsOnceOnACore() throws IOException {
    edit(DEVICE, text -> text.replace(",7,2,", ",7,1,"));
    assertRefused(DEVICE, 9, "starts a second time on core 1,2: its id is used twice");
  }

  @Test
  void aCoreWithoutFirmwareZoneIsIncomplete() throws IOException {
    edit(DEVICE, text -> text.replace("0,1,3,BRISC,", "0,1,3,NCRISC,"));
    assertRefused(DEVICE, 3, "has markers on core 1,3, but not both ends of its firmware zone");
  }

  @Test
  void rowsHaveFifteenColumns() throws IOException {
    editRow(DEVICE, 4, row -> row.replace(",brisck.cc", ""));
    assertRefused(DEVICE, 4, "expected 15 columns, found 14");
    editRow(DEVICE, 4, row -> row + ",,");
    assertRefused(DEVICE, 4, "expected 15 columns, found more");
    editRow(DEVICE, 4, _ -> "0,1");
    assertRefused(DEVICE, 4, "expected 15 columns, found 2");
  }

  @Test
  void numbersAreNumbers() throws IOException {
    editRow(DEVICE, 4, row -> row.replace(",1100,", ",soon,"));
    assertRefused(DEVICE, 4, "expected a number as time, found \"soon\"");
    editRow(DEVICE, 4, row -> row.replace(",soon,", ",99999999999999999999,"));
    assertRefused(DEVICE, 4, "expected a number as time");
    editRow(DEVICE, 4, row -> row.replaceFirst("^0,1,", "0,x,"));
    assertRefused(DEVICE, 4, "expected device, core x, core y and RISC");
  }

  @Test
  void typesAreKnown() throws IOException {
    editRow(DEVICE, 4, row -> row.replace("ZONE_START", "ZONE_BEGIN"));
    assertRefused(DEVICE, 4, "found \"ZONE_BEGIN\"");
  }

  @Test
  void aFileOfAnotherToolIsNotADeviceLog() throws IOException {
    editRow(DEVICE, 2, row -> row.replace("timer_id", "timer"));
    assertRefused(DEVICE, 2, "not a device log of the profiler");
    Files.writeString(folder.resolve(DEVICE), "OP CODE,OP TYPE\nMatmul,tt_dnn_device\n");
    assertRefused(DEVICE, 1, "not a device log of the profiler");
    Files.writeString(folder.resolve(DEVICE), "");
    assertRefused(DEVICE, 1, "not a device log of the profiler");
  }

  @Test
  void aWrongHeaderIsRefusedEvenWhenDamageIsNot() throws IOException {
    edit(ZONES, text -> text.replace("exec_time_ns", "exec_time"));
    assertThatThrownBy(this::dropped).hasMessageContaining(ZONES + ", row 1: expected the header");
    edit(MESSAGES, text -> text.replace("total_ns", "total"));
    assertThatThrownBy(this::dropped)
        .hasMessageContaining(MESSAGES + ", row 1: expected the header");
  }

  @Test
  void whatTheHostAskedForMustHaveRunOnTheDevice() throws IOException {
    edit(DEVICE, text -> text.replace(",2048,", ",3072,"));
    assertRefused(MESSAGES, 20, "operation 2048 on device 0 has no rows in " + DEVICE);
    assertThat(dropped()).hasSize(1);
  }

  @Test
  void everyReplayNeedsItsMessage() throws IOException {
    edit(MESSAGES, text -> text.replace("`TT_METAL_TRACE_REPLAY: 0, 7`;300\n", ""));
    assertRefused(DEVICE, 9, "(replay 2 of trace 7) has no TT_METAL_TRACE_REPLAY");
  }

  @Test
  void operationIdsOfTheHostAreUnique() throws IOException {
    edit(MESSAGES, text -> text.replace("true, 2048`", "true, 1024`"));
    assertRefused(MESSAGES, 20, "operation id 1024 is used twice, first in row 5");
  }

  @Test
  void aHashMustBeDescribedBeforeItIsUsed() throws IOException {
    edit(MESSAGES, text -> text.replace("615, 0, true", "614, 0, true"));
    assertRefused(MESSAGES, 20, "18446744073709551614 of device 0 was not described before");
  }

  @Test
  void damagedJsonIsNamedByTheRowOfItsMessage() throws IOException {
    edit(MESSAGES, text -> text.replace("\"op_type\": \"tt_dnn_device\",", "\"op_type\":,"));
    assertRefused(MESSAGES, 5, "the JSON of this operation is damaged");
  }

  @Test
  void aMessageThatNeverEndsIsTruncation() throws IOException {
    edit(MESSAGES, text -> text.substring(0, text.length() - 10));
    assertRefused(MESSAGES, 21, "this message never ends");
  }

  @Test
  void anOperationNeedsItsZone() throws IOException {
    edit(ZONES, text -> text.replace("\"id:2048\"", "\"id:4096\""));
    assertRefused(ZONES, 6, "names no operation of tracy_ops_data.csv");
    assertThat(dropped())
        .anySatisfy(line -> assertThat(line).contains("operation 2048 has no zone"));
  }

  @Test
  void aFolderWithoutADeviceLogSaysSo() throws IOException {
    Files.delete(folder.resolve(DEVICE));
    assertThatThrownBy(this::dropped).hasMessageContaining("there is no profile_log_device.csv in");
  }
}
