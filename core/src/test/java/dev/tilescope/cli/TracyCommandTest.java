package dev.tilescope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.profile.HostRun;
import dev.tilescope.profile.HostThread;
import dev.tilescope.profile.MadeJournal;
import dev.tilescope.profile.SourceSite;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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

  private int run(String... words) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(words);
  }
}
