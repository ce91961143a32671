package dev.tilescope.internal.cli;

import dev.tilescope.internal.export.CallGraphSvg;
import dev.tilescope.internal.io.UnpackLimit;
import dev.tilescope.internal.kinds.FileKind;
import dev.tilescope.internal.kinds.FileKinds;
import dev.tilescope.internal.runs.PerformanceTables;
import dev.tilescope.internal.store.ImportOptions;
import dev.tilescope.internal.store.ImportOptions.Existing;
import dev.tilescope.internal.store.ImportSummary;
import dev.tilescope.internal.store.ReportImport;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.Trace;
import dev.tilescope.report.ReportChoice;
import dev.tilescope.report.ReportFile;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope import}: reports into a database for ttnn-visualizer and SQL. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Import reports into a SQLite database that ttnn-visualizer opens",
      "and that answers SQL. A directory is imported with all its ranks."
    })
public final class ImportCommand implements Callable<Integer> {
  /** At most one of them. */
  static final class OnExisting {
    @Option(names = "--append", description = "Add to the database if it exists.")
    private boolean append;

    @Option(names = "--replace", description = "Write the database anew if it exists.")
    private boolean replace;

    Existing choice() {
      return append ? Existing.APPEND : replace ? Existing.REPLACE : Existing.REFUSE;
    }
  }

  @Parameters(
      index = "0",
      paramLabel = "REPORT|DIR",
      description = "A report, plain, gzip or zstd, or a directory of reports.")
  private Path source = Path.of("");

  @Parameters(
      index = "1",
      paramLabel = "OUT_DIR",
      description = "Where the database goes; created if it is missing.")
  private Path output = Path.of("");

  @Option(
      names = "--db-name",
      paramLabel = "NAME",
      defaultValue = "db.sqlite",
      description = "File name of the database. Default: ${DEFAULT-VALUE}.")
  private String databaseName = "db.sqlite";

  @Option(
      names = "--upstream-rows",
      description = "Write exactly the rows that TT-NN's own importer writes, its quirks included.")
  private boolean upstreamRows;

  @ArgGroup private OnExisting onExisting = new OnExisting();

  @Option(
      names = "--keep-going",
      description = "Import what is sound of damaged reports, and count what is left out.")
  private boolean keepGoing;

  @Option(
      names = "--svg",
      description = "Also draw each report's call graph: OUT_DIR/graphs/<report>.svg.")
  private boolean svg;

  @Option(
      names = "--max-unpacked",
      paramLabel = "BYTES",
      converter = ByteCount.class,
      description = {
        "How much one compressed file may unpack to: 500M, 20G.",
        "Default: 1G, or 250 times its size if that is more."
      })
  private @Nullable Long maxUnpackedBytes;

  @Option(
      names = "--performance",
      paramLabel = "CSV",
      description = {
        "Also the rows of this run's ops_perf_results CSV, and which operation each is, as tables",
        "tilescope_performance and tilescope_links; may be given many times."
      })
  private List<Path> performance = List.of();

  @Option(names = "--json", description = "Print the summary as JSON.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    requireFileName();
    requireNothingElse();
    if (upstreamRows) {
      IdleOptions.refuse(spec, "--upstream-rows writes TT-NN's tables alone", "--performance");
    }
    ImportOptions options =
        new ImportOptions(
            databaseName,
            upstreamRows,
            onExisting.choice(),
            keepGoing,
            maxUnpackedBytes == null ? UnpackLimit.usual() : UnpackLimit.ofBytes(maxUnpackedBytes),
            this::addPerformance);
    long start = System.nanoTime();
    ImportSummary summary;
    try (Progress progress = new Progress(spec.commandLine().getErr())) {
      summary = ReportImport.run(source, output, options, told(progress));
    }
    PrintWriter out = spec.commandLine().getOut();
    double seconds = (System.nanoTime() - start) / 1e9;
    if (json) {
      ImportText.json(summary, seconds, out);
    } else {
      ImportText.human(summary, seconds, out);
    }
    out.flush();
    ImportText.warnings(summary, spec.commandLine().getErr());
    if (svg) {
      summary.reports().forEach(this::draw);
    }
    return ExitCode.OK;
  }

  private void addPerformance(Connection database) throws SQLException {
    if (performance.isEmpty()) {
      return;
    }
    Report report = ReportFile.read(source, ReportChoice.ONLY);
    PrintWriter err = spec.commandLine().getErr();
    for (Path csv : performance) {
      String problem = PerformanceTables.add(csv, report, database);
      if (problem != null) {
        err.println("warning: " + VisibleText.of(csv + ": " + problem));
        err.flush();
      }
    }
  }

  private ReportImport.Progress told(Progress progress) {
    PrintWriter err = spec.commandLine().getErr();
    return new ReportImport.Progress() {
      @Override
      public void at(String file, long bytesDone, long bytesInAll) {
        progress.bytes(file, bytesDone, bytesInAll);
      }

      @Override
      public void waiting(Path folder) {
        err.println("waiting: another import writes into " + VisibleText.of(folder.toString()));
        err.flush();
      }
    };
  }

  /** Lists of other things would become reports without a node that is known. */
  private void requireNothingElse() {
    FileKind kind = Files.isRegularFile(source) ? FileKinds.ofFile(source) : FileKind.UNKNOWN;
    if (kind.isCertain() && !kind.isTakenBy("import")) {
      throw new TilescopeException(source + " is no report");
    }
  }

  /** Files beside the database would go with it, so it stays in the folder that was named. */
  private void requireFileName() {
    Path name = Path.of(databaseName).getFileName();
    if (name == null
        || !name.toString().equals(databaseName)
        || List.of("", ".", "..").contains(databaseName)) {
      throw new ParameterException(
          spec.commandLine(),
          "--db-name must be the name of a file in OUT_DIR, such as db.sqlite, got '"
              + databaseName
              + "'");
    }
  }

  /** The database is there by now, and a picture that cannot be drawn is no reason to fail. */
  private void draw(Path report) {
    Path picture = output.resolve("graphs").resolve(pictureName(report));
    try {
      Trace trace = ReportFile.read(report).trace();
      WholeFile.write(picture, file -> CallGraphSvg.write(trace, SvgCommand.DEFAULT_BOXES, file));
    } catch (TilescopeException | OutOfMemoryError e) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(
          "warning: no picture of "
              + VisibleText.of(report + ": " + e.getMessage())
              + "; the database is whole");
      err.flush();
    }
  }

  /** The report's name, with {@code .svg} in place of its last suffix and of a compression's. */
  private static String pictureName(Path report) {
    String name = String.valueOf(report.getFileName()).replaceFirst("(?i)(?<=.)[.](gz|zst)$", "");
    return name.replaceFirst("(?<=.)[.][^.]*$", "") + ".svg";
  }
}
