package dev.tilescope.profile.logs;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.AtomicFiles;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;

/** From a folder of profiler logs to {@code ops_perf_results_<timestamp>.csv}. */
public final class LogProcessing {
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("yyyy_MM_dd_HH_mm_ss");

  /**
   * What was written.
   *
   * @param rows of the report, without its header
   * @param deviceRuns how many of them have device times
   * @param deviceOnly there were no host logs to join
   * @param perfCounterRows of the device log, which the report leaves out
   * @param unnamedRuns on the device, which no host operation asked for; left out too
   */
  public record Summary(
      Path report,
      int rows,
      int deviceRuns,
      boolean deviceOnly,
      long perfCounterRows,
      int unnamedRuns) {}

  private final Path logs;
  private final InputProblems problems;

  private LogProcessing(Path logs, InputProblems problems) {
    this.logs = logs;
    this.problems = problems;
  }

  /** The folder with the logs: {@code .logs} inside the one that was named, or that one itself. */
  public static Path logsOf(Path folder) {
    Path inner = folder.resolve(".logs");
    return Files.isDirectory(inner) ? inner : folder;
  }

  public static String timestamp(LocalDateTime now) {
    return TIMESTAMP.format(now);
  }

  /**
   * Writes the report into a folder, whole or not at all.
   *
   * @param folder of the logs, or the one that holds them as {@code .logs}
   */
  public static Summary run(Path folder, Path output, String timestamp, InputProblems problems) {
    return new LogProcessing(logsOf(folder), problems)
        .write(output.resolve("ops_perf_results_" + timestamp + ".csv"));
  }

  private Summary write(Path report) {
    Path file = logs.resolve("profile_log_device.csv");
    if (!Files.isRegularFile(file)) {
      throw new TilescopeException(
          "there is no profile_log_device.csv in " + logs + ": name the folder of a profiled run");
    }
    DeviceRuns runs = new DeviceRuns(file, problems);
    DeviceLogHeader clock = new DeviceLogScanner(file, problems).scan(runs);
    List<DeviceRecord> records =
        runs.finish().stream().map(run -> DeviceRecord.of(run, clock)).toList();
    Path analysed = logs.resolve(AnalysedRuns.FILE);
    boolean isAnalysed = Files.isRegularFile(analysed);
    Path source = isAnalysed ? analysed : file;
    return write(
        report,
        source,
        isAnalysed ? new AnalysedRuns(analysed, records, problems).read() : records,
        clock,
        runs.perfCounterRows());
  }

  private Summary write(
      Path report, Path source, List<DeviceRecord> records, DeviceLogHeader clock, long counters) {
    HostLog host = HostLog.read(logs, problems);
    if (host.operations.isEmpty()) {
      List<Map<String, String>> rows = OpsPerfRows.ofDevice(records, clock);
      write(OpsPerfColumns.occurring(rows), rows, report);
      return new Summary(report, rows.size(), records.size(), true, counters, 0);
    }
    boolean allowsUnnamed = source.endsWith(AnalysedRuns.FILE) || !host.replayNanos.isEmpty();
    OpsPerfRows joining = new OpsPerfRows(source, host, records, allowsUnnamed, problems);
    List<Map<String, String>> rows = joining.joined(clock);
    write(OpsPerfColumns.complete(rows), rows, report);
    int unnamed = joining.unnamedRuns();
    return new Summary(report, rows.size(), records.size() - unnamed, false, counters, unnamed);
  }

  private static void write(List<String> header, List<Map<String, String>> rows, Path report) {
    try (AtomicFiles files = new AtomicFiles()) {
      files.stage(
          report,
          out ->
              OpsPerfCsv.write(
                  header,
                  rows,
                  new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8))));
      files.publish();
    } catch (IOException e) {
      throw new TilescopeException("cannot write " + report + ": " + e, e);
    }
  }
}
