package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damaged logs, and options of {@code tilescope profile --process-logs-only}. */
class ProcessLogsOnlyTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void copy() throws Exception {
    Path golden = Path.of(getClass().getResource("/profile/replayed").toURI());
    Path logs = Files.createDirectories(folder.resolve(".logs"));
    for (String name :
        List.of("profile_log_device.csv", "tracy_ops_data.csv", "tracy_ops_times.csv")) {
      Files.copy(golden.resolve(name), logs.resolve(name));
    }
  }

  /** A way to damage the device log, and the row and words that name it. */
  private record Damage(String name, UnaryOperator<List<String>> change, int row, String words) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Damage> damages() {
    return List.of(
        new Damage("truncated in a row", rows -> cut(rows, 40), 25, "ends inside this row"),
        new Damage("truncated in a zone", rows -> rows.subList(0, 21), 20, "never ends"),
        new Damage("truncated between runs", rows -> rows.subList(0, 8), 8, "is truncated"),
        new Damage("reordered", rows -> swapped(rows, 5, 6), 7, "the log is reordered"),
        new Damage("unknown hash", rows -> edited(rows, 5, "MY-ZONE", ""), 5, "has no name"),
        new Damage("end without start", rows -> without(rows, 9), 11, "without a start"),
        new Damage("duplicate id", rows -> edited(rows, 9, ",7,2,", ",7,1,"), 9, "used twice"),
        new Damage("wrong header", rows -> edited(rows, 2, "time[", "clock["), 2, "15 columns"),
        new Damage(
            "another tool", _ -> List.of("OP CODE,OP TYPE", "Matmul,op"), 1, "not a device"));
  }

  private static List<String> cut(List<String> rows, int characters) {
    List<String> changed = new ArrayList<>(rows);
    // The end of the text, after which the test writes a line end, as the start of the last row.
    changed.set(rows.size() - 1, rows.getLast().substring(0, characters) + "\0");
    return changed;
  }

  private static List<String> edited(List<String> rows, int row, String from, String to) {
    List<String> changed = new ArrayList<>(rows);
    changed.set(row - 1, rows.get(row - 1).replace(from, to));
    return changed;
  }

  private static List<String> swapped(List<String> rows, int first, int second) {
    List<String> changed = new ArrayList<>(rows);
    Collections.swap(changed, first, second);
    return changed;
  }

  private static List<String> without(List<String> rows, int row) {
    List<String> changed = new ArrayList<>(rows);
    changed.remove(row - 1);
    return changed;
  }

  @ParameterizedTest
  @MethodSource("damages")
  void everyDamageIsOneLineWithFileAndRow(Damage damage) throws IOException {
    Path log = folder.resolve(".logs/profile_log_device.csv");
    String text = String.join("\n", damage.change().apply(Files.readAllLines(log))) + "\n";
    int end = text.indexOf('\0');
    Files.writeString(log, end < 0 ? text : text.substring(0, end));
    Path output = folder.resolve("out");
    String[] words = {"-o", output.toString(), "--process-logs-only", folder.toString()};
    assertThat(run(with("profile", "--strict", words))).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .contains(log + ", row " + damage.row() + ": ", damage.words());
    assertThat(out.toString()).isEmpty();
    assertThat(output).doesNotExist();
  }

  @Test
  void countersAreSummedUpOnRequest() throws Exception {
    Path counters = Path.of(getClass().getResource("/profile/counters").toURI());
    Path output = folder.resolve("out");
    assertThat(run("profile", "-o", output.toString(), "--process-logs-only", counters.toString()))
        .isZero();
    assertThat(out.toString()).doesNotContain("performance counters");
    assertThat(
            run(
                "profile",
                "-o",
                output.toString(),
                "-v",
                "--process-logs-only",
                counters.toString()))
        .isZero();
    assertThat(out.toString())
        .contains("Device 0: performance counters of 2 runs")
        .containsPattern("\nFPU_COUNTER +2 +[\\d,]+ +[\\d,]+ +[\\d,]+ +[\\d,]+\\R")
        .containsPattern("\nCompute-to-Unpack Ratio \\(%\\) +2 +[\\d.]+ ");
  }

  @Test
  void theNameIsPartOfFolderAndFile() throws IOException {
    assertThat(
            run("profile", "-n", "bert", "--device-only", "--process-logs-only", folder.toString()))
        .isZero();
    assertThat(err.toString()).isEmpty();
    try (Stream<Path> files = Files.walk(folder.resolve("reports/bert"))) {
      assertThat(files.filter(Files::isRegularFile).map(file -> file.getFileName().toString()))
          .hasSize(5)
          .anyMatch(name -> name.startsWith("ops_perf_results_bert_"))
          .anyMatch(name -> name.startsWith("per_core_op_to_op_times_bert_"));
    }
  }

  private static String[] with(String command, String option, String... words) {
    return Stream.concat(Stream.of(command, option), Stream.of(words)).toArray(String[]::new);
  }

  private int run(String... arguments) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(arguments);
  }
}
