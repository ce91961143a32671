package dev.tilescope.internal.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs as TT-Metal writes them, made by hand. */
class BoardTimelineTest {
  @TempDir private Path logs = Path.of("");

  private InputProblems problems = new InputProblems(false);

  @BeforeEach
  void write() throws IOException {
    BoardLogs.write(logs);
  }

  @ParameterizedTest
  @ValueSource(strings = {",value,", ","})
  void hostOperationsAreALaneOfTheirThreadByNameWithTheirInnerZones(String columns)
      throws IOException {
    BoardLogs.writeHost(
        logs,
        "CompileProgram||7000100|500|31|id:1024",
        "TT_DNN_DEVICE_OP|id:1024|7000000|900|31|",
        "TT_DNN_DEVICE_OP|id:2048|7001000|800|31|",
        "TT_DNN_FALLBACK_OP|id:2147484672|7000500|300|32|",
        "PY_FUNC_main||0|9000000|31|");
    Path zones = logs.resolve("tracy_ops_times.csv");
    if (columns.equals(",")) {
      Files.writeString(
          zones,
          Files.readString(zones)
              .replace(",value,", ",")
              .replaceAll("(?m),(id:\\d+)?,((?:id:\\d+)?)$", ",$2"));
    }
    assertThat(read().stream().filter(line -> line.startsWith("Host")))
        .containsExactly(
            "Host Thread 31: CompileProgram 7000100 to 7000600",
            "Host Thread 31: Matmul 7000000 to 7000900 TT_DNN_DEVICE_OP id:1024",
            "Host Thread 31: TT_DNN_DEVICE_OP 7001000 to 7001800 TT_DNN_DEVICE_OP id:2048",
            "Host Thread 32: TT_DNN_FALLBACK_OP 7000500 to 7000800 TT_DNN_FALLBACK_OP"
                + " id:2147484672");
  }

  @Test
  void withoutMessagesTheNewestReportBesideTheLogNamesOperations() throws IOException {
    Files.delete(logs.resolve("tracy_ops_data.csv"));
    String header =
        "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,ATTRIBUTES,MATH FIDELITY,CORE COUNT,"
            + "OP TO OP LATENCY [ns],DEVICE KERNEL DURATION [ns]\n";
    report("1", header + "Old,tt_dnn_device,1024,0,,,1,,5\n");
    report("2", header + "start,signpost,,,,,,,\nSoftmax,tt_dnn_device,1024,0,,,1,,5\n");
    assertThat(read())
        .contains("Device 0 (own clock) Programs: Softmax 0 to 2000 id:1024")
        .contains("Device 0 (own clock) Programs: operation 10000 to 12000 id:2048");
    report("3", "something else\n");
    assertThat(read()).contains("Device 0 (own clock) Programs: operation 0 to 2000 id:1024");
    assertThat(problems.first()).anyMatch(line -> line.startsWith("operations have no names: "));
  }

  private void report(String date, String text) throws IOException {
    Files.writeString(logs.resolve("ops_perf_results_" + date + ".csv"), text);
  }

  @Test
  void devicesWhoseClocksTheBoardComparedAreOnTheClockOfTheHost() throws IOException {
    BoardLogs.writeHost(logs, "TT_DNN_DEVICE_OP|id:1024|7009000|900|31|");
    // A cycle of device 1 is half of one of device 0, which showed 5,000 when it showed 0.
    BoardLogs.writeSync(logs, "0,1.0,0", "1,0.5,5000");
    List<String> heard = read();
    assertThat(heard)
        .contains("Device 0 Programs: Matmul 7009980 to 7011976 id:1024")
        .contains("Device 1 Programs: operation 7014970 to 7015968 id:1025");
    assertThat(problems.first()).isEmpty();
  }

  @Test
  void devicesWhoseClocksWereNotComparedBeginAtZeroAndItIsSaid() throws IOException {
    BoardLogs.writeHost(logs, "TT_DNN_DEVICE_OP|id:1024|7009000|900|31|");
    assertThat(read())
        .contains("Device 0 (own clock) Programs: Matmul 0 to 2000 id:1024")
        .contains("Device 1 (own clock) Programs: operation 0 to 2000 id:1025");
    assertThat(problems.first())
        .containsExactly(
            "the clock of each of the devices 0, 1 is not aligned with any other, and begins at 0"
                + " with its first zone: there is no "
                + logs.resolve("sync_device_info.csv")
                + ", which TT-Metal writes with --sync-host-device");
  }

  @Test
  void aDeviceThatTheSamplesDoNotTellOfIsNamed() throws IOException {
    BoardLogs.writeSync(logs);
    assertThat(read())
        .contains("Device 0 Programs: Matmul 7009980 to 7011976 id:1024")
        .contains("Device 1 (own clock) Programs: operation 0 to 2000 id:1025");
    assertThat(problems.first())
        .singleElement()
        .asString()
        .startsWith("the clock of device 1 is not aligned")
        .endsWith("sync_device_info.csv does not tell of it");
  }

  @Test
  void samplesThatGiveNoClockAreRefusedWithTheirPlace() throws IOException {
    Path sync = logs.resolve("sync_device_info.csv");
    BoardLogs.writeSync(logs);
    Files.writeString(sync, Files.readString(sync).replace(" 1501000,", " many,"));
    assertThatThrownBy(this::read)
        .isInstanceOf(TilescopeException.class)
        .hasMessageContainingAll("cannot align clocks: " + sync + ":3:", "\"many\"");
    BoardLogs.writeSync(logs);
    Files.writeString(
        sync, Files.readString(sync).lines().limit(2).reduce("", (all, row) -> all + row + "\n"));
    assertThatThrownBy(this::read)
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("at least 2 samples, got 1");
  }

  @Test
  void zonesOfTheHostThatAreNotOverAreDamageAndOnesThatOverlapEndWithTheOuter() throws IOException {
    BoardLogs.writeHost(
        logs,
        "TT_DNN_DEVICE_OP|id:1024|100|50|1|",
        "CompileProgram||120|50|1|id:1024",
        "TT_DNN_DEVICE_OP|id:2048|200|-201|1|");
    assertThatThrownBy(this::read)
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("tracy_ops_times.csv, row 4: zone TT_DNN_DEVICE_OP is not over");
    problems = new InputProblems(true);
    assertThat(read())
        .contains("Host Thread 1: CompileProgram 120 to 150")
        .noneMatch(line -> line.contains("id:2048") && line.startsWith("Host"));
    assertThat(problems.first())
        .contains("1 zones of the host went on after the zone around them, and end with it here");
  }

  /** Zones as they end. */
  private List<String> read() {
    List<String> ended = new ArrayList<>();
    Timeline.read(logs, problems, new Endings(ended));
    return ended;
  }

  private record Endings(List<String> ended, Map<Lane, List<String>> open)
      implements TimelineEvents {
    Endings(List<String> ended) {
      this(ended, new HashMap<>());
    }

    @Override
    public void run(String program, long processId, String runId) {}

    @Override
    public void lane(Lane lane) {
      open.put(lane, new ArrayList<>());
    }

    @Override
    public void zoneBegin(Lane lane, long nanos, String name, String file, int line) {
      open.get(lane).add(lane.group().name() + " " + lane.name() + ": " + name + " " + nanos);
    }

    @Override
    public void zoneEnd(Lane lane, long nanos, ZoneNotes notes) {
      String text = notes.text() == null ? "" : " " + notes.text();
      ended.add(open.get(lane).removeLast() + " to " + nanos + text);
    }

    @Override
    public void moment(Lane lane, long nanos, String kind, String text) {}

    @Override
    public void quantity(Lane.Group group, long nanos, String name, String unit, double value) {}
  }
}
