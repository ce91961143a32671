package dev.tilescope.cli;

import dev.tilescope.profile.logs.InputProblems;
import dev.tilescope.profile.logs.LogProcessing;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDateTime;
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
      names = "--keep-going",
      description = "Drop what is damaged, say what it was, and report the rest.")
  private boolean keepGoing;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    String timestamp = LogProcessing.timestamp(LocalDateTime.now());
    Path target = output == null ? folder.resolve("reports").resolve(timestamp) : output;
    InputProblems problems = new InputProblems(keepGoing);
    LogProcessing.Summary summary = LogProcessing.run(folder, target, timestamp, problems);
    print(summary, spec.commandLine().getOut());
    remark(summary, problems, spec.commandLine().getErr());
    return ExitCode.OK;
  }

  private static void print(LogProcessing.Summary summary, PrintWriter out) {
    out.printf(
        "%s: %,d rows, %,d with device times%n",
        summary.report(), summary.rows(), summary.deviceRuns());
  }

  private static void remark(
      LogProcessing.Summary summary, InputProblems problems, PrintWriter err) {
    if (summary.deviceOnly()) {
      err.println("No operations in tracy_ops_data.csv: the report has device columns only.");
    }
    if (summary.perfCounterRows() > 0) {
      err.printf("Left out: %,d rows of performance counters.%n", summary.perfCounterRows());
    }
    if (summary.unnamedRuns() > 0) {
      err.printf(
          "Left out: %,d runs of operations that the host log does not name.%n",
          summary.unnamedRuns());
    }
    problems.first().forEach(problem -> err.println("Dropped: " + problem));
    long more = problems.count() - problems.first().size();
    if (more > 0) {
      err.printf("Dropped: %,d more.%n", more);
    }
  }
}
