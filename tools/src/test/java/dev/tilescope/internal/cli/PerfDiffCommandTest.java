package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tilescope diff} of performance CSVs. */
class PerfDiffCommandTest {
  private static final Path EXAMPLE = Path.of("../docs/examples/llama_prefill.csv");
  private static final Path REPORT = Path.of("src/test/resources/seeds/add-newer-generation.json");

  @TempDir Path folder;
  private Path csv = EXAMPLE;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void leaveSignpostsOut() throws IOException {
    List<String> lines = Files.readAllLines(EXAMPLE);
    lines.removeIf(line -> line.contains(",signpost,"));
    csv = Files.write(folder.resolve("ops_perf_results_a.csv"), lines);
  }

  private int run(Object... words) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    String[] arguments = List.of(words).stream().map(Object::toString).toArray(String[]::new);
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(arguments);
  }

  /** The same with one operation that has another number of cores and takes twice as long. */
  private Path slower() throws IOException {
    List<String> lines = Files.readAllLines(csv);
    List<String> header = List.of(lines.getFirst().split(",", -1));
    String[] cells = lines.get(3).split(",", -1);
    int time = header.indexOf("DEVICE KERNEL DURATION [ns]");
    cells[time] = Long.toString(2 * Long.parseLong(cells[time]));
    cells[header.indexOf("CORE COUNT")] = "3";
    List<String> changed = new ArrayList<>(lines);
    changed.set(3, String.join(",", cells));
    return Files.write(folder.resolve("ops_perf_results_b.csv"), changed);
  }

  @Test
  void twoFilesAreComparedInWords() throws IOException {
    assertThat(run("diff", csv, slower())).isZero();
    assertThat(out.toString())
        .contains("Device time of one run each", "Slower: 1, ", "(row 4 -> 4)", "-> 3")
        .contains("the noise of runs is not known")
        .doesNotContain("Faster");
  }

  @Test
  void aGateFailsOnTheWholeAndOnOneOperation() throws IOException {
    Path slower = slower();
    assertThat(run("diff", csv, slower, "--fail-if", "device-time>+90%")).isZero();
    assertThat(run("diff", csv, slower, "--fail-if", "op-device-time>+90%")).isOne();
    assertThat(err.toString()).contains("limit exceeded: op-device-time>+90%: ", "in row 4");
    assertThat(run("diff", csv, slower, "--fail-if", "peak-l1>+5%")).isOne();
    assertThat(err.toString()).contains("performance CSVs tell nothing of peak-l1");
  }

  @Test
  void asJsonItHasEveryRow() throws IOException {
    assertThat(run("diff", csv, slower(), "--json")).isZero();
    assertThat(out.toString())
        .contains("\"slower\"", "\"row_after\": 4", "\"causes\"", "\"change_percent\"");
  }

  @Test
  void foldersAndRepeatedOptionsAreSeveralRuns() throws IOException {
    Path runs = Files.createDirectories(folder.resolve("runs"));
    Files.copy(csv, runs.resolve("ops_perf_results_1.csv"));
    Files.copy(csv, runs.resolve("ops_perf_results_2.csv"));
    assertThat(run("diff", runs, csv, "--also-after", csv, "--also-after", csv)).isZero();
    assertThat(out.toString()).contains("2 runs -> 3 runs, medians", "within the noise of 0.0 us");
  }

  @Test
  void aFolderWithAReportAndACsvIsComparedInBoth() throws IOException {
    Path one = Files.createDirectories(folder.resolve("one"));
    Path two = Files.createDirectories(folder.resolve("two"));
    for (Path place : List.of(one, two)) {
      Files.copy(REPORT, place.resolve("report.json"));
      Files.copy(csv, place.resolve("ops_perf_results_1.csv"));
    }
    assertThat(run("diff", one, two)).isZero();
    assertThat(out.toString()).contains("The same operations", "Device time of one run each");
    assertThat(run("diff", one, two, "--json")).isZero();
    assertThat(out.toString()).contains("\"performance\": {");
  }

  @Test
  void aCsvAndAReportAreNotCompared() {
    assertThat(run("diff", csv, REPORT)).isEqualTo(2);
    assertThat(err.toString()).contains("is an ops_perf_results CSV, which compares with another");
  }

  @Test
  void aFileThatIsCutIsComparedAndHeldToNoLimit() throws IOException {
    String text = Files.readString(csv);
    Path cut =
        Files.writeString(
            folder.resolve("ops_perf_results_d.csv"), text.substring(0, text.length() - 300));
    assertThat(run("diff", csv, cut)).isZero();
    assertThat(err.toString()).contains("lacks 1 rows that are damaged");
    assertThat(run("diff", csv, cut, "--fail-if", "device-time>+90%")).isOne();
    assertThat(err.toString()).contains("limits cannot be checked");
  }

  @Test
  void rowsOfAnotherProgramCannotBeHeldToALimit() throws IOException {
    List<String> lines = Files.readAllLines(csv);
    List<String> others =
        lines.stream().map(line -> line.replaceFirst("^([A-Z]\\w+Operation)", "Other$1")).toList();
    Path other = Files.write(folder.resolve("ops_perf_results_c.csv"), others);
    assertThat(run("diff", csv, other)).isZero();
    assertThat(run("diff", csv, other, "--fail-if", "device-time>+90%")).isOne();
    assertThat(err.toString()).contains("limits cannot be checked");
  }
}
