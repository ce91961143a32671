package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.io.PrivateFolder;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.DataType;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Signature;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
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
      Tracker.functionEnd(hanging, List.of(), 0);
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

  /**
   * As when its program, or another recover, deletes it meanwhile: here a link that leads nowhere.
   */
  @Test
  void aJournalThatIsGoneSinceItWasFoundDoesNotKeepOthersFromTheList() throws IOException {
    Path orphans = Files.createDirectories(folder.resolve("fleeting"));
    Files.createSymbolicLink(orphans.resolve("999999998-0.journal"), folder.resolve("nowhere"));
    Path orphan = Files.write(orphans.resolve("999999999-0.journal"), new byte[3 << 10]);
    System.setProperty("tilescope.journal.dir", orphans.toString());
    try {
      assertThat(run("recover")).isZero();
    } finally {
      System.clearProperty("tilescope.journal.dir");
    }
    assertThat(out.toString()).contains("gone since it was found", orphan.toString());
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
  void aLinkUnderTheReportsNameIsReplacedAndNotFollowed() throws IOException {
    Path journal = journal();
    Path precious = Files.writeString(folder.resolve("thesis"), "x");
    Path report = Files.createSymbolicLink(Path.of(journal + ".json"), precious);
    Path calls = Files.createSymbolicLink(Path.of(journal + ".python_io.json"), precious);
    assertThat(run("recover", journal.toString())).as(err.toString()).isZero();
    assertThat(precious).hasContent("x");
    for (Path written : List.of(report, calls)) {
      assertThat(Files.isSymbolicLink(written)).isFalse();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(written)))
          .as("as private as the journal")
          .isEqualTo("rw-------");
    }
  }

  @Test
  void aLinkThatTheUserNamedIsFollowed() throws IOException {
    Path journal = journal();
    Path file = Files.writeString(folder.resolve("r.json"), "x");
    Path link = Files.createSymbolicLink(folder.resolve("link.json"), file);
    assertThat(run("recover", journal.toString(), "-o", link.toString())).isZero();
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(ReportFile.read(link).calls()).hasSize(2);
  }

  @Test
  void aJournalInAFolderOfAnotherUserIsRefused() throws IOException {
    assumeTrue(PrivateFolder.userId() == 0, "only root can give a folder to another user");
    Path journal = journal();
    Path foreign = Files.createDirectory(folder.resolve("foreign"));
    Path planted = Files.copy(journal, foreign.resolve("1-0.journal"));
    Files.setAttribute(foreign, "unix:uid", 65534);
    assertThat(run("recover", planted.toString())).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString())
        .contains("its folder belongs to user 65534, not to user 0", "copy it into a folder");
    assertThat(foreign).isDirectoryNotContaining("glob:**.json");
  }

  @Test
  void theUsualFolderIsUsedOnlyIfNobodyElseCanWriteIntoIt() throws IOException {
    Path usual = folder.resolve("tilescope-" + System.getProperty("user.name"));
    Files.createDirectory(usual);
    Files.setPosixFilePermissions(usual, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path planted = Files.copy(journal(), usual.resolve("999999999-0.journal"));
    String before = System.getProperty("java.io.tmpdir");
    System.setProperty("java.io.tmpdir", folder.toString());
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      assertThat(capture.journal()).as("the capture works on the heap").isNull();
      assertThat(run("recover")).isEqualTo(ExitCode.FAILED);
      assertThat(run("recover", planted.toString())).isEqualTo(ExitCode.FAILED);
      capture.end();
    } finally {
      System.setProperty("java.io.tmpdir", before);
    }
    assertThat(err.toString().lines())
        .hasSize(2)
        .allMatch(line -> line.contains("is open to other users (permissions 777)"));
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
