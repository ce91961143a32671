package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.timeline.BoardLogs;
import dev.tilescope.model.DataType;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.profile.HostRun;
import dev.tilescope.profile.HostThread;
import dev.tilescope.profile.MadeJournal;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.SourceSite;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code tilescope tracy convert}, and what {@code profile} makes of a journal. */
class TracyCommandTest {
  private static final byte[] MAGIC = {'t', 'r', (byte) 0xFD, 'P'};

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private void journal() throws IOException {
    HostRun run = new HostRun("run-1", 1, 5, 77, false);
    try (MadeJournal journal = MadeJournal.in(folder.resolve(".logs"), run)) {
      journal.thread(new HostThread(1, "main", HostThread.Kind.PLATFORM));
      journal.begin(1, 10, new SourceSite(1, "zone", "f", "F.java", 3));
      journal.end(1, 20);
      journal.ended(30);
    }
  }

  @Test
  void aRunBecomesAFileAndItsSizeIsSaid() throws IOException {
    journal();
    Path file = folder.resolve("x.tracy");
    int exit = run("tracy", "convert", folder.toString(), "-o", file.toString());
    assertThat(exit).as(err.toString()).isZero();
    assertThat(Files.readAllBytes(file)).startsWith(MAGIC);
    assertThat(out.toString()).startsWith(file + ": ");
    assertThat(run("tracy", "convert", folder.toString(), "--tracy-format", "0.14")).isZero();
    assertThat(folder.resolve("tracy_profile_log_host.tracy")).isRegularFile();
    assertThat(run("tracy", "convert", folder.toString(), "--rank", "0")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--rank would do nothing: a run of the profiler is one");
  }

  @Test
  void theLogsOfABoardBecomeAFileBesideItsOwnCapture() throws IOException {
    Path logs = folder.resolve("board");
    BoardLogs.write(logs);
    Path capture = Files.writeString(logs.resolve("tracy_profile_log_host.tracy"), "capture");
    Files.writeString(logs.resolve("topology.json"), "{}");
    assertThat(run("tracy", "convert", logs.toString())).as(err.toString()).isZero();
    assertThat(Files.readAllBytes(logs.resolve("timeline.tracy"))).startsWith(MAGIC);
    assertThat(out.toString()).startsWith(logs.resolve("timeline.tracy") + ": ");
    assertThat(capture).hasContent("capture");
  }

  @Test
  void otherFormatsAndFoldersWithoutARunAreRefused() {
    assertThat(run("tracy", "convert", folder.toString(), "--tracy-format", "0.9"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--tracy-format is 0.13.1 or 0.14, got 0.9");
    assertThat(run("tracy", "convert", folder.toString())).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("there is no tilescope_host_events.bin in " + folder);
    assertThat(run("tracy")).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void theReportOfARunHoldsItsTracyFile() throws IOException {
    journal();
    int exit = run("profile", "--process-logs-only", folder.toString());
    assertThat(exit).as(err.toString()).isZero();
    try (Stream<Path> files = Files.walk(folder.resolve("reports"))) {
      Path file =
          files.filter(f -> f.endsWith("tracy_profile_log_host.tracy")).findFirst().orElseThrow();
      assertThat(Files.readAllBytes(file)).startsWith(MAGIC);
    }
  }

  @Test
  void aReportIsMadeEvenIfTheTracyFileIsNot() throws IOException {
    journal();
    Files.createDirectories(folder.resolve(".logs/tracy_profile_log_host.tracy"));
    assertThat(run("profile", "--process-logs-only", folder.toString())).isZero();
    assertThat(err.toString()).contains("there is no new Tracy file: cannot write");
  }

  @Test
  void aReportAndTheJournalOfACaptureBecomeFilesBesideThem() throws IOException {
    Path report = folder.resolve("report.json");
    Path journal = folder.resolve("capture.journal");
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture =
            GraphCapture.begin(
                CaptureOptions.of(RunMode.NORMAL).withJournal(folder.resolve("live.journal")))) {
      Ttnn.rand(Shape.of(32, 32), DataType.FLOAT32, device, 1).close();
      Files.copy(folder.resolve("live.journal"), journal);
      ReportFile.write(capture.end(), report);
    }
    for (Path input : List.of(report, journal)) {
      assertThat(run("tracy", "convert", input.toString())).as(err.toString()).isZero();
      assertThat(Files.readAllBytes(Path.of(input + ".tracy"))).startsWith(MAGIC);
    }
    Path reports = Files.createDirectories(folder.resolve("reports"));
    Files.copy(report, reports.resolve("r.json"));
    assertThat(run("tracy", "convert", reports.toString())).as(err.toString()).isZero();
    assertThat(reports.resolve("tracy_profile_log_host.tracy")).isRegularFile();
    assertThat(run("tracy", "convert", folder.resolve("none.json").toString())).isNotZero();
    assertThat(err.toString()).contains("none.json");
  }

  /** Marks a zone, and ends with the exit code of its argument. */
  static final class Program {
    public static void main(String[] args) {
      Profiler.zone("zone").close();
      System.exit(Integer.parseInt(args[0]));
    }
  }

  @Test
  @Timeout(60)
  void aProgramThatListensServesTracyAndItsExitCodeIsOurs() throws Exception {
    int port = freePort();
    CompletableFuture<Integer> exit =
        CompletableFuture.supplyAsync(() ->
            run(
                "tracy",
                "listen",
                "-p",
                Integer.toString(port),
                "--tracy-wait",
                "--no-device",
                "--",
                Program.class.getName(),
                "7"));
    try (Socket tracy = connected(port, exit)) {
      tracy.getOutputStream().write("TracyPrf\u0052\0\0\0".getBytes(StandardCharsets.US_ASCII));
      assertThat(tracy.getInputStream().read()).isEqualTo(1);
      assertThat(tracy.getInputStream().readNBytes(1170)).hasSize(1170);
      tracy.getOutputStream().write(new byte[13]);
    }
    assertThat(exit.get()).as(err.toString()).isEqualTo(7);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** It takes a moment until the program listens. */
  private static Socket connected(int port, CompletableFuture<Integer> exit) throws IOException {
    while (!exit.isDone()) {
      try {
        return new Socket(InetAddress.getLoopbackAddress(), port);
      } catch (ConnectException e) {
        LockSupport.parkNanos(20_000_000);
      }
    }
    throw new AssertionError("the program ended with " + exit.join());
  }

  @Test
  void portsThatCannotBeAreRefused() {
    assertThat(run("tracy", "listen", "-p", "70000", "x")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--port must be from 1 to 65535, got 70000");
    assertThat(run("tracy", "listen")).isEqualTo(ExitCode.USAGE);
  }

  private int run(String... words) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(words);
  }
}
