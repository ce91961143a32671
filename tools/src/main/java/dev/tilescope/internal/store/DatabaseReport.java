package dev.tilescope.internal.store;

import dev.tilescope.internal.store.ReportCopy.Role;
import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.ReportChoice;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reports out of a database.
 *
 * <p>What {@code tilescope import} wrote holds its reports whole, and they come out as their files
 * would be read. TT-NN's importer, and {@code --upstream-rows}, keep only the operations' own parts
 * of a trace: these are strung together, and what is missing is in the report's damage and
 * completeness.
 */
public final class DatabaseReport {
  /** A report in a database. */
  private record Stored(long number, int rank, String name) {}

  private DatabaseReport() {}

  /** The file is an SQLite database, by its first bytes. */
  public static boolean isDatabase(Path file) {
    return ReadOnlyDatabase.is(file);
  }

  /**
   * Reads a report; the database and what is beside it stay as they are.
   *
   * @throws TilescopeException if the database is damaged, or is none of reports, or holds several
   *     that fit the choice
   */
  public static Report read(Path file, ReportChoice choice) {
    try (ReadOnlyDatabase database = ReadOnlyDatabase.open(file)) {
      requireReports(database);
      List<Stored> stored = storedIn(database);
      return stored.isEmpty() ? strung(database, choice) : whole(database, stored, choice);
    }
  }

  /**
   * A report of a database, to be asked for by its rows.
   *
   * @param number in {@code tilescope_files}; {@link StoredPeaks#EVERY_REPORT} if rows do not say
   */
  public record Chosen(int rank, long number) {}

  /**
   * Which report is meant, without reading it.
   *
   * @throws TilescopeException if none or several are
   */
  public static Chosen choose(ReadOnlyDatabase database, ReportChoice choice) {
    requireReports(database);
    List<Stored> stored = storedIn(database);
    if (stored.isEmpty()) {
      return new Chosen(rankIn(database, choice), StoredPeaks.EVERY_REPORT);
    }
    Stored chosen = chosen(database, stored, choice);
    return new Chosen(chosen.rank, chosen.number);
  }

  /** Where nodes stand in a report that the database holds whole; nothing for another. */
  public static Map<Integer, String> placesOf(Path file, ReportChoice choice, Set<Integer> nodes) {
    try (ReadOnlyDatabase database = ReadOnlyDatabase.open(file)) {
      List<Stored> stored = storedIn(database);
      if (stored.isEmpty()) {
        return Map.of();
      }
      Stored chosen = chosen(database, stored, choice);
      try (InputStream report = new StoredFile(database, chosen.number, Role.REPORT)) {
        return ReportFile.placesOf(chosen.name, report, nodes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stored chosen(
      ReadOnlyDatabase database, List<Stored> reports, ReportChoice choice) {
    return choice.from("database " + database.file(), reports, Stored::rank, Stored::name);
  }

  private static void requireReports(ReadOnlyDatabase database) {
    for (String table : List.of("operations", "captured_graph")) {
      List<String> columns = database.columns(table);
      if (columns.isEmpty()) {
        throw new TilescopeException(
            "database %s holds no reports: it has no table %s; expected one that tilescope import"
                    .formatted(database.file(), table)
                + " or TT-NN's importer wrote");
      }
      if (!columns.contains("rank")) {
        throw new TilescopeException(
            "database %s is of an older TT-NN: its table %s has no column rank; import the report"
                    .formatted(database.file(), table)
                + " again");
      }
    }
  }

  private static List<Stored> storedIn(ReadOnlyDatabase database) {
    return database.columns(Table.FILES.sqlName()).isEmpty()
        ? List.of()
        : database.list(
            "SELECT report, rank, name FROM tilescope_files WHERE role = ? AND part = 0"
                + " ORDER BY report",
            row -> new Stored(row.getLong(1), row.getInt(2), nameOf(row.getString(3))),
            Role.REPORT.text());
  }

  private static String nameOf(String stored) {
    return stored == null ? "report" : stored.replace('\0', '?');
  }

  private static Report whole(
      ReadOnlyDatabase database, List<Stored> reports, ReportChoice choice) {
    Stored chosen = chosen(database, reports, choice);
    try (InputStream report = new StoredFile(database, chosen.number, Role.REPORT);
        InputStream calls = new StoredFile(database, chosen.number, Role.CALLS)) {
      return ReportFile.read(chosen.name, report, hasCalls(database, chosen) ? calls : null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean hasCalls(ReadOnlyDatabase database, Stored report) {
    return database
        .first(
            "SELECT 1 FROM tilescope_files WHERE report = ? AND role = ?",
            row -> row.getInt(1),
            report.number,
            Role.CALLS.text())
        .isPresent();
  }

  /** Rows do not say from which file they are, so all reports of a rank are taken as one. */
  private static Report strung(ReadOnlyDatabase database, ReportChoice choice) {
    String name = String.valueOf(database.file().getFileName());
    return ReassembledTrace.read(database, name, rankIn(database, choice));
  }

  private static int rankIn(ReadOnlyDatabase database, ReportChoice choice) {
    List<Integer> ranks =
        database.list("SELECT DISTINCT rank FROM operations ORDER BY rank", row -> row.getInt(1));
    if (ranks.isEmpty()) {
      throw new TilescopeException(
          "database %s holds no operations; import a report into it".formatted(database.file()));
    }
    String name = String.valueOf(database.file().getFileName());
    return choice.from("database " + database.file(), ranks, r -> r, _ -> name);
  }
}
