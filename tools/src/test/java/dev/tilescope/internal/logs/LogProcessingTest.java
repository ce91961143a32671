package dev.tilescope.internal.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small log on two cores: a traced operation replayed twice, a plain one, a host operation. */
class LogProcessingTest {
  @TempDir Path folder;

  private final InputProblems problems = new InputProblems(false);
  private List<Map<String, String>> rows = List.of();
  private List<String> header = List.of();

  static Path golden() throws URISyntaxException {
    var place = LogProcessingTest.class.getResource("/profile/replayed");
    assertThat(place).isNotNull();
    return Path.of(place.toURI());
  }

  @BeforeEach
  void process() throws IOException, URISyntaxException {
    read(LogProcessing.run(LogOptions.of(golden(), folder, "t"), problems).report());
  }

  /** No cell of this report but the attributes needs quotes, and commas are semicolons by then. */
  private void read(Path report) throws IOException {
    assertThat(report).hasFileName("ops_perf_results_t.csv");
    String text = Files.readString(report);
    assertThat(text).endsWith("\r\n");
    List<String> lines = text.lines().toList();
    header = List.of(lines.getFirst().split(","));
    rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      assertThat(cells).hasSameSizeAs(header);
      Map<String, String> row = new HashMap<>();
      for (int i = 0; i < cells.length; i++) {
        row.put(header.get(i), cells[i]);
      }
      rows.add(row);
    }
  }

  private List<String> column(String name) {
    assertThat(header).contains(name);
    return rows.stream().map(row -> row.getOrDefault(name, "")).toList();
  }

  @Test
  void rowsFollowHostTimeWithReplaysAtTheirMessages() {
    assertThat(column("OP CODE"))
        .containsExactly(
            "step: 3", "Unary; fused", "Unary; fused", "Unary; fused", "Unary; fused", "torch.add");
    assertThat(column("HOST START TS")).containsExactly("50", "95", "95", "95", "400", "500");
    assertThat(column("METAL TRACE ID")).containsExactly("", "7", "7", "7", "", "");
    assertThat(column("METAL TRACE REPLAY SESSION ID")).containsExactly("", "", "1", "2", "", "");
  }

  @Test
  void deviceTimesAreCyclesByTheClockOfTheLog() {
    assertThat(column("DEVICE FW START CYCLE")).containsExactly("", "", "1000", "5000", "9000", "");
    assertThat(column("DEVICE FW END CYCLE")).containsExactly("", "", "2600", "5700", "9400", "");
    assertThat(column("DEVICE FW DURATION [ns]")).containsExactly("", "", "1185", "519", "296", "");
    assertThat(column("DEVICE KERNEL DURATION [ns]"))
        .containsExactly("", "", "1007", "400", "", "");
    assertThat(column("DEVICE KERNEL DURATION DM START [ns]"))
        .containsExactly("", "", "1000", "400", "", "");
    assertThat(column("DEVICE KERNEL FIRST TO LAST START [ns]"))
        .containsExactly("", "", "207", "0", "", "");
    assertThat(column("DEVICE TRISC0 KERNEL DURATION [ns]"))
        .containsExactly("", "", "674", "", "", "");
    assertThat(column("DEVICE COMPUTE CB WAIT FRONT [ns]"))
        .containsExactly("", "", "20", "", "", "");
  }

  @Test
  void coresAreCountedAndComparedOneByOne() {
    assertThat(column("CORE COUNT")).containsExactly("", "", "2", "1", "1", "");
    assertThat(column("DEVICE KERNEL DURATION PER CORE MIN [ns]").get(2)).isEqualTo("600");
    assertThat(column("DEVICE KERNEL DURATION PER CORE MAX [ns]").get(2)).isEqualTo("1007");
    assertThat(column("DEVICE KERNEL DURATION PER CORE AVG [ns]").get(2)).isEqualTo("804");
    assertThat(column("SUB DEVICE ID")).containsExactly("", "", "3", "", "", "");
  }

  @Test
  void latencyIsFromTheKernelBeforeOnTheSameDevice() {
    assertThat(column("OP TO OP LATENCY [ns]")).containsExactly("", "", "0", "1963", "", "");
    assertThat(column("OP TO OP LATENCY BR/NRISC START [ns]").get(3)).isEqualTo("1963");
  }

  @Test
  void whatTheHostKnowsIsInEveryRowOfTheOperation() {
    assertThat(column("MATH FIDELITY").subList(1, 5)).containsOnly("HiFi4");
    assertThat(column("INPUT_0_X_PAD[LOGICAL]").subList(1, 5)).containsOnly("96[65]");
    assertThat(column("INPUT_0_MEMORY").subList(1, 5)).containsOnly("HOST");
    assertThat(column("OUTPUT_0_MEMORY").subList(1, 5)).containsOnly("DEV_0_L1_WIDTH_SHARDED");
    assertThat(column("COMPUTE KERNEL SOURCE").get(4)).isEqualTo("['a.cpp'; 'b.cpp']");
    assertThat(column("DATA MOVEMENT KERNEL HASH").get(4)).isEqualTo("[]");
    assertThat(column("PROGRAM HASH").get(4)).isEqualTo("18446744073709551615");
    assertThat(column("PROGRAM CACHE HIT"))
        .containsExactly("", "False", "False", "False", "True", "");
    assertThat(column("PM REQ I BW").get(4)).isEqualTo("[292.5714416503906]");
    assertThat(column("PM FPU UTIL (%)")).containsExactly("", "", "9.93", "25.0", "", "");
    assertThat(column("CompileProgram_TT_HOST_FUNC [ns]"))
        .containsExactly("", "9", "9", "9", "", "");
  }

  @Test
  void textIsWrittenAsPythonPrintsIt() {
    assertThat(column("ATTRIBUTES"))
        .containsExactly(
            "warm; up",
            "\"{'op': 'it\\'s \"\"fast\"\"'; 'dims': '[1; 2]'}\"",
            "\"{'op': 'it\\'s \"\"fast\"\"'; 'dims': '[1; 2]'}\"",
            "\"{'op': 'it\\'s \"\"fast\"\"'; 'dims': '[1; 2]'}\"",
            "\"{'op': 'it\\'s \"\"fast\"\"'; 'dims': '[1; 2]'}\"",
            "{}");
  }

  @Test
  void kernelSizesAreOrderedByClassAndNumber() {
    assertThat(header.stream().filter(name -> name.endsWith("KERNEL SIZE [B]")))
        .containsExactly(
            "TENSIX COMPUTE 9 MAX KERNEL SIZE [B]",
            "TENSIX COMPUTE 10 MAX KERNEL SIZE [B]",
            "IDLE ETH DM 0 MAX KERNEL SIZE [B]");
  }

  @Test
  void withoutHostLogsTheReportHasTheDeviceColumnsThatOccur() throws Exception {
    Path logs = Files.createDirectories(folder.resolve("run/.logs"));
    Files.copy(golden().resolve("profile_log_device.csv"), logs.resolve("profile_log_device.csv"));
    LogProcessing.Summary summary =
        LogProcessing.run(
            LogOptions.of(folder.resolve("run"), folder.resolve("out"), "t"), problems);
    assertThat(summary.deviceOnly()).isTrue();
    read(summary.report());
    assertThat(column("GLOBAL CALL COUNT")).containsExactly("1024", "1024", "2048");
    assertThat(column("OP TO OP LATENCY [ns]")).containsExactly("0", "1963", "");
    assertThat(header).doesNotContain("OP CODE", "DEVICE ERISC KERNEL DURATION [ns]");
  }
}
