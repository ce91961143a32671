package dev.tilescope.internal.cli;

import dev.tilescope.internal.logs.CounterSummary;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.logs.LogProcessing;
import dev.tilescope.internal.logs.ProfiledRun.Report;
import dev.tilescope.internal.timeline.DeviceClocks;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.profile.internal.markers.DeviceLogs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the report of a profiled run is, what is in it and what is not. */
final class ProfileText {
  private static final Set<String> KNOWN_TO_PEERS = Set.of("wormhole_b0", "blackhole");
  private static final Pattern ARCHITECTURE = Pattern.compile("ARCH: *(\\w+)");

  private ProfileText() {}

  static void print(Report report, PrintWriter out) {
    out.println("Report   " + report.folder());
    for (String file : report.files()) {
      out.printf("  %-48s %s%n", file, content(report, file));
    }
    out.flush();
  }

  private static String content(Report report, String file) {
    LogProcessing.Summary operations = report.operations();
    if (operations != null && file.equals(report.files().getFirst())) {
      return String.format(
          Locale.ROOT,
          "%,d rows, %,d with device times",
          operations.rows(),
          operations.deviceRuns());
    }
    try {
      return ByteText.of(Files.size(report.folder().resolve(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param deviceOnly whether a report without the host was asked for
   * @param clocks of the devices that were profiled
   */
  static void remark(Report report, boolean deviceOnly, DeviceClocks clocks, PrintWriter err) {
    LogProcessing.Summary operations = report.operations();
    if (operations == null) {
      err.println(
          clocks.byDevice().isEmpty()
              ? "No device was profiled: there is no table of operations."
              : "A device was profiled, but it wrote nothing before the program ended: there is no table of operations.");
    } else {
      remark(operations, deviceOnly, err);
      remarkArchitecture(report.folder().resolve(DeviceLogs.LOG), err);
    }
  }

  /** So that nobody looks for a fault of the table where there is none. */
  private static void remarkArchitecture(Path deviceLog, PrintWriter err) {
    String architecture = architecture(deviceLog);
    if (!architecture.isEmpty() && !KNOWN_TO_PEERS.contains(architecture)) {
      err.printf(
          "The devices are %s: tt-perf-report knows wormhole_b0 and blackhole alone and does not"
              + " read this table; tilescope perf does, without percentages of a peak.%n",
          architecture);
    }
  }

  /** Empty if there is no log, or it does not say. */
  private static String architecture(Path deviceLog) {
    try (BufferedReader lines = Files.newBufferedReader(deviceLog, StandardCharsets.ISO_8859_1)) {
      Matcher head = ARCHITECTURE.matcher(String.valueOf(lines.readLine()));
      return head.lookingAt() ? head.group(1) : "";
    } catch (IOException e) {
      return "";
    }
  }

  /** How many operations the markers are missing of that found no room on the devices. */
  static String lostMarkers(LogProcessing.Summary operations, long lostMarkers) {
    String what =
        operations.deviceOnly()
            ? "operations are missing, or have no times"
            : "%,d of %,d operations have no device times"
                .formatted(
                    operations.timelessCalls(),
                    operations.timelessCalls() + operations.deviceRuns());
    return "%s: %,d device markers were lost, as the devices' memory for them was full; raise --op-support-count, use --dump-device-data-mid-run, or call Ttnn.readDeviceProfiler(device), in Python ttnn.ReadDeviceProfiler(device), every few hundred operations"
        .formatted(what, lostMarkers);
  }

  static void dropped(InputProblems problems, PrintWriter err) {
    problems.first().forEach(problem -> err.println("Dropped: " + problem));
    long more = problems.count() - problems.first().size();
    if (more > 0) {
      err.printf("Dropped: %,d more.%n", more);
    }
  }

  private static void remark(LogProcessing.Summary operations, boolean wasAsked, PrintWriter err) {
    if (operations.wholeTraces()) {
      err.println("Devices recorded whole traces only: the report has a row for each replay.");
    } else if (operations.deviceOnly() && !wasAsked) {
      err.println("No operations in tracy_ops_data.csv: the report has device columns only.");
    }
    leftOut(operations.unknownCounterRows(), "rows of performance counters it does not know", err);
    leftOut(operations.unnamedRuns(), "runs of operations that the host log does not name", err);
    leftOut(operations.unmatchedDispatches(), "dispatched operations that no core ran", err);
  }

  private static void leftOut(long count, String what, PrintWriter err) {
    if (count > 0) {
      err.printf("Left out: %,d %s.%n", count, what);
    }
  }

  /** What the performance counters of each device add up to. */
  static void counters(LogProcessing.Summary operations, PrintWriter out) {
    for (CounterSummary counters : operations.counters()) {
      out.printf(
          "Device %d: performance counters of %,d runs%n%n", counters.device(), counters.runs());
      table("Counter", counters.counters(), "%,.0f", out);
      table("Metric", counters.metrics(), "%.2f", out);
    }
  }

  private static void table(
      String title, List<CounterSummary.Line> lines, String number, PrintWriter out) {
    out.printf("%-36s %8s %15s %15s %15s %15s%n", title, "Runs", "Min", "Median", "Max", "Avg");
    for (CounterSummary.Line line : lines) {
      out.printf(
          "%-36s %,8d %15s %15s %15s %15s%n",
          line.name(),
          line.runs(),
          number.formatted(line.least()),
          number.formatted(line.median()),
          number.formatted(line.greatest()),
          number.formatted(line.mean()));
    }
    out.println();
  }
}
