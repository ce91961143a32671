package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.tilescope.capture.Programs;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs real programs. Zones of methods are tested where the agent is built. */
class ProfileCommandTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Writes what it was given to its first argument, and ends with the exit code of its second. */
  static final class Program {
    public static void main(String[] args) throws IOException {
      String variables =
          System.getenv().entrySet().stream()
              .map(Map.Entry::toString)
              .collect(Collectors.joining("\n", "", "\n"));
      Files.writeString(Path.of(args[0]), variables + "arguments=" + Arrays.toString(args));
      System.exit(Integer.parseInt(args[1]));
    }
  }

  /** Leaves a device log. */
  static final class Logging {
    public static void main(String[] args) throws IOException {
      Path logs = Path.of(System.getenv("TT_METAL_PROFILER_DIR"), ".logs");
      Files.copy(Path.of(args[0]), logs.resolve("profile_log_device.csv"));
      System.exit(Integer.parseInt(args[1]));
    }
  }

  /** Says that it runs, waits for ever, and writes to its argument when it is told to end. */
  static final class Waiting {
    public static void main(String[] args) throws InterruptedException {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> write(Path.of(args[0]))));
      System.out.println("ready");
      Thread.currentThread().join();
    }

    private static void write(Path file) {
      try {
        Files.writeString(file, "ended in order");
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** Runs an operation on a device. */
  static final class OnDevice {
    public static void main(String[] args) {
      try (MeshDevice device = MeshDevice.open("n150");
          Tensor a = Programs.random(device, MemoryConfig.DRAM, 32, 32)) {
        Ttnn.relu(a).close();
      }
    }
  }

  private int run(Object... words) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err))
        .run(words("profile", words));
  }

  private static String[] words(String first, Object... rest) {
    return Stream.concat(Stream.of(first), Arrays.stream(rest).map(Object::toString))
        .toArray(String[]::new);
  }

  private Path told() {
    return folder.resolve("told");
  }

  @Test
  void theProgramGetsSettingsAndItsArgumentsAndItsExitCodeIsOurs() throws IOException {
    int exit =
        run(
            "-po",
            folder,
            "-m",
            Program.class.getName(),
            told(),
            7,
            "-r",
            "--",
            "@x",
            "",
            "two words");
    assertThat(exit).as(err.toString()).isEqualTo(7);
    assertThat(Files.readAllLines(told()))
        .contains(
            "TILESCOPE_PROFILE=1",
            "TILESCOPE_PROFILE_PARTIAL=1",
            "TT_METAL_DEVICE_PROFILER=1",
            "TT_METAL_PROFILER_CPP_POST_PROCESS=1",
            "TT_METAL_PROFILER_DIR=" + folder,
            "arguments=[" + told() + ", 7, -r, --, @x, , two words]");
    assertThat(folder.resolve("reports")).doesNotExist();
  }

  @Test
  void aRunBeginsWithoutTheLogsOfTheOneBefore() throws IOException {
    Path old = Files.createDirectories(folder.resolve(".logs/deep/down"));
    Files.writeString(old.resolve("profile_log_device.csv"), "old");
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("kept"), "");
    Files.createSymbolicLink(folder.resolve(".logs/link"), elsewhere);
    assertThat(run("-o", folder, "-m", Program.class.getName(), told(), 0)).isZero();
    assertThat(folder.resolve(".logs")).isEmptyDirectory();
    assertThat(elsewhere.resolve("kept")).exists();
  }

  @Test
  void withAReportItSaysWhereItIsAndStillPassesOnTheExitCode() throws Exception {
    Path log = Path.of(getClass().getResource("/profile/replayed/profile_log_device.csv").toURI());
    for (int exit : new int[] {0, 5}) {
      assertThat(run("-r", "-o", folder, "-m", Logging.class.getName(), log, exit))
          .as(err.toString())
          .isEqualTo(exit);
    }
    assertThat(err.toString())
        .contains("Report   " + folder.resolve("reports"), "ops_perf_results");
    assertThat(out.toString()).isEmpty();
    try (Stream<Path> reports = Files.list(folder.resolve("reports"))) {
      assertThat(reports).hasSize(2);
    }
  }

  @Test
  void whatIsAskedOfTheDeviceIsInTheReportOfTheProgram() throws IOException {
    int exit =
        run(
            "-rp",
            "-o",
            folder,
            "--profile-dispatch-cores",
            "--collect-noc-traces",
            "--profiler-capture-perf-counters",
            "fpu",
            "java",
            "--add-modules=jdk.incubator.vector",
            "-cp",
            System.getProperty("java.class.path"),
            OnDevice.class.getName());
    assertThat(exit).as(err.toString()).isZero();
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> all = files.toList();
      assertThat(all)
          .anyMatch(file -> file.getFileName().toString().matches("noc_trace_dev0_Unary.*\\.json"));
      Path report =
          all.stream()
              .filter(file -> file.toString().contains("ops_perf_results"))
              .findFirst()
              .get();
      Path run = report.resolveSibling("run.json");
      assertThat(run).content().contains("profiling_cost", "estimated_program_ns", "events");
      assertThat(run).content().containsPattern("\"device_marker_ns\": [1-9]");
      assertThat(Files.readAllLines(report).getFirst()).contains("FPU Util Max (%)");
      assertThat(Files.readAllLines(report).getLast())
          .startsWith("UnaryDeviceOperation,")
          .contains(",345,45,");
    }
  }

  @Test
  void logsThatAreProcessedAgainGiveTheSameBytes() throws IOException {
    int exit =
        run(
            "-rp",
            "-o",
            folder,
            "--profile-dispatch-cores",
            "--profiler-capture-perf-counters",
            "fpu",
            "-m",
            OnDevice.class.getName());
    assertThat(exit).as(err.toString()).isZero();
    assertThat(run("--process-logs-only", folder)).as(err.toString()).isZero();
    try (Stream<Path> made = Files.list(folder.resolve("reports"))) {
      List<Path> reports = made.sorted().toList();
      assertThat(reports).hasSize(2);
      Map<String, String> first = filesOf(reports.getFirst());
      assertThat(first).containsKey("ops_perf_results_.csv").containsKey("run.json");
      assertThat(filesOf(reports.getLast())).isEqualTo(first);
    }
  }

  /** Each file's bytes, by its name without the time of the report. */
  private static Map<String, String> filesOf(Path report) throws IOException {
    Map<String, String> files = new HashMap<>();
    try (Stream<Path> all = Files.list(report)) {
      for (Path file : all.toList()) {
        String name = file.getFileName().toString().replace(report.getFileName().toString(), "");
        files.put(name, Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return files;
  }

  @Test
  void aReportWithoutDataIsAFailureUnlessTheProgramFailedItself() {
    assertThat(run("-r", "-o", folder, "-m", Program.class.getName(), told(), 0))
        .isEqualTo(ExitCode.FAILED);
    assertThat(run("-r", "-o", folder, "-m", Program.class.getName(), told(), 9)).isEqualTo(9);
    assertThat(err.toString()).containsPattern("(?s)no profiling data.*no profiling data");
  }

  @Test
  void anExitCodeThatIsCheckedBecomesFourAndThereIsNoReport() throws Exception {
    Path log = Path.of(getClass().getResource("/profile/replayed/profile_log_device.csv").toURI());
    String main = Logging.class.getName();
    assertThat(run("-r", "--check-exit-code", "-o", folder, "-m", main, log, 1)).isEqualTo(4);
    assertThat(err.toString()).contains(main, "exited with a non-zero return code");
    assertThat(folder.resolve("reports")).doesNotExist();
    assertThat(run("--check-exit-code", "-o", folder, "-m", main, log, 0)).isZero();
  }

  @Test
  void otherProgramsRunToo() throws IOException {
    assertThat(run("-o", folder, "--", "sh", "-c", "exit 6")).isEqualTo(6);
    assertThat(run("-o", folder, "--", "/no/such/program")).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("could not be started", "/no/such/program");
  }

  @Test
  void withoutArgumentsItPrintsItsUsage() {
    assertThat(run()).isEqualTo(ExitCode.USAGE);
    assertThat(out.toString()).startsWith("Usage: tilescope profile [OPTIONS]");
    assertThat(run("-r")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-r --enable-accumulate-profiling x",
        "--web-app-port 0 x",
        "--web-app-port 65535 x",
        "--port 65536 x",
        "--op-support-count 0 x",
        "--op-support-count many x",
        "--name-append ../up x",
        "--name-append .. x",
        "--no-such-option x",
        "-r -a foo x",
        "--process-logs-only -a foo",
        "--process-logs-only a b"
      })
  void whatMakesNoSenseIsAUsageErrorAndRunsNothing(String words) {
    assertThat(run((Object[]) words.split(" "))).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines().count()).isLessThanOrEqualTo(3);
  }

  @Test
  void conflictsWithTheDeviceEndBeforeAnythingRuns() {
    assertThat(run("-o", folder, "--dump-device-data-mid-run", "--profile-dispatch-cores", "x"))
        .isEqualTo(ExitCode.FAILED);
    assertThat(run("-o", folder, "--tracy-tools-folder", folder.resolve("none"), "x"))
        .isEqualTo(ExitCode.FAILED);
    assertThat(run("-o", folder, "--profiler-capture-perf-counters=foo", "x"))
        .isEqualTo(ExitCode.FAILED);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void optionsWithoutEffectAreTakenAndNamedOnce() {
    int exit =
        run(
            "-o",
            folder,
            "--tracy-tools-folder",
            folder,
            "--web-app-port",
            8080,
            "-a",
            "x",
            "-a",
            "y",
            "--no-capture-tool",
            "-m",
            Program.class.getName(),
            told(),
            0);
    assertThat(exit).isZero();
    assertThat(err.toString().lines())
        .containsOnlyOnce(
            "tilescope: without effect here: --web-app-port, --tracy-tools-folder,"
                + " --no-capture-tool");
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void aSignalEndsTheProgramInOrderAndTheExitCodeIsThree(String signal) throws Exception {
    assumeFalse(isIgnored(signal), signal + " is ignored here, as by what shells run behind");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(
        List.of(words("profile", "-r", "-o", folder, "-m", Waiting.class.getName(), told())));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      while (!"ready".equals(output.readLine())) {
        assertThat(process.isAlive()).isTrue();
      }
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(3);
      assertThat(output.lines()).isEmpty();
    } finally {
      process.destroyForcibly();
    }
    assertThat(told()).hasContent("ended in order");
    assertThat(folder.resolve("reports")).doesNotExist();
  }

  /** Programs inherit that a signal is ignored; Java then leaves it so. */
  private static boolean isIgnored(String signal) throws IOException {
    int number = signal.equals("INT") ? 2 : 15;
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("SigIgn:")) {
        long mask = Long.parseUnsignedLong(line.substring(7).strip(), 16);
        return (mask >>> (number - 1) & 1) == 1;
      }
    }
    return false;
  }
}
