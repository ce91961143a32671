package dev.tilescope.internal.cli;

import dev.tilescope.internal.perf.IdRange;
import dev.tilescope.internal.perf.PerfCsv;
import dev.tilescope.internal.perf.PerfOptions;
import dev.tilescope.internal.perf.PerfReport;
import dev.tilescope.internal.perf.PerfTable;
import dev.tilescope.internal.perf.StackedReport;
import dev.tilescope.internal.perf.StackedReport.GroupBy;
import dev.tilescope.internal.words.VisibleText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope perf}: where device time went, as tt-perf-report tells it. */
@Command(
    name = "perf",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Print where device time went and what to try, from a profiler's CSV.",
      "Takes ops_perf_results CSVs; numbers and options are those of tt-perf-report."
    })
public final class PerfCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "CSV",
      description = {
        "One ops_perf_results CSV, or one of each system of equally many devices; gzip and zstd too.",
        "Of a folder of a profiled run, its newest one."
      })
  private List<Path> files = List.of();

  @Option(
      names = "--start-signpost",
      paramLabel = "NAME",
      description = "Only what follows the first signpost of this name.")
  private @Nullable String startSignpost;

  @Option(
      names = "--end-signpost",
      paramLabel = "NAME",
      description =
          "Only what precedes the first signpost of this name, or the second if it is the start"
              + " too.")
  private @Nullable String endSignpost;

  @Option(
      names = "--ignore-signposts",
      description =
          "The whole file. Default: between the last two signposts with operations between.")
  private boolean ignoreSignposts;

  @Option(names = "--print-signposts", description = "Show signposts as rows.")
  private boolean printSignposts;

  @Option(
      names = "--min-percentage",
      paramLabel = "PERCENT",
      description = "Grey out operations below this share. Default: ${DEFAULT-VALUE}.")
  private double minPercentage = 0.5;

  @Option(
      names = "--id-range",
      paramLabel = "RANGE",
      description = "Only rows of these ids: 5-10 or 31-; up to 12: --id-range=-12.")
  private @Nullable String idRange;

  @Option(
      names = "--arch",
      paramLabel = "NAME",
      description = "wormhole, blackhole, bh20 or n1, for files that do not name theirs.")
  private @Nullable String arch;

  @Option(
      names = "--color",
      description = "Colours also into a file or pipe, and where NO_COLOR is set.")
  private boolean colour;

  @Option(names = "--no-color", description = "No colours.")
  private boolean noColour;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write CSV to this file, and sums beside it, instead of printing.")
  private @Nullable Path csv;

  @Option(
      names = "--report",
      paramLabel = "REPORT",
      description = {
        "The graph report of the same run: with --csv or --json each row says which of its",
        "operations it is, and how sure that is."
      })
  private @Nullable Path graphReport;

  @Option(names = "--json", description = "JSON instead of text.")
  private boolean json;

  @Option(names = "--no-advice", description = "Only the table.")
  private boolean noAdvice;

  @Option(
      names = "--tracing-mode",
      description = "Keep the order of the file: for replayed traces.")
  private boolean tracingMode;

  @Option(names = "--raw-op-codes", description = "Names as in the file, as one more CSV column.")
  private boolean rawOpCodes;

  @Option(names = "--no-host-ops", description = "Leave out operations of the host.")
  private boolean noHostOps;

  @Option(
      names = {"--no-summary", "--no-stacked-report"},
      description = "Leave out sums.")
  private boolean noSummary;

  @Option(
      names = "--group-by",
      paramLabel = "op|memory|category",
      description = "What sums are of. Default: memory.")
  private @Nullable String groupBy;

  @Option(names = "--no-stack-by-in0", description = "The same as --group-by op.")
  private boolean noStackByIn0;

  @Option(
      names = {"--summary-file", "--stacked-csv"},
      paramLabel = "FILE",
      description = "Write sums to FILE.csv, and draw them in FILE.svg.")
  private @Nullable Path summaryFile;

  @Option(names = "--classic-colors", description = "A colour for each part of the drawing.")
  private boolean classicColours;

  @Option(names = "--no-merge-devices", description = "Each device for itself.")
  private boolean noMergeDevices;

  @Option(
      names = "--strict",
      description = "Stop at a row that cannot be used, instead of leaving it out and saying so.")
  private boolean strict;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    GroupBy grouping = grouping();
    PerfOptions options = options();
    if (csv == null && !json) {
      IdleOptions.refuse(spec, "it adds to what --csv and --json write", "--report");
    }
    PrintWriter err = spec.commandLine().getErr();
    List<Path> tables = files.stream().map(PerfTableFile::in).toList();
    tables.stream()
        .filter(table -> !files.contains(table))
        .forEach(table -> err.println("note: " + VisibleText.of(table.toString())));
    PerfTable table = strict ? PerfTable.read(tables) : sound(tables, err);
    PerfReport report = PerfReport.of(table, options);
    report.notices().forEach(notice -> err.println("note: " + VisibleText.of(notice)));
    if (report.operations().isEmpty()) {
      err.println("note: " + whyNothing(table));
    }
    RowOperations operations = operations(report, err);
    err.flush();
    StackedReport sums = StackedReport.of(report, grouping);
    if (json) {
      PerfJson.print(report, operations, sums, !noAdvice, !noSummary, spec.commandLine().getOut());
    }
    if (csv != null) {
      WholeFile.write(
          csv, out -> PerfCsv.of(report, !noAdvice, rawOpCodes, operations.columns(), out));
    } else if (!json && !report.operations().isEmpty()) {
      print(report, sums);
    }
    Path base = sumsFile();
    if (base != null && !noSummary && !sums.groups().isEmpty()) {
      WholeFile.write(ending(base, ".csv"), out -> PerfCsv.stacked(sums, out));
      WholeFile.write(ending(base, ".svg"), out -> PerfChart.of(sums, !classicColours, out));
    }
    return ExitCode.OK;
  }

  /** What is left of files that are cut or damaged, and a word on what is not. */
  private static PerfTable sound(List<Path> tables, PrintWriter err) {
    List<String> dropped = new ArrayList<>();
    PerfTable table = PerfTable.readSound(tables, dropped::add);
    if (!dropped.isEmpty()) {
      err.printf(
          "note: %,d %s left out, and sums lack what it held; first: %s%n",
          dropped.size(),
          dropped.size() == 1 ? "row is" : "rows are",
          VisibleText.of(dropped.getFirst()));
    }
    return table;
  }

  private RowOperations operations(PerfReport report, PrintWriter err) {
    if (graphReport == null) {
      return RowOperations.NONE;
    }
    RowOperations operations =
        RowOperations.of(report, new ReportInput().readAndWarn(graphReport, err));
    if (operations.problem() != null) {
      err.println("warning: " + VisibleText.of(graphReport + ": " + operations.problem()));
    }
    return operations;
  }

  private String whyNothing(PerfTable table) {
    if (table.rows().isEmpty()) {
      return "there are no operations: below its header the file is empty";
    }
    if (idRange != null) {
      return "no operations are left in --id-range %s; the file has the ids %d to %d"
          .formatted(idRange, table.rows().getFirst().id(), table.rows().getLast().id());
    }
    return ignoreSignposts
        ? "no operations are left"
        : "no operations are left; --ignore-signposts shows the whole file";
  }

  private PerfOptions options() {
    return new PerfOptions(
        startSignpost,
        endSignpost,
        ignoreSignposts,
        printSignposts,
        range(),
        arch,
        tracingMode,
        !noHostOps,
        !noMergeDevices);
  }

  private @Nullable IdRange range() {
    String text = idRange;
    return text == null ? null : Typed.read(spec.commandLine(), () -> IdRange.parse(text));
  }

  private GroupBy grouping() {
    return switch (groupBy) {
      case null -> noStackByIn0 ? GroupBy.OP : GroupBy.MEMORY;
      case "op" -> GroupBy.OP;
      case "memory" -> GroupBy.MEMORY;
      case "category" -> GroupBy.CATEGORY;
      default ->
          throw new ParameterException(
              spec.commandLine(),
              "--group-by must be op, memory or category, got '" + groupBy + "'");
    };
  }

  private void print(PerfReport report, StackedReport sums) {
    PrintWriter out = spec.commandLine().getOut();
    PerfText text = new PerfText(report, minPercentage, Colours.chosen(colour, noColour), out);
    text.table();
    if (!noAdvice) {
      text.advice();
    }
    if (!noSummary && !sums.groups().isEmpty()) {
      text.stacked(sums);
    }
    out.flush();
  }

  private static Path ending(Path base, String suffix) {
    return base.resolveSibling(base.getFileName() + suffix);
  }

  /** Without its ending: {@code report_stacked} beside {@code report.csv}. */
  private @Nullable Path sumsFile() {
    if (summaryFile != null) {
      return summaryFile;
    }
    if (csv == null) {
      return null;
    }
    String name = csv.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return csv.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + "_stacked");
  }
}
