package dev.tilescope.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.Calltrace;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.Report;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult.Status;

class CaptureGraphTest {
  private static final String AUTODETECT = "junit.jupiter.extensions.autodetection.enabled";

  @AfterEach
  void noCaptureIsLeftOpen() {
    assertThat(Tracker.idle()).isTrue();
  }

  @Test
  void everyInvocationHasACaptureAndAFileOfItsOwn() throws IOException {
    Path folder = emptied("several");
    SampleRun run = SampleRun.of(Samples.Several.class);
    assertThat(files(folder))
        .containsExactly(
            "made-1.json",
            "made-2.json",
            "overloaded-String-1.json",
            "overloaded.json",
            "parameterised-1.json",
            "parameterised-2.json",
            "repeated-1.json",
            "repeated-2.json",
            "repeated-3.json");
    assertThat(adds(folder.resolve("repeated-2.json"))).isEqualTo(2);
    assertThat(adds(folder.resolve("parameterised-1.json"))).isEqualTo(1);
    assertThat(run.status("repetition 2 of 3")).isEqualTo(Status.SUCCESSFUL);
    assertThat(run.thrown("repetition 3 of 3"))
        .hasMessageContaining("of Samples.Several.repeated() [3] is exceeded")
        .hasMessageContaining(
            "To look closer: tilescope memory " + folder.resolve("repeated-3.json"));
    assertThat(run.status("add 1")).isEqualTo(Status.SUCCESSFUL);
    assertThat(run.thrown("add 2")).hasMessageContaining("ttnn::add ran 2 times, 1 over 1");
  }

  @Test
  void testsThatFailOrAreAbortedLeaveTheirReports() throws IOException {
    Path folder = emptied("failures");
    SampleRun.of(Samples.Failures.class);
    assertThat(files(folder)).containsExactly("isAborted.json", "throwsItsOwn.json");
    assertThat(adds(folder.resolve("throwsItsOwn.json"))).isEqualTo(1);
  }

  @Test
  void noTestReplacesTheReportOfAnother() throws IOException {
    Path folder = emptied("clash");
    SampleRun run = SampleRun.of(Samples.Clash.class);
    assertThat(files(folder)).containsExactly("report.json");
    assertThat(run.results().testEvents().succeeded().count()).isEqualTo(1);
    String loser = run.status("one") == Status.FAILED ? "one" : "two";
    assertThat(run.thrown(loser))
        .hasMessageContaining("would replace that of another test")
        .hasMessageContaining("put {class} and {method} into the path");
  }

  @Test
  void aReportIsAtHandInTheTestAndAfterIt() {
    SampleRun run = SampleRun.of(Samples.Parameters.class);
    assertThat(run.status("endsWithItsReport")).isEqualTo(Status.SUCCESSFUL);
    assertThat(run.status("runsOnAThreadOfItsOwn")).isEqualTo(Status.SUCCESSFUL);
  }

  @Test
  void anExtensionThatIsThereTwiceCapturesOnce() {
    assertThat(SampleRun.of(Samples.RegisteredTwice.class).thrown("breaksItOnce"))
        .hasMessageContaining("3 operations were called, 1 over 2")
        .hasNoSuppressedExceptions();
  }

  @Test
  void testsInParallelDoNotSeeEachOther() {
    SampleRun run =
        SampleRun.of(
            Samples.Concurrent.class,
            "junit.jupiter.execution.parallel.enabled",
            "true",
            "junit.jupiter.execution.parallel.config.strategy",
            "fixed",
            "junit.jupiter.execution.parallel.config.fixed.parallelism",
            "2",
            "junit.jupiter.execution.parallel.config.executor-service",
            "FORK_JOIN_POOL",
            AUTODETECT,
            "true");
    run.results().testEvents().assertStatistics(stats -> stats.started(2).succeeded(2));
  }

  @Test
  void aWholeRunIsCapturedWithoutAChangeToItsTests(@TempDir Path folder) throws IOException {
    SampleRun run =
        SampleRun.of(
            Samples.Plain.class, AUTODETECT, "true", "tilescope.capture-graph", folder.toString());
    run.results().testEvents().assertStatistics(stats -> stats.succeeded(2));
    String plain = "dev.tilescope.junit.Samples.Plain";
    assertThat(files(folder)).containsExactly(plain, plain + ".Deeper");
    assertThat(adds(folder.resolve(plain, "adds.json"))).isEqualTo(1);
    assertThat(adds(folder.resolve(plain + ".Deeper", "adds.json"))).isEqualTo(2);
  }

  @Test
  void theFolderOfAWholeRunMayHavePlaceholders(@TempDir Path folder) throws IOException {
    SampleRun.of(
        Samples.Plain.class, AUTODETECT, "true", "tilescope.capture-graph", folder + "/{method}");
    assertThat(files(folder)).containsExactly("adds");
  }

  @Test
  void aRunThatCannotWriteItsReportsPassesAllTheSame(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("taken"), "not a folder");
    SampleRun run =
        SampleRun.of(
            Samples.Plain.class, AUTODETECT, "true", "tilescope.capture-graph", file.toString());
    run.results().testEvents().assertStatistics(stats -> stats.succeeded(2));
    assertThat(run.results().allEvents().reportingEntryPublished().count()).isEqualTo(2);
    assertThat(file).hasContent("not a folder");
  }

  @Test
  void withoutBeingAskedNothingIsCaptured() {
    SampleRun run =
        SampleRun.of(Samples.Plain.class, AUTODETECT, "true", "tilescope.capture-graph", "false");
    run.results().testEvents().assertStatistics(stats -> stats.succeeded(2));
    assertThat(run.results().allEvents().reportingEntryPublished().count()).isZero();
  }

  private static long adds(Path file) {
    Report report = ReportFile.read(file);
    return Collections.frequency(Calltrace.of(report.trace()).names(), "ttnn::add");
  }

  private static Path emptied(String name) throws IOException {
    Path folder = Path.of(Samples.FOLDER, name);
    if (Files.exists(folder)) {
      for (String file : files(folder)) {
        Files.delete(folder.resolve(file));
      }
    }
    return folder;
  }

  /** Without sidecars. */
  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.endsWith(".python_io.json"))
          .sorted()
          .toList();
    }
  }
}
