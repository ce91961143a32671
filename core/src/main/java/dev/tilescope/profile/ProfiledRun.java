package dev.tilescope.profile;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.logs.InputProblems;
import dev.tilescope.profile.logs.LogProcessing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The report of one profiled run: a folder that appears whole, by rename, or not at all.
 *
 * <pre>
 * OUT/reports/[NAME/]TIMESTAMP/
 *   ops_perf_results[_NAME]_TIMESTAMP.csv   made here, if a device was profiled
 *   profile_log_device.csv, tracy_profile_log_host.tracy,
 *   tracy_ops_times.csv, tracy_ops_data.csv  copied from the logs, those that are there
 * </pre>
 */
public final class ProfiledRun {
  private static final String DEVICE_LOG = "profile_log_device.csv";

  private static final List<String> COPIED =
      List.of(
          DEVICE_LOG, "tracy_profile_log_host.tracy", "tracy_ops_times.csv", "tracy_ops_data.csv");

  /**
   * What was made.
   *
   * @param files names in the folder, the table of operations first
   * @param operations what is in that table; null if no device was profiled
   */
  public record Report(
      Path folder, List<String> files, LogProcessing.@Nullable Summary operations) {}

  private final Path logs;
  private final String name;

  private ProfiledRun(Path logs, String name) {
    this.logs = logs;
    this.name = name;
  }

  /**
   * Makes the report.
   *
   * @param logs the folder that the run left its logs in
   * @param output where {@code reports} is, or will be
   * @param name of a folder between that and the timestamp, and part of the file's name; empty for
   *     none
   */
  public static Report report(
      Path logs, Path output, String name, LocalDateTime time, InputProblems problems) {
    Path reports = output.resolve("reports").resolve(name);
    LocalDateTime free = time;
    while (Files.exists(reports.resolve(LogProcessing.timestamp(free)))) {
      free = free.plusSeconds(1);
    }
    return new ProfiledRun(logs, name).make(reports, LogProcessing.timestamp(free), problems);
  }

  private Report make(Path reports, String timestamp, InputProblems problems) {
    requireLogs();
    Path folder = reports.resolve(timestamp);
    // Made late: damaged logs leave no folder behind.
    Path temporary = reports.resolve(".tilescope-" + UUID.randomUUID() + ".tmp");
    try {
      List<String> files = new ArrayList<>();
      LogProcessing.Summary operations = null;
      if (Files.isRegularFile(logs.resolve(DEVICE_LOG))) {
        String suffix = name.isEmpty() ? timestamp : name + "_" + timestamp;
        operations = LogProcessing.run(logs, temporary, suffix, problems);
        files.add(operations.report().getFileName().toString());
      }
      files.addAll(copyLogs(Files.createDirectories(temporary)));
      Files.move(temporary, folder, StandardCopyOption.ATOMIC_MOVE);
      return new Report(folder, List.copyOf(files), operations);
    } catch (IOException e) {
      throw new TilescopeException("cannot write the report " + folder + ": " + e, e);
    } finally {
      delete(temporary);
    }
  }

  private void requireLogs() {
    if (COPIED.stream().noneMatch(file -> Files.isRegularFile(logs.resolve(file)))) {
      throw new TilescopeException(
          "no profiling data could be captured: "
              + logs
              + " holds none of "
              + String.join(", ", COPIED)
              + "; did the program run operations or zones, with Tilescope on its class path?");
    }
  }

  private List<String> copyLogs(Path target) throws IOException {
    List<String> copied = new ArrayList<>();
    for (String file : COPIED) {
      if (Files.isRegularFile(logs.resolve(file))) {
        Files.copy(logs.resolve(file), target.resolve(file));
        copied.add(file);
      }
    }
    return copied;
  }

  /** What a failure left behind; after the rename there is nothing. */
  private static void delete(Path temporary) {
    if (!Files.isDirectory(temporary)) {
      return;
    }
    try (Stream<Path> files = Files.list(temporary)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(temporary);
    } catch (IOException e) {
      // The failure that brought us here is the one to report.
      temporary.toFile().deleteOnExit();
    }
  }
}
