package dev.tilescope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessLogsCommandTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void copy() throws Exception {
    Path golden = Path.of(getClass().getResource("/profile/replayed").toURI());
    Path logs = Files.createDirectories(folder.resolve(".logs"));
    for (String name :
        List.of("profile_log_device.csv", "tracy_ops_data.csv", "tracy_ops_times.csv")) {
      Files.copy(golden.resolve(name), logs.resolve(name));
    }
  }

  @Test
  void theReportGoesToAFolderNamedByTheTime() throws IOException {
    assertThat(run("process-logs", folder.toString())).as(err.toString()).isZero();
    assertThat(out.toString()).contains("6 rows, 3 with device times");
    try (Stream<Path> files = Files.walk(folder.resolve("reports"))) {
      assertThat(files.filter(Files::isRegularFile))
          .singleElement()
          .asString()
          .matches(".*/reports/(\\d{4}(_\\d\\d){5})/ops_perf_results_\\1\\.csv");
    }
  }

  @Test
  void damageEndsInOneLineAndNoReport() throws IOException {
    damage();
    Path output = folder.resolve("out");
    assertThat(run("process-logs", folder.toString(), "-o", output.toString()))
        .isEqualTo(ExitCode.FAILED);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .contains("profile_log_device.csv, row 5: zone hash 500 has no name");
    assertThat(output).doesNotExist();
  }

  @Test
  void goingOnSaysWhatWasDropped() throws IOException {
    damage();
    Path output = folder.resolve("out");
    assertThat(run("process-logs", folder.toString(), "-o", output.toString(), "--keep-going"))
        .isZero();
    assertThat(out.toString()).contains("2 with device times");
    assertThat(err.toString())
        .contains("Dropped: ", "row 5: zone hash 500", "row 6", "has damaged rows");
    assertThat(output).isNotEmptyDirectory();
  }

  private void damage() throws IOException {
    Path log = folder.resolve(".logs/profile_log_device.csv");
    Files.writeString(log, Files.readString(log).replace("MY-ZONE,ZONE_START", ",ZONE_START"));
  }

  private int run(String... arguments) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(arguments);
  }
}
