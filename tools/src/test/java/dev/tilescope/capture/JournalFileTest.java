package dev.tilescope.capture;

import static dev.tilescope.capture.Programs.startedFunctions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalFileTest {
  private static final Signature CALL = Signature.of("ttnn::call");

  @TempDir private Path folder;

  @AfterEach
  void nobodyListens() {
    assertThat(Tracker.on()).isFalse();
    assertThat(Tracker.dispatchBlocked()).isFalse();
  }

  @Test
  void aJournalThatExistsIsNotTouched() throws IOException {
    Path taken = Files.writeString(folder.resolve("a.journal"), "the trace of a killed process");
    assertThatThrownBy(() -> GraphCapture.begin(in(taken)))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining(taken.toString())
        .hasMessageContaining("tilescope recover");
    assertThat(taken).hasContent("the trace of a killed process");
  }

  @Test
  void twoCapturesCannotShareAJournal() {
    Path file = folder.resolve("a.journal");
    try (GraphCapture first = GraphCapture.begin(in(file))) {
      assertThatThrownBy(() -> GraphCapture.begin(in(file))).hasMessageContaining("exists");
      call(CALL);
      assertThat(startedFunctions(first.end())).hasSize(1);
    }
  }

  @Test
  void aJournalThatCannotBeCreatedIsRefused() {
    assertThatThrownBy(() -> GraphCapture.begin(in(folder))).hasMessageContaining("exists");
    assertThatThrownBy(() -> GraphCapture.begin(in(folder.resolve("no/such/folder"))))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("cannot be created");
  }

  @Test
  void othersCannotReadAJournal() throws IOException {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Path file = folder.resolve("a.journal");
    try (GraphCapture capture = GraphCapture.begin(in(file))) {
      assertThat(Files.getPosixFilePermissions(file))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      capture.end();
    }
  }

  /** An interrupt closes the channel of a file; it concerns the program, not the trace. */
  @Test
  void anInterruptedThreadStillHasAJournalAndStaysInterrupted() {
    Path file = folder.resolve("a.journal");
    Thread.currentThread().interrupt();
    try (GraphCapture capture = GraphCapture.begin(in(file))) {
      for (int i = 0; i < 50_000; i++) {
        call(CALL);
      }
      assertThat(Thread.interrupted()).isTrue();
      assertThat(Journal.recover(file).calls()).hasSize(50_000);
      capture.end();
    }
  }

  @Test
  void aRecoveredJournalThatWasFullSaysThatItIsNotAll() {
    Path file = folder.resolve("a.journal");
    try (GraphCapture capture = GraphCapture.begin(in(file).withBounds(256 << 10, 64 << 20))) {
      for (int i = 0; i < 50_000; i++) {
        call(CALL);
      }
      Report recovered = Journal.recover(file);
      assertThat(recovered.calls()).hasSizeBetween(1_000, 49_999);
      assertThat(recovered.damage())
          .anySatisfy(damage -> assertThat(damage.what()).contains("full at 262144 bytes"));
      assertThat(capture.end().calls()).hasSize(50_000);
    }
  }

  @Test
  void aFinishedCaptureLeavesNothingMapped() throws IOException {
    Path maps = Path.of("/proc/self/maps");
    assumeTrue(Files.exists(maps));
    Path file = folder.resolve("a.journal");
    GraphCapture capture = GraphCapture.begin(in(file));
    assertThat(Files.readAllLines(maps)).anyMatch(line -> line.contains(file.toString()));
    capture.end();
    assertThat(Files.readAllLines(maps)).noneMatch(line -> line.contains(file.toString()));
  }

  @Test
  void theJournalIsThereUntilTheReportIsWritten() throws IOException {
    Path file = folder.resolve("a.journal");
    Path report = Files.createDirectory(folder.resolve("report.json"));
    GraphCapture capture = GraphCapture.begin(in(file));
    assertThatThrownBy(() -> capture.endToFile(report)).hasMessageContaining("directory");
    assertThat(file).doesNotExist();
    assertThat(capture.isOpen()).isFalse();
  }

  /** In a container every run of a program may have the same process number. */
  @Test
  void aJournalOlderThanTheProcessOfItsNumberIsAnOrphan() throws IOException {
    String before = System.getProperty("tilescope.journal.dir");
    System.setProperty("tilescope.journal.dir", folder.toString());
    try {
      Path left = folder.resolve(ProcessHandle.current().pid() + "-999999999.journal");
      Files.writeString(left, "");
      Files.setLastModifiedTime(left, FileTime.from(Instant.EPOCH.plusSeconds(1_000_000_000)));
      try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
        assertThat(Objects.requireNonNull(capture.journal())).hasParent(folder);
        assertThat(JournalFolder.orphans()).containsExactly(left);
        capture.end();
      }
    } finally {
      if (before == null) {
        System.clearProperty("tilescope.journal.dir");
      } else {
        System.setProperty("tilescope.journal.dir", before);
      }
    }
  }

  private static CaptureOptions in(Path journal) {
    return CaptureOptions.of(RunMode.NORMAL).withJournal(journal);
  }

  private static void call(Signature signature) {
    Tracker.functionStart(signature);
    Tracker.functionEnd(signature, List.of(), 0);
  }
}
