package dev.tilescope.internal.cli;

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

/** {@code tilescope profile --process-logs-only}. */
class ProfileReportTest {
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
    Files.write(logs.resolve("tracy_profile_log_host.tracy"), new byte[] {1, 2, 3});
  }

  @Test
  void theReportIsAFolderNamedByTheTimeWithTheFiveFiles() throws IOException {
    assertThat(run("--process-logs-only", folder.toString())).as(err.toString()).isZero();
    assertThat(out.toString())
        .startsWith("Report   " + folder.resolve("reports"))
        .contains("6 rows, 3 with device times");
    Path report = onlyFolder(folder.resolve("reports"));
    String timestamp = report.getFileName().toString();
    assertThat(timestamp).matches("\\d{4}(_\\d\\d){5}");
    assertThat(names(report))
        .containsExactlyInAnyOrder(
            "ops_perf_results_" + timestamp + ".csv",
            "profile_log_device.csv",
            "tracy_profile_log_host.tracy",
            "tracy_ops_times.csv",
            "tracy_ops_data.csv");
  }

  @Test
  void aNameIsPartOfFolderAndFileAndTheOutputMayBeElsewhere() throws IOException {
    Path output = folder.resolve("elsewhere");
    int exit =
        run("-n", "warm run", "-o", output.toString(), "--process-logs-only", folder.toString());
    assertThat(exit).as(err.toString()).isZero();
    Path report = onlyFolder(output.resolve("reports/warm run"));
    assertThat(report.resolve("ops_perf_results_warm run_" + report.getFileName() + ".csv"))
        .isRegularFile();
  }

  @Test
  void withoutAFolderTheLogsAreThoseOfTheOutputFolder() throws IOException {
    assertThat(run("-o", folder.toString(), "--process-logs-only")).isZero();
    assertThat(onlyFolder(folder.resolve("reports"))).isNotEmptyDirectory();
  }

  @Test
  void reportsOfTheSameSecondAreBothKept() throws IOException {
    for (int i = 0; i < 3; i++) {
      assertThat(run("--process-logs-only", folder.toString())).isZero();
    }
    assertThat(names(folder.resolve("reports"))).hasSize(3);
  }

  @Test
  void withoutADeviceLogTheHostsFilesAreTheReport() throws IOException {
    Files.delete(folder.resolve(".logs/profile_log_device.csv"));
    assertThat(run("--process-logs-only", folder.toString())).isZero();
    assertThat(err.toString()).contains("there is no table of operations");
    assertThat(names(onlyFolder(folder.resolve("reports"))))
        .containsExactlyInAnyOrder(
            "tracy_profile_log_host.tracy", "tracy_ops_times.csv", "tracy_ops_data.csv");
  }

  @Test
  void withoutAnyLogThereIsNoReport(@TempDir Path empty) {
    assertThat(run("--process-logs-only", empty.toString())).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("no profiling data could be captured: " + empty);
    assertThat(empty).isEmptyDirectory();
  }

  @Test
  void damageEndsInOneLineAndNoReport() throws IOException {
    damage();
    assertThat(run("--strict", "--process-logs-only", folder.toString()))
        .isEqualTo(ExitCode.FAILED);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .contains("profile_log_device.csv, row 5: zone hash 500 has no name");
    assertThat(folder.resolve("reports")).doesNotExist();
  }

  @Test
  void goingOnSaysWhatWasDropped() throws IOException {
    damage();
    assertThat(run("--process-logs-only", folder.toString())).isZero();
    assertThat(out.toString()).contains("2 with device times");
    assertThat(err.toString())
        .contains("Dropped: ", "row 5: zone hash 500", "row 6", "has damaged rows");
    assertThat(onlyFolder(folder.resolve("reports"))).isNotEmptyDirectory();
  }

  private void damage() throws IOException {
    Path log = folder.resolve(".logs/profile_log_device.csv");
    Files.writeString(log, Files.readString(log).replace("MY-ZONE,ZONE_START", ",ZONE_START"));
  }

  private static Path onlyFolder(Path parent) throws IOException {
    List<String> names = names(parent);
    assertThat(names).hasSize(1);
    return parent.resolve(names.getFirst());
  }

  private static List<String> names(Path parent) throws IOException {
    try (Stream<Path> files = Files.list(parent)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private int run(String... arguments) {
    String[] words =
        Stream.concat(Stream.of("profile"), Stream.of(arguments)).toArray(String[]::new);
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(words);
  }
}
