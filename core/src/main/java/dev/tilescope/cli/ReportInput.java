package dev.tilescope.cli;

import dev.tilescope.export.VisibleText;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.Damage;
import dev.tilescope.report.ReportChoice;
import dev.tilescope.report.ReportFile;
import dev.tilescope.store.DatabaseReport;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where commands get a report from: a file, a database, or a directory that holds one. */
final class ReportInput {
  static final String WHAT =
      "A report or bare trace, plain, gzip or zstd; a database that import wrote; or a directory"
          + " that holds one.";

  private static final String DATABASE = "db.sqlite";

  @Option(
      names = "--rank",
      paramLabel = "N",
      description = "The report of this rank, if a database or directory holds several.")
  private @Nullable Integer rank;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The report of this file name, if a database or directory holds several.")
  private @Nullable String name;

  /** Reads a report and sums up on {@code errors} what is wrong with it. */
  Report readAndWarn(Path path, PrintWriter errors) {
    Report report = read(path);
    warn(path, report.damage(), errors);
    return report;
  }

  Report read(Path path) {
    Path database = databaseAt(path);
    return database == null
        ? ReportFile.read(path, choice())
        : DatabaseReport.read(database, choice());
  }

  /** Where nodes of the report stand in its file, by number, as far as that is known. */
  Map<Integer, String> placesOf(Path path, Set<Integer> nodes) {
    Path database = databaseAt(path);
    return database == null
        ? ReportFile.placesOf(path, choice(), nodes)
        : DatabaseReport.placesOf(database, choice(), nodes);
  }

  private ReportChoice choice() {
    return new ReportChoice(rank, name);
  }

  /** Null if the path is a report, or a directory of reports. */
  private static @Nullable Path databaseAt(Path path) {
    if (DatabaseReport.isDatabase(path)) {
      return path;
    }
    Path inside = path.resolve(DATABASE);
    boolean only = Files.isDirectory(path) && Files.exists(inside);
    return only && ReportFile.list(path).isEmpty() ? inside : null;
  }

  private static void warn(Path path, List<Damage> damage, PrintWriter errors) {
    if (damage.isEmpty()) {
      return;
    }
    Damage first = damage.getFirst();
    errors.println(
        "warning: "
            + damage.size()
            + (damage.size() == 1 ? " problem in " : " problems in ")
            + VisibleText.of(String.valueOf(path.getFileName()))
            + ", first: "
            + VisibleText.of(first.where() + ": " + first.what()));
    errors.flush();
  }
}
