package dev.tilescope.internal.runs;

import dev.tilescope.analysis.DeviceOperationNames;
import dev.tilescope.internal.links.Links;
import dev.tilescope.internal.links.Ran;
import dev.tilescope.internal.links.ReportOperations;
import dev.tilescope.internal.store.DatabaseReport;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.report.ReportChoice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The device operations of one rank of a report in the order in which they ran: what rows of a run
 * are linked with.
 *
 * @param problem why there are none, or null
 */
public record StoredOperations(List<Ran> ran, int[] operationIds, @Nullable String problem) {
  /** Graphs of more operations would have to be read for longer than anybody waits. */
  private static final int MAX_GRAPHS = 4_000;

  /** A larger report is not read for the tensors of its operations: it has names and order. */
  private static final long MAX_BYTES = 32 << 20;

  private static final int MAX_OPERATIONS = 400_000;
  private static final int MAX_NAME = 200;

  public StoredOperations {
    ran = List.copyOf(ran);
  }

  /** Links rows with them. */
  public Links linked(List<Ran> rows) {
    return Links.of(rows, ran);
  }

  /**
   * @param file the database's
   */
  public static StoredOperations read(ReadOnlyDatabase database, int rank, Path file) {
    StoredOperations told =
        rows(
            database,
            "SELECT operation_id, substr(name, 1, ?) FROM tilescope_device_operations"
                + " WHERE rank = ? ORDER BY operation_id, device_operation_index LIMIT ?",
            rank);
    if (!told.ran.isEmpty()) {
      return told.withTensors(database, rank, file);
    }
    if (database.number("SELECT count(*) FROM captured_graph WHERE rank = ?", rank) > MAX_GRAPHS) {
      return new StoredOperations(
          List.of(),
          new int[0],
          "the report's database does not list its device operations; import it again with this"
              + " version");
    }
    return rows(
        database,
        "SELECT g.operation_id, substr(node.value ->> '$.params.name', 1, ?)"
            + " FROM captured_graph g, json_each(g.captured_graph) node"
            + " WHERE g.rank = ? AND json_valid(g.captured_graph)"
            + " AND node.value ->> '$.node_type' = 'function_start'"
            + " ORDER BY g.operation_id, node.id LIMIT ?",
        rank);
  }

  /** The same with what the only report of the rank says of each, if that is quickly read. */
  private StoredOperations withTensors(ReadOnlyDatabase database, int rank, Path file) {
    if (!database.hasRows("tilescope_files", rank)) {
      return this;
    }
    long bytes =
        database.number("SELECT total(raw_size) FROM tilescope_files WHERE rank = ?", rank);
    long reports =
        database.number("SELECT count(DISTINCT report) FROM tilescope_files WHERE rank = ?", rank);
    if (reports != 1 || bytes > MAX_BYTES) {
      return this;
    }
    ReportChoice choice = new ReportChoice(rank, null);
    List<Ran> known = ReportOperations.of(DatabaseReport.read(file, choice).trace()).ran();
    return known.size() == ran.size() ? new StoredOperations(known, operationIds, null) : this;
  }

  private static StoredOperations rows(ReadOnlyDatabase database, String sql, int rank) {
    List<Ran> ran = new ArrayList<>();
    List<Integer> ids = new ArrayList<>();
    database.forEach(
        sql,
        row -> {
          String name = row.getString(2);
          if (name != null && DeviceOperationNames.contain(name)) {
            ran.add(Ran.named(name.intern()));
            ids.add(row.getInt(1));
          }
        },
        MAX_NAME,
        rank,
        MAX_OPERATIONS);
    return new StoredOperations(
        ran,
        ids.stream().mapToInt(Integer::intValue).toArray(),
        ran.isEmpty() ? "the report has no device operations" : null);
  }
}
