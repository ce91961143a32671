package dev.tilescope.internal.logs;

import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.journal.TracyOpsCsv;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.HostRun;
import dev.tilescope.profile.JournalFormat;
import dev.tilescope.profile.ProfilerCost;
import dev.tilescope.profile.internal.markers.DeviceLogs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The report of one profiled run: a folder that appears whole, by rename, or not at all.
 *
 * <pre>
 * OUT/reports/[NAME/]TIMESTAMP/
 *   ops_perf_results[_NAME]_TIMESTAMP.csv   made here, if a device was profiled; without host
 *       logs also per_core_op_to_op_times[_NAME]_TIMESTAMP.csv
 *   profile_log_device.csv, tracy_profile_log_host.tracy,
 *   tracy_ops_times.csv, tracy_ops_data.csv  copied from the logs, those that are there
 *   run.json   {"run_id", "started", "pid", "device_times", "profiling_cost"}: whose
 *              report this is; a report of its memory has the same run_id in its metadata
 * </pre>
 *
 * <p>The journal of host events becomes the two CSVs first, beside it.
 */
public final class ProfiledRun {
  private static final String RUN = "run.json";

  private static final List<String> COPIED =
      List.of(
          DeviceLogs.LOG,
          "tracy_profile_log_host.tracy",
          "tracy_ops_times.csv",
          "tracy_ops_data.csv");

  /**
   * What was made.
   *
   * @param files names in the folder, the table of operations first
   * @param operations what is in that table; null if no device was profiled
   */
  public record Report(
      Path folder, List<String> files, LogProcessing.@Nullable Summary operations) {}

  /**
   * What to make.
   *
   * @param logs where they are, and what to make of them; where that goes to is decided here
   * @param output where {@code reports} is, or will be
   * @param name of a folder between that and the timestamp, and part of the file's name; empty for
   *     none
   * @param children zones inside operations that get a column of their own, beside the usual ones
   */
  public record Request(
      LogOptions logs, Path output, String name, LocalDateTime time, Set<String> children) {}

  private final Request request;
  private final Path logs;

  private ProfiledRun(Request request) {
    this.request = request;
    this.logs = request.logs().logs();
  }

  public static Report report(Request request, InputProblems problems) {
    Path reports = request.output().resolve("reports").resolve(request.name());
    LocalDateTime free = request.time();
    while (Files.exists(reports.resolve(LogProcessing.timestamp(free)))) {
      free = free.plusSeconds(1);
    }
    return new ProfiledRun(request).make(reports, LogProcessing.timestamp(free), problems);
  }

  private Report make(Path reports, String timestamp, InputProblems problems) {
    TracyOpsCsv.Summary host = hostLogs(problems);
    HostRun run = host == null ? null : host.run();
    requireLogs();
    Path folder = reports.resolve(timestamp);
    // Made late: damaged logs leave no folder behind.
    Path temporary = reports.resolve(".tilescope-" + UUID.randomUUID() + ".tmp");
    try {
      List<String> files = new ArrayList<>();
      LogProcessing.Summary operations = null;
      if (Files.isRegularFile(logs.resolve(DeviceLogs.LOG))) {
        String name = request.name();
        String suffix = name.isEmpty() ? timestamp : name + "_" + timestamp;
        operations = LogProcessing.run(request.logs().into(temporary, suffix), problems);
        files.addAll(tables(operations.report()));
      }
      files.addAll(copyLogs(Files.createDirectories(temporary)));
      if (run != null && host != null) {
        write(run, host.cost(), temporary.resolve(RUN));
        files.add(RUN);
      }
      Files.move(temporary, folder, StandardCopyOption.ATOMIC_MOVE);
      return new Report(folder, List.copyOf(files), operations);
    } catch (IOException e) {
      throw new TilescopeException(
          "cannot write the report " + folder + ": " + FileTrouble.writing(e), e);
    } finally {
      delete(temporary);
    }
  }

  /** From the journal, if the run left one; null otherwise. */
  private TracyOpsCsv.@Nullable Summary hostLogs(InputProblems problems) {
    Path journal = JournalFormat.in(logs);
    if (!Files.isRegularFile(journal)) {
      return null;
    }
    Set<String> children = new HashSet<>(TracyOpsCsv.USUAL_CHILDREN);
    children.addAll(request.children());
    TracyOpsCsv.Summary summary = TracyOpsCsv.write(logs, children);
    String damage = summary.journal().damage();
    if (damage != null) {
      problems.remark(damage);
    }
    return summary;
  }

  private static void write(HostRun run, @Nullable ProfilerCost cost, Path file)
      throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        JsonWriter json = JsonWriter.pretty(out)) {
      json.beginObject();
      json.field("run_id", run.id());
      json.field("started", Instant.ofEpochSecond(0, run.wallClockNanos()).toString());
      json.field("pid", run.pid());
      json.field("device_times", "modelled");
      if (cost != null) {
        write(cost, json);
      }
      json.endObject();
    }
  }

  private static void write(ProfilerCost cost, JsonWriter json) {
    json.name("profiling_cost").beginObject();
    json.field("estimated_program_ns", cost.programNanos());
    json.field("events", cost.events());
    json.field("ns_per_event", cost.nanosPerEvent());
    json.field("device_marker_ns", cost.deviceNanos());
    if (cost.writerNanos() != ProfilerCost.UNKNOWN) {
      json.field("writer_cpu_ns", cost.writerNanos());
    }
    json.field("journal_bytes", cost.journalBytes()).endObject();
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

  /** The table of operations, and what was made beside it. */
  private static List<String> tables(Path report) throws IOException {
    try (Stream<Path> made = Files.list(report.resolveSibling(""))) {
      return made.map(file -> file.getFileName().toString())
          .sorted(Comparator.comparing(name -> !report.endsWith(name)))
          .toList();
    }
  }

  private List<String> copyLogs(Path target) throws IOException {
    List<String> copied = new ArrayList<>();
    for (String file : COPIED) {
      if (Files.isRegularFile(logs.resolve(file))) {
        linkOrCopy(logs.resolve(file), target.resolve(file));
        copied.add(file);
      }
    }
    return copied;
  }

  /** Logs may have gigabytes, and are replaced by the next run, never changed: a link will do. */
  private static void linkOrCopy(Path file, Path target) throws IOException {
    try {
      Files.createLink(target, file);
    } catch (UnsupportedOperationException | IOException e) {
      Files.copy(file, target);
    }
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
