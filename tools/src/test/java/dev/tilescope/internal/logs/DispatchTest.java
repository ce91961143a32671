package dev.tilescope.internal.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three operations on two cores, and a core with dispatcher and subordinate. */
class DispatchTest {
  private static final String TOTAL = "DISPATCH TOTAL CQ CMD OP TIME [ns]";
  private static final String GO = "DISPATCH GO SEND WAIT TIME [ns]";

  @TempDir Path folder;

  private final LogFixture fixture = LogFixture.uniform(3, 2);
  private final List<String> dispatcher = new ArrayList<>();
  private final List<String> subordinate = new ArrayList<>();

  private static void zone(List<String> to, String risc, long start, long end, String... data) {
    to.add(row(risc, 77, start, "CQ-DISPATCH:1:A", "ZONE_START", ""));
    for (String json : data) {
      to.add(row(risc, 78, start + 1, "process_cmd_d_dispatch", "TS_DATA", json));
    }
    to.add(row(risc, 77, end, "CQ-DISPATCH:1:A", "ZONE_END", ""));
  }

  private static String row(
      String risc, int timer, long cycles, String zone, String type, String json) {
    long id = type.equals("ZONE_START") ? 1 : 0;
    return "0,9,9,%s,%d,%d,0,%d,,,%s,%s,1,cq.cpp,%s"
        .formatted(risc, timer, cycles, id, zone, type, json);
  }

  private static String command(String name) {
    return "{\"dispatch_command_type\":\"CQ_DISPATCH_" + name + "\"}";
  }

  private void dispatch(long id, int index) {
    long start = 10_000L * index - 500;
    zone(
        dispatcher,
        "BRISC",
        start,
        start + 20,
        "{\"workers_runtime_id\":" + id + "}",
        command("CMD_SET_WRITE_OFFSET"));
    zone(
        dispatcher,
        "BRISC",
        start + 30,
        start + 100 + index,
        command("NOTIFY_SUBORDINATE_GO_SIGNAL"),
        "{\"dispatch_command_subtype\":\"MCAST;LAUNCH\"}");
    zone(dispatcher, "BRISC", start + 300, start + 350, command("CMD_WAIT"));
    zone(subordinate, "NCRISC", start + 90, start + 130 + index, command("CMD_SEND_GO_SIGNAL"));
  }

  private List<Map<String, String>> process(boolean quirks) throws IOException {
    fixture.writeHostLogs(folder);
    List<String> rows = new ArrayList<>(fixture.deviceLog());
    zone(rows, "BRISC", 10, 20, command("CMD_WAIT"));
    rows.addAll(dispatcher);
    zone(rows, "NCRISC", 10, 20, command("SET_NUM_WORKER_SEMS"));
    rows.addAll(subordinate);
    LogFixture.writeDeviceLog(folder, rows);
    LogOptions options =
        new LogOptions(folder, folder.resolve("out"), "t", Set.of(), false, false, quirks, false);
    LogProcessing.Summary summary = LogProcessing.run(options, new InputProblems(false));
    assertThat(summary.unmatchedDispatches()).isZero();
    return Tables.read(summary.report());
  }

  @Test
  void anOperationHasTheTimeOfItsCommandsAndOfItsGoSignal() throws IOException {
    for (int i = 1; i <= 3; i++) {
      dispatch(i, i);
    }
    List<Map<String, String>> rows = process(false);
    assertThat(Tables.column(rows, TOTAL)).containsExactly("101", "102", "103");
    assertThat(Tables.column(rows, GO)).containsExactly("41", "42", "43");
    assertThat(Tables.column(rows, "CORE COUNT")).containsOnly("2");
  }

  @Test
  void dispatchersMayNameWholeIds() throws IOException {
    for (int i = 1; i <= 3; i++) {
      dispatch((long) i << 10, i);
    }
    assertThat(Tables.column(process(true), TOTAL)).containsExactly("101", "102", "103");
  }

  @Test
  void upstreamMakesNoReportWhereIdsLackTheDevice() {
    dispatch(1, 1);
    assertThatThrownBy(() -> process(true))
        .hasMessageContaining("--upstream-quirks copies that: its dispatch cores name operations");
  }

  @Test
  void aDispatchZoneThatNeverEndsIsDamageLikeAnyOther() {
    dispatch(1, 1);
    subordinate.removeLast();
    assertThatThrownBy(() -> process(false))
        .hasMessageContaining(
            "CQ-DISPATCH:1:A starts on device 0, core 9,9, NCRISC and never ends");
  }
}
