package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.capture.Watchdog;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.FaultPlan;
import dev.tilescope.device.FaultPlan.Hang;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.kernel.KernelProgram;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TraceEvent.Failure;
import dev.tilescope.model.TraceNode;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.report.ReportFile;
import dev.tilescope.tensor.Tensor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that never end by themselves, in JVMs of their own. */
@Timeout(180)
class WatchdogTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Adds once, and then does what it is told. */
  static final class Program {
    public static void main(String[] args) throws Exception {
      FaultPlan faults = FaultPlan.NONE.with(Hang.of("BinaryNgDeviceOperation").atLaunch(2));
      DeviceOptions options = DeviceOptions.DEFAULT.withFaults(faults);
      try (MeshDevice device = MeshDevice.open(Board.named("n150"), options)) {
        Tensor a = Ttnn.ones(Shape.of(32, 32), device);
        Ttnn.add(a, a).close();
        switch (args[0]) {
          case "spin" -> spin(device);
          case "idle" -> idle();
          case "captured" -> captured(a);
          case "kill" -> kill();
          case "hang" -> Ttnn.add(a, a);
          case "end" -> System.out.println("ended");
          default -> throw new IllegalArgumentException(args[0]);
        }
      }
    }

    private static void spin(MeshDevice device) {
      CoreRangeSet cores = CoreRangeSet.grid(1, 1);
      device.launch(
          KernelProgram.builder("SpinsForEver")
              .dataMovement(
                  "spinner",
                  Risc.BRISC,
                  cores,
                  context -> {
                    while (true) {
                      context.riscWait(1);
                    }
                  })
              .build());
    }

    private static void idle() throws InterruptedException {
      new CountDownLatch(1).await();
    }

    private static void captured(Tensor a) {
      GraphCapture.begin(RunMode.NORMAL);
      Ttnn.add(a, a);
    }

    private static void kill() throws InterruptedException, IOException {
      new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid()).start().waitFor();
      idle();
    }
  }

  private int run(List<String> options, String what) {
    List<String> words = new ArrayList<>(List.of("run"));
    words.addAll(options);
    words.addAll(List.of("--watchdog-output", folder.toString(), "--", "java", "-cp"));
    words.addAll(List.of(System.getProperty("java.class.path"), Program.class.getName(), what));
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err))
        .run(words.toArray(String[]::new));
  }

  private List<Path> files(String pattern) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.getFileName().toString().matches(pattern)).sorted().toList();
    }
  }

  private Report onlyReport() throws IOException {
    List<Path> reports = files("watchdog-\\d+\\.json");
    assertThat(reports).hasSize(1);
    assertThat(files(".*\\.journal")).isEmpty();
    return ReportFile.read(reports.getFirst());
  }

  private static List<Failure> failures(Report report) {
    return report.trace().nodes().stream()
        .map(TraceNode::event)
        .filter(Failure.class::isInstance)
        .map(Failure.class::cast)
        .toList();
  }

  @Test
  void aProgramThatSpinsForEverIsEndedAndItsReportNamesWhereItSpins() throws IOException {
    assertThat(run(List.of("--watchdog", "3"), "spin")).isEqualTo(124);
    Report report = onlyReport();
    assertThat(report.calls())
        .extracting(Report.OperationCall::name)
        .containsExactly("ttnn::ones", "ttnn::add", "SpinsForEver");
    assertThat(report.completeness().unclosedOperations()).containsExactly("SpinsForEver");
    assertThat(failures(report))
        .singleElement()
        .satisfies(failure -> {
          assertThat(failure.operation()).isEqualTo("SpinsForEver");
          assertThat(failure.type()).isEqualTo("incomplete_operation");
          assertThat(failure.message())
              .startsWith("nothing traced happened for 3 s\nthread \"main\" is\n  at ")
              .contains("Program.spin(WatchdogTest.java:");
        });
  }

  @Test
  void theCaptureOfAStuckProgramIsWrittenInsteadOfTheBackgroundOne() throws IOException {
    assertThat(run(List.of("--watchdog", "3"), "captured")).isEqualTo(124);
    Report report = onlyReport();
    assertThat(report.calls()).extracting(Report.OperationCall::name).containsExactly("ttnn::add");
    assertThat(report.completeness().unclosedOperations())
        .containsExactly("ttnn::add", "ttnn::prim::binary_ng", "BinaryNgDeviceOperation");
    assertThat(failures(report))
        .singleElement()
        .satisfies(failure ->
            assertThat(failure.message()).contains("Program.captured(WatchdogTest.java:"));
  }

  @Test
  void aProgramThatIsStuckOutsideOfOperationsIsSaidToBe() throws IOException {
    assertThat(run(List.of("--watchdog", "3"), "idle")).isEqualTo(124);
    Report report = onlyReport();
    assertThat(failures(report))
        .singleElement()
        .satisfies(failure -> {
          assertThat(failure.operation()).isEqualTo("no operation");
          assertThat(failure.message()).contains("thread \"main\" is", "Program.idle");
        });
    assertThat(report.completeness().unclosedOperations()).isEmpty();
  }

  @Test
  void aProgramThatEndsByItselfLeavesNothing() throws IOException {
    assertThat(run(List.of("--watchdog", "60"), "end")).isZero();
    assertThat(files(".*")).isEmpty();
  }

  @Test
  void theReportOfAProgramThatWasKilledOutrightIsRecovered() throws IOException {
    assertThat(run(List.of("--watchdog", "60"), "kill")).isEqualTo(128 + 9);
    assertThat(err.toString()).contains("the program was killed; report in " + folder);
    assertThat(onlyReport().calls())
        .extracting(Report.OperationCall::name)
        .containsExactly("ttnn::ones", "ttnn::add");
  }

  @Test
  void aProgramThatIsKeptWritesOnceAndLeavesAnotherReportWhenItIsTerminated()
      throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path");
    ProcessBuilder builder =
        new ProcessBuilder(java, "-cp", classes, Program.class.getName(), "hang")
            .redirectErrorStream(true);
    builder
        .environment()
        .putAll(
            Map.of(
                "TILESCOPE_WATCHDOG_SECONDS", "3",
                "TILESCOPE_WATCHDOG_KEEP", "1",
                "TILESCOPE_WATCHDOG_DIR", folder.toString()));
    Process process = builder.start();
    try (BufferedReader lines = process.inputReader()) {
      String line = lines.readLine();
      while (!line.contains("report in")) {
        line = lines.readLine();
      }
      process.toHandle().destroy();
      List<String> rest = lines.lines().toList();
      assertThat(rest).anyMatch(l -> l.endsWith("the program was ended inside an operation"));
    }
    assertThat(process.waitFor()).isEqualTo(128 + 15);
    List<Path> reports = files("watchdog-\\d+(-1)?\\.json");
    assertThat(reports).hasSize(2);
    for (Path report : reports) {
      assertThat(ReportFile.read(report).completeness().unclosedOperations())
          .endsWith("BinaryNgDeviceOperation");
    }
  }

  @Test
  void aLimitThatIsNoneIsAUsageError() {
    assertThat(run(List.of("--watchdog", "0"), "end")).isEqualTo(ExitCode.USAGE);
    assertThat(run(List.of("--watchdog", "soon"), "end")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("more than 0 seconds are expected, got 0.0");
    assertThat(Arrays.asList(ExitCode.WATCHDOG, Watchdog.EXIT_CODE)).containsOnly(124);
  }
}
