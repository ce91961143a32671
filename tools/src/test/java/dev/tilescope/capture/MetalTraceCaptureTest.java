package dev.tilescope.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.report.ReportFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetalTraceCaptureTest {
  @TempDir Path folder;

  private static MetalTrace trace(long id, int commandBytes) {
    byte[] commands = new byte[commandBytes];
    new Random(id).nextBytes(commands);
    return new MetalTrace(
        id,
        -1,
        List.of(0, 4, 7),
        "BLACKHOLE",
        0,
        99_999,
        1L << 33,
        8192,
        1 << 20,
        commands,
        List.of(
            new MetalTrace.Operation(1L << 40, "MatmulDeviceOperation", 0, 5000),
            new MetalTrace.Operation(2, "AllGatherDeviceOperation", 5000, commandBytes - 5000)));
  }

  @Test
  void aCaptureKeepsTheTracesThatEndWhileItIsOpen() {
    Tracker.metalTraceEnded(trace(1, 6000));
    Path file = folder.resolve("report.json");
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tracker.metalTraceEnded(trace(2, 6000));
      Tracker.metalTraceEnded(trace(3, 2_000_000));
      Report report = capture.endToFile(file);
      assertThat(report.metalTraces()).containsExactly(trace(2, 6000), trace(3, 2_000_000));
      assertThat(report.damage()).isEmpty();
      assertThat(ReportFile.read(file).metalTraces()).isEqualTo(report.metalTraces());
    }
  }

  @Test
  void nestedCapturesEachKeepWhatTheySaw() {
    try (GraphCapture outer = GraphCapture.begin(RunMode.NORMAL)) {
      Tracker.metalTraceEnded(trace(1, 6000));
      try (GraphCapture inner = GraphCapture.begin(RunMode.NORMAL)) {
        Tracker.metalTraceEnded(trace(2, 6000));
        assertThat(inner.end().metalTraces()).containsExactly(trace(2, 6000));
      }
      assertThat(outer.end().metalTraces()).containsExactly(trace(1, 6000), trace(2, 6000));
    }
  }

  @Test
  void aKilledProcessLeavesThemInItsJournal() {
    Path journal = folder.resolve("a.journal");
    try (GraphCapture capture =
        GraphCapture.begin(CaptureOptions.of(RunMode.NORMAL).withJournal(journal))) {
      Tracker.metalTraceEnded(trace(5, 1_000_000));
      Report recovered = Journal.recover(journal);
      assertThat(recovered.metalTraces()).containsExactly(trace(5, 1_000_000));
      assertThat(capture.isOpen()).isTrue();
    }
  }

  @Test
  void aTraceThatFindsNoRoomIsLeftOutWithAReason() {
    CaptureOptions tight =
        CaptureOptions.of(RunMode.NORMAL).withJournal(null).withBounds(0, 256 << 10);
    try (GraphCapture capture = GraphCapture.begin(tight)) {
      Tracker.metalTraceEnded(trace(6, 1_000_000));
      Report report = capture.end();
      assertThat(report.metalTraces()).isEmpty();
      assertThat(report.damage())
          .anySatisfy(d ->
              assertThat(d.what())
                  .startsWith("metal trace 6 has 1000000 bytes of commands, of which"));
    }
  }
}
