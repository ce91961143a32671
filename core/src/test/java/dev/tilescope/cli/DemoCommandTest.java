package dev.tilescope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.model.Report;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void theDemoShowsMemoryTimeAndWhatToDoNext() {
    Path file = folder.resolve("report.json");
    assertThat(run("demo", "--layers", "1", "--seq", "32", "--width", "64", "--report", "" + file))
        .as(err.toString())
        .isZero();
    assertThat(out.toString())
        .contains("1-layer transformer encoder", "modelled n150", "Memory at its peak")
        .contains("Top operations", "ttnn::matmul", "Allocations (8 of", "Try next")
        .contains("device 0  L1", "device 0  DRAM", "(modelled)");
    Report report = ReportFile.read(file);
    assertThat(report.damage()).isEmpty();
    assertThat(report.calls()).hasSizeGreaterThan(50);
    assertThat(report.calls().getFirst().stackFrames().getFirst()).contains("DemoEncoder");
  }

  @Test
  void theSameDemoGivesTheSameValues() {
    String[] small = {"demo", "--layers", "1", "--seq", "32", "--width", "64", "--report"};
    run(append(small, folder.resolve("a.json")));
    String first = result();
    out.getBuffer().setLength(0);
    run(append(small, folder.resolve("b.json")));
    assertThat(result()).isEqualTo(first).contains("starting");
  }

  private static String[] append(String[] arguments, Path file) {
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = file.toString();
    return all;
  }

  private String result() {
    return out.toString().lines().filter(line -> line.startsWith("Result")).findFirst().orElse("");
  }

  @Test
  void noDispatchTracesWhatNoHostCouldCompute() {
    Path file = folder.resolve("report.json");
    assertThat(
            run(
                "demo",
                "--no-dispatch",
                "--layers",
                "2",
                "--seq",
                "131072",
                "--width",
                "8192",
                "--device",
                "p150",
                "--report",
                file.toString()))
        .isZero();
    assertThat(out.toString()).contains("NO_DISPATCH", "TiB");
  }

  @Test
  void aReportThatCannotBeWrittenStillLeavesTheSummary() throws IOException {
    Path taken = Files.createDirectory(folder.resolve("report.json"));
    assertThat(run("demo", "--layers", "1", "--seq", "32", "--width", "64", "--report", "" + taken))
        .isEqualTo(ExitCode.FAILED);
    assertThat(out.toString()).contains("Top operations");
    assertThat(err.toString()).contains(taken.toString());
  }

  @Test
  void wrongOptionsAreExplained() {
    assertThat(run("demo", "--width", "100")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--width must be a multiple of 64, got 100");
    assertThat(run("demo", "--device", "n999")).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("n999").contains("n150");
  }

  private int run(String... arguments) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(arguments);
  }
}
