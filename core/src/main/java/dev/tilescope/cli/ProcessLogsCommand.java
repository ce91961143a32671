package dev.tilescope.cli;

import dev.tilescope.profile.logs.CounterSummary;
import dev.tilescope.profile.logs.InputProblems;
import dev.tilescope.profile.logs.LogOptions;
import dev.tilescope.profile.logs.LogProcessing;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope process-logs}: the report of operations from the logs of a profiled run. */
@Command(
    name = "process-logs",
    sortOptions = false,
    description = {
      "Write ops_perf_results from the logs of a profiled run",
      "for ttnn-visualizer and tt-perf-report. Reads profile_log_device.csv and, if they are",
      "there, tracy_ops_data.csv and tracy_ops_times.csv."
    })
public final class ProcessLogsCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "The folder of the logs, or the one with .logs.")
  private Path folder = Path.of("");

  @Option(
      names = {"-o", "--output-folder"},
      paramLabel = "OUT",
      description = "The folder the report goes to. Default: DIR/reports/<timestamp>.")
  private @Nullable Path output;

  @Option(
      names = {"-n", "--name-append"},
      paramLabel = "NAME",
      description = "Part of the names of the report's files.")
  private String name = "";

  @Option(
      names = {"-v", "--verbose"},
      description = "Print what the performance counters add up to.")
  private boolean verbose;

  @Option(
      names = {"-a", "--device-analysis-types"},
      paramLabel = "NAME",
      description = "Do only this device analysis; may be given several times.")
  private List<String> analyses = List.of();

  @Option(names = "--device-only", description = "Leave the host logs aside.")
  private boolean deviceOnly;

  @Option(
      names = "--force-legacy-device-logs",
      description = "Do not take cpp_device_perf_report.csv, even if it is there.")
  private boolean forceDeviceLog;

  @Option(names = "--upstream-quirks", description = "Copy what TT-NN's own processing gets wrong.")
  private boolean upstreamQuirks;

  @Option(
      names = "--keep-going",
      description = "Drop what is damaged, say what it was, and report the rest.")
  private boolean keepGoing;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    InputProblems problems = new InputProblems(keepGoing);
    LogProcessing.Summary summary = LogProcessing.run(options(), problems);
    print(summary, spec.commandLine().getOut());
    remark(summary, problems, spec.commandLine().getErr());
    return ExitCode.OK;
  }

  private LogOptions options() {
    String timestamp = LogProcessing.timestamp(LocalDateTime.now());
    return new LogOptions(
        folder,
        output == null ? folder.resolve("reports").resolve(name).resolve(timestamp) : output,
        name.isEmpty() ? timestamp : name + "_" + timestamp,
        Set.copyOf(analyses),
        deviceOnly,
        forceDeviceLog,
        upstreamQuirks,
        verbose);
  }

  private void print(LogProcessing.Summary summary, PrintWriter out) {
    if (verbose) {
      summary.counters().forEach(counters -> print(counters, out));
    }
    out.printf(
        "%s: %,d rows, %,d with device times%n",
        summary.report(), summary.rows(), summary.deviceRuns());
  }

  private static void print(CounterSummary counters, PrintWriter out) {
    out.printf(
        "Device %d: performance counters of %,d runs%n%n", counters.device(), counters.runs());
    table("Counter", counters.counters(), "%,.0f", out);
    table("Metric", counters.metrics(), "%.2f", out);
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

  private void remark(LogProcessing.Summary summary, InputProblems problems, PrintWriter err) {
    if (summary.deviceOnly() && !deviceOnly) {
      err.println("No operations in tracy_ops_data.csv: the report has device columns only.");
    }
    leftOut(summary.unknownCounterRows(), "rows of performance counters it does not know", err);
    leftOut(summary.unnamedRuns(), "runs of operations that the host log does not name", err);
    leftOut(summary.unmatchedDispatches(), "dispatched operations that no core ran", err);
    problems.first().forEach(problem -> err.println("Dropped: " + problem));
    long more = problems.count() - problems.first().size();
    if (more > 0) {
      err.printf("Dropped: %,d more.%n", more);
    }
  }

  private static void leftOut(long count, String what, PrintWriter err) {
    if (count > 0) {
      err.printf("Left out: %,d %s.%n", count, what);
    }
  }
}
