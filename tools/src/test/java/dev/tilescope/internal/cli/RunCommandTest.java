package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunCommandTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Ends with the exit code it is given. */
  static final class Program {
    public static void main(String[] args) {
      if (args.length > 1) {
        try (MeshDevice device = MeshDevice.open("n150")) {
          Ttnn.relu(Ttnn.ones(Shape.of(2, 3), device));
        }
      }
      System.exit(Integer.parseInt(args[0]));
    }
  }

  private int run(String... arguments) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(arguments);
  }

  private int runProgram(List<String> options, String... arguments) {
    List<String> words = new ArrayList<>(List.of("run", "-o", folder.toString()));
    words.addAll(options);
    words.addAll(List.of("--", "java", "-cp", System.getProperty("java.class.path")));
    words.add(Program.class.getName());
    words.addAll(Arrays.asList(arguments));
    return run(words.toArray(String[]::new));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".json"))
          .sorted()
          .toList();
    }
  }

  @Test
  void aProgramIsTracedAndItsExitCodeIsOurs() throws IOException {
    assertThat(runProgram(List.of("--trace-params"), "7", "with operations")).isEqualTo(7);
    assertThat(files())
        .satisfiesExactly(
            first -> assertThat(first).startsWith("1_ttnn_ones_"),
            second -> assertThat(second).startsWith("2_ttnn_relu_"));
    assertThat(err.toString()).contains("2 calls traced to " + folder);
    assertThat(Files.readString(folder.resolve(files().getLast()))).doesNotContain("\"values\"");
  }

  @Test
  void valuesAndFiltersReachTheProgram() throws IOException {
    List<String> options =
        List.of("--trace-params-with-values", "--operation", "*relu", "--max-values", "4");
    assertThat(runProgram(options, "0", "with operations")).isZero();
    assertThat(files()).hasSize(1);
    assertThat(Files.readString(folder.resolve(files().getFirst())))
        .contains("\"values\": [[1.0, 1.0, 1.0],\n[1.0]]", "\"written\": 4");
  }

  @Test
  void aProgramWithoutOperationsIsToldSo() {
    assertThat(runProgram(List.of("--trace-params"), "0")).isZero();
    assertThat(err.toString()).contains("no call was traced");
  }

  @Test
  void operationsThatWereNotCalledAreNamedAndTheClassPathIsNotBlamed() {
    List<String> options = List.of("--trace-params", "--operation", "*softmax");
    assertThat(runProgram(options, "0", "with operations")).isZero();
    assertThat(err.toString())
        .contains("no call of *softmax was traced; without --operation every call is")
        .doesNotContain("class path");
  }

  @ParameterizedTest
  @CsvSource({
    "--trace-params --limit 0, '--limit must be at least 1, got 0'",
    "--trace-params-with-values --npy-above -1, '--npy-above must be at least 0, got -1'",
    "--trace-params-with-values --max-values -1, '--max-values must be at least 0, got -1'",
    "--trace-params --npy-above 5, --npy-above needs --trace-params-with-values",
    "--trace-params --max-values 5, --max-values needs --trace-params-with-values",
    "--trace-params --watchdog-keep, --watchdog-keep would do nothing: without --watchdog",
    "--watchdog 9 --limit 5, --limit would do nothing: without --trace-params"
  })
  void numbersWithoutSenseAreUsageErrorsAndRunNothing(String options, String message) {
    assertThat(runProgram(List.of(options.split(" ")), "7")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-m", "-- -m", "--"})
  void aMainClassRunsAsItDoesUnderProfile(String before) throws IOException {
    List<String> words = new ArrayList<>(List.of("run", "--trace-params", "-o", folder.toString()));
    words.addAll(before.isEmpty() ? List.of() : List.of(before.split(" ")));
    words.addAll(List.of(Program.class.getName(), "7", "with operations"));
    assertThat(run(words.toArray(String[]::new))).as(err.toString()).isEqualTo(7);
    assertThat(files()).hasSize(2);
  }

  @Test
  void aProgramThatDoesNotCaptureItselfLeavesAReport() {
    Path file = folder.resolve("made/report.json");
    String[] words = {
      "run", "--report", file.toString(), "--", Program.class.getName(), "3", "with operations"
    };
    assertThat(run(words)).as(err.toString()).isEqualTo(3);
    assertThat(run("calltrace", file.toString())).isZero();
    assertThat(out.toString()).contains("ttnn::ones", "ttnn::relu");
  }

  @Test
  void aProgramThatTracesNothingLeavesNoReportAndIsToldSo() {
    Path file = folder.resolve("report.json");
    assertThat(run("run", "--report", file.toString(), Program.class.getName(), "0")).isZero();
    assertThat(file).doesNotExist();
    assertThat(err.toString()).contains("no report: the program traced nothing");
  }

  @Test
  void theDemoRunsAsUnderProfile() throws IOException {
    String report = folder.resolve("of-demo").toString();
    String[] words = {
      "run", "--trace-params", "-o", folder.toString(), "--", "demo", "bert", "--report", report
    };
    assertThat(run(words)).as(err.toString()).isZero();
    assertThat(files()).isNotEmpty();
  }

  @Test
  void aCommandWithoutAnythingToTraceOrToRunIsAUsageError() {
    assertThat(run("run", "--", "java", "-version")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("nothing to trace: add --trace-params");
    assertThat(run("run", "--trace-params")).isEqualTo(ExitCode.USAGE);
    assertThat(run("run", "--trace-params", "--", "no-such-program-anywhere")).isEqualTo(1);
    assertThat(err.toString()).contains("could not be started", "no-such-program-anywhere");
  }
}
