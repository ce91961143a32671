package dev.tilescope.internal.runs;

import dev.tilescope.internal.links.Link.Linked;
import dev.tilescope.internal.links.Links;
import dev.tilescope.internal.links.ReportOperations;
import dev.tilescope.internal.perf.PerfRow;
import dev.tilescope.internal.perf.PerfTable;
import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The tables {@code tilescope_performance}, a row for each row of a performance CSV, and {@code
 * tilescope_links}, which operation of the report each is.
 */
public final class PerformanceTables {
  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE IF NOT EXISTS tilescope_performance (file text, row int, op_code text,"
              + " op_type text, device_id int, call_count int, metal_trace_id int,"
              + " replay_session_id int, device_nanos float, gap_nanos float, cores int,"
              + " math_fidelity text, attributes text, rank int NOT NULL DEFAULT 0)",
          "CREATE TABLE IF NOT EXISTS tilescope_links (file text, row int, operation_id int,"
              + " device_operation_index int, confidence text, reason text,"
              + " rank int NOT NULL DEFAULT 0)",
          "CREATE INDEX IF NOT EXISTS idx_tilescope_links_operation_id"
              + " ON tilescope_links(operation_id)",
          "CREATE INDEX IF NOT EXISTS idx_tilescope_performance_row"
              + " ON tilescope_performance(row)");

  /** A device operation of the database. */
  private record Place(long operationId, long index, String name) {}

  private PerformanceTables() {}

  /**
   * Adds the rows of a CSV, linked with the report that was imported last.
   *
   * @return why rows and report seem to be of different runs; null if they do not
   * @throws TilescopeException if the database is not of this report
   */
  public static @Nullable String add(Path csv, Report report, Connection database)
      throws SQLException {
    List<PerfRow> rows =
        PerfTable.read(List.of(csv)).rows().stream().filter(row -> !row.isSignpost()).toList();
    List<PerfRow> onDevice = rows.stream().filter(PerfRow::isDeviceOperation).toList();
    ReportOperations operations = ReportOperations.of(report.trace());
    int rank = report.metadata().rank();
    List<Place> places = places(operations, rank, database);
    Links links = Links.of(PerfTable.ran(onDevice), operations.ran());
    try (Statement statement = database.createStatement()) {
      for (String sql : TABLES) {
        statement.execute(sql);
      }
    }
    String file = String.valueOf(csv.getFileName());
    addRows(file, rows, rank, database);
    addLinks(file, onDevice, links, places, rank, database);
    addUnlinked(
        file, rows.stream().filter(row -> !row.isDeviceOperation()).toList(), rank, database);
    return links.problem();
  }

  /** Those of the report that was added last: the last of its rank. */
  private static List<Place> places(ReportOperations operations, int rank, Connection database)
      throws SQLException {
    List<Place> all = new ArrayList<>();
    try (PreparedStatement statement =
        database.prepareStatement(
            "SELECT operation_id, device_operation_index, name FROM tilescope_device_operations"
                + " WHERE rank = ? ORDER BY operation_id, device_operation_index")) {
      statement.setInt(1, rank);
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          all.add(new Place(found.getLong(1), found.getLong(2), found.getString(3)));
        }
      }
    }
    int count = operations.ran().size();
    List<Place> last = all.subList(Math.max(0, all.size() - count), all.size());
    boolean same = last.size() == count;
    for (int i = 0; same && i < count; i++) {
      same = Objects.equals(last.get(i).name, operations.ran().get(i).name());
    }
    if (!same) {
      throw new TilescopeException(
          "the report's device operations are not those that were imported: import it whole,"
              + " without --keep-going");
    }
    return last;
  }

  private static void addRows(String file, List<PerfRow> rows, int rank, Connection database)
      throws SQLException {
    try (PreparedStatement insert =
        database.prepareStatement(
            "INSERT INTO tilescope_performance VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)")) {
      for (PerfRow row : rows) {
        long replay = row.ran().replay();
        add(
            insert,
            file,
            row.id(),
            row.opCode(),
            row.opType(),
            row.device(),
            numberOrNull(row.globalCallCount()),
            replay < 0 ? null : replay >> Integer.SIZE,
            replay < 0 ? null : (long) (int) replay,
            numberOrNull(row.kernelNanos()),
            numberOrNull(row.gapNanos()),
            row.cores(),
            row.mathFidelity(),
            row.attributes(),
            rank);
      }
      insert.executeBatch();
    }
  }

  private static void addLinks(
      String file,
      List<PerfRow> rows,
      Links links,
      List<Place> places,
      int rank,
      Connection database)
      throws SQLException {
    try (PreparedStatement insert =
        database.prepareStatement("INSERT INTO tilescope_links VALUES (?,?,?,?,?,?,?)")) {
      for (int i = 0; i < rows.size(); i++) {
        Linked link = links.byRow().get(i) instanceof Linked linked ? linked : null;
        Place place = link == null ? null : places.get(link.target());
        add(
            insert,
            file,
            rows.get(i).id(),
            place == null ? null : place.operationId,
            place == null ? null : place.index,
            link == null ? null : link.confidence().word(),
            links.byRow().get(i).reason(),
            rank);
      }
      insert.executeBatch();
    }
  }

  private static void addUnlinked(String file, List<PerfRow> rows, int rank, Connection database)
      throws SQLException {
    try (PreparedStatement insert =
        database.prepareStatement("INSERT INTO tilescope_links VALUES (?,?,NULL,NULL,NULL,?,?)")) {
      for (PerfRow row : rows) {
        add(insert, file, row.id(), "it ran on the host, and on no device", rank);
      }
      insert.executeBatch();
    }
  }

  private static void add(PreparedStatement insert, @Nullable Object... values)
      throws SQLException {
    for (int i = 0; i < values.length; i++) {
      insert.setObject(i + 1, values[i]);
    }
    insert.addBatch();
  }

  private static @Nullable Double numberOrNull(double number) {
    return Double.isNaN(number) ? null : Double.valueOf(number);
  }
}
