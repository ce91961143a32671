package dev.tilescope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Signature;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.report.ReportFile;
import dev.tilescope.track.Tracker;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecoverCommandTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** A copy of the journal of a capture that is inside an operation, as a kill would leave it. */
  private Path journal() throws IOException {
    Path live = folder.resolve("live.journal");
    Path left = folder.resolve("left.journal");
    Signature hanging = Signature.of("ttnn::hangs");
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture =
            GraphCapture.begin(CaptureOptions.of(RunMode.NORMAL).withJournal(live))) {
      Ttnn.rand(Shape.of(32, 32), DataType.FLOAT32, device, 1).close();
      Tracker.functionStart(hanging);
      Files.copy(live, left);
      Tracker.functionEnd(hanging, java.util.List.of(), 0);
      capture.end();
    }
    return left;
  }

  @Test
  void journalsAreListedWithTimeSizeAndPath() throws IOException {
    Path orphan = folder.resolve("orphans/999999999-0.journal");
    Files.createDirectories(orphan.resolveSibling(""));
    Files.write(orphan, new byte[3 << 10]);
    System.setProperty("tilescope.journal.dir", orphan.resolveSibling("").toString());
    try {
      assertThat(run("recover")).isZero();
    } finally {
      System.clearProperty("tilescope.journal.dir");
    }
    assertThat(out.toString())
        .matches(
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ +3\\.0 KiB  .*999999999-0\\.journal\\R");
  }

  @Test
  void aJournalBecomesAReportBesideIt() throws IOException {
    Path journal = journal();
    assertThat(run("recover", journal.toString())).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("2 operations")
        .contains("It died in: ttnn::hangs")
        .contains("ended before the capture did");
    assertThat(ReportFile.read(Path.of(journal + ".json")).calls())
        .extracting(call -> call.name())
        .containsExactly("ttnn::rand", "ttnn::hangs");
    assertThat(journal).exists();
  }

  @Test
  void theJournalGoesWhenAskedTo() throws IOException {
    Path journal = journal();
    Path report = folder.resolve("out/r.json");
    assertThat(run("recover", journal.toString(), "-o", report.toString(), "--delete")).isZero();
    assertThat(journal).doesNotExist();
    assertThat(report).exists();
  }

  @Test
  void somethingElseIsRefused() throws IOException {
    Path other = Files.writeString(folder.resolve("x.json"), "{}");
    assertThat(run("recover", other.toString())).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("is not a capture journal");
  }

  private int run(String... arguments) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(arguments);
  }
}
