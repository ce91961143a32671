package dev.tilescope.internal.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What TT-NN gets wrong: right by default, and copied on request. */
class UpstreamQuirksTest {
  @TempDir Path folder;

  private LogOptions options(Path logs, boolean deviceOnly, boolean quirks) {
    return new LogOptions(
        logs, folder.resolve("out"), "t", Set.of(), deviceOnly, false, quirks, false);
  }

  private List<Map<String, String>> process(boolean deviceOnly, boolean quirks) throws IOException {
    return Tables.read(
        LogProcessing.run(options(folder, deviceOnly, quirks), new InputProblems(false)).report());
  }

  private List<Map<String, String>> golden(boolean deviceOnly, boolean quirks) throws Exception {
    LogOptions options = options(LogProcessingTest.golden(), deviceOnly, quirks);
    return Tables.read(LogProcessing.run(options, new InputProblems(false)).report());
  }

  @Test
  void theRowOfARecordingDoesNotSayItsTrace() throws Exception {
    assertThat(Tables.column(golden(false, true), "METAL TRACE ID"))
        .containsExactly("", "", "7", "7", "", "");
  }

  @Test
  void aSignpostIsWhatFollowsItsLastColonAndOneMoreLine() throws Exception {
    Map<String, String> signpost = golden(false, true).getFirst();
    assertThat(signpost).containsEntry("OP CODE", "3").containsEntry("ATTRIBUTES", "warm; up");
  }

  @Test
  void oneKernelStartIsNoSpan() throws Exception {
    assertThat(Tables.column(golden(false, true), "DEVICE KERNEL FIRST TO LAST START [ns]"))
        .containsExactly("", "", "207", "", "", "");
  }

  @Test
  void withoutHostLogsRowsDoNotSayWhereTheyRan() throws Exception {
    List<Map<String, String>> rows = golden(true, true);
    assertThat(rows.getFirst())
        .doesNotContainKeys("DEVICE ID", "CORE COUNT", "METAL TRACE ID", "SUB DEVICE ID");
    assertThat(Tables.column(rows, "GLOBAL CALL COUNT")).containsExactly("1024", "1024", "2048");
  }

  @Test
  void gapsOfCoresAreCyclesCalledNanoseconds() throws IOException {
    LogFixture.uniform(2, 1).megahertz(500).write(folder);
    process(true, false);
    Path gaps = folder.resolve("out/per_core_op_to_op_times_t.csv");
    assertThat(Files.readAllLines(gaps))
        .containsExactly("device ID,op2op ID,1; 1 [ns]", "0,1024 -> 2048,16892");
    process(true, true);
    assertThat(Files.readAllLines(gaps)).last().isEqualTo("0,1024 -> 2048,7696");
  }

  @Test
  void kernelsThatStartOnOneCycleMakeNoReport() throws IOException {
    LogFixture fixture = new LogFixture().operation(1, 1, 1, List.of("BRISC", "NCRISC"));
    fixture.writeHostLogs(folder);
    List<String> rows = new ArrayList<>(fixture.deviceLog());
    rows.replaceAll(row -> row.replace(",10101,", ",10100,"));
    LogFixture.writeDeviceLog(folder, rows);
    assertThat(process(false, false).getFirst())
        .containsEntry("DEVICE KERNEL FIRST TO LAST START [ns]", "0");
    assertThatThrownBy(() -> process(false, true))
        .hasMessageContaining("profile_log_device.csv, row 3: TT-NN makes no report of this log")
        .hasMessageContaining("start on the same cycle");
    assertThat(process(true, true).getFirst())
        .containsEntry("DEVICE KERNEL FIRST TO LAST START [ns]", "0");
  }

  @Test
  void markersAfterTheFirmwareMakeNoReport() throws IOException {
    LogFixture fixture = new LogFixture().operation(1, 1, 1, List.of("BRISC", "NCRISC"));
    fixture.writeHostLogs(folder);
    List<String> rows = new ArrayList<>(fixture.deviceLog());
    rows.set(rows.size() - 1, rows.getLast().replace(",11099,", ",11101,"));
    LogFixture.writeDeviceLog(folder, rows);
    assertThat(process(false, false)).hasSize(1);
    assertThatThrownBy(() -> process(false, true))
        .hasMessageContaining("has markers after its firmware ended");
  }

  @Test
  void anIncompleteLastOperationVanishes() throws IOException {
    LogFixture fixture = LogFixture.uniform(2, 1);
    List<String> rows = new ArrayList<>(fixture.deviceLog());
    rows.removeIf(row -> row.contains(",2048,") && row.contains("BRISC-FW,ZONE_END"));
    LogFixture.writeDeviceLog(folder, rows);
    assertThatThrownBy(() -> process(true, false)).hasMessageContaining("and never ends");
    assertThat(Tables.column(process(true, true), "GLOBAL CALL COUNT")).containsExactly("1024");
    fixture.writeHostLogs(folder);
    assertThatThrownBy(() -> process(false, true))
        .hasMessageContaining("operation 2048 on device 0 has no rows");
  }
}
