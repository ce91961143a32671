package dev.tilescope.internal.cli;

import dev.tilescope.internal.store.DatabaseReport;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.Damage;
import dev.tilescope.report.NumberedDevices;
import dev.tilescope.report.ReportChoice;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
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
      description =
          "The report of this rank, from 0, of a database or directory; not of a single file.")
  private @Nullable Integer rank;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "The report of this file name, of a database or directory; not of a single file.")
  private @Nullable String name;

  /**
   * To be called first: a report that is chosen must be one of several.
   *
   * @param paths of which at least one must leave a choice
   * @throws picocli.CommandLine.ParameterException if none does, though a report is chosen
   */
  static void requireChoice(CommandSpec spec, Path... paths) {
    if (Stream.of(paths).allMatch(ReportInput::isOneReport)) {
      IdleOptions.refuse(
          spec,
          "it chooses among the reports of a database or directory, and "
              + VisibleText.of(paths[0].toString())
              + " is a single file; leave it out",
          "--rank",
          "--name");
    }
  }

  /** Whoever reads a file reports that it is not there. */
  private static boolean isOneReport(Path path) {
    return Files.exists(path) && !Files.isDirectory(path) && !DatabaseReport.isDatabase(path);
  }

  /**
   * Reads a report, with devices by the numbers of a database, and sums up on {@code errors} what
   * is wrong with it.
   */
  Report readAndWarn(Path path, PrintWriter errors) {
    Report report = read(path);
    warn(path, report.damage(), errors);
    return NumberedDevices.of(report);
  }

  /** As it is written. */
  Report read(Path path) {
    Path database = databaseAt(path);
    return database == null
        ? ReportFile.read(path, choice())
        : DatabaseReport.read(database, choice());
  }

  /** Asks about the chosen report of a database. */
  interface Question {
    void ask(ReadOnlyDatabase database, DatabaseReport.Chosen report) throws IOException;
  }

  /** Whether the path is a database, which then was asked instead of a report being read. */
  boolean askDatabase(Path path, Question question) throws IOException {
    Path file = databaseAt(path);
    if (file == null) {
      return false;
    }
    try (ReadOnlyDatabase database = ReadOnlyDatabase.openInTodaysWords(file)) {
      question.ask(database, DatabaseReport.choose(database, choice()));
    }
    return true;
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
