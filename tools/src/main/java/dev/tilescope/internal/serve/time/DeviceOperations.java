package dev.tilescope.internal.serve.time;

import dev.tilescope.analysis.DeviceOperationNames;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The device operations of one rank of a report in the order in which they ran: their names are the
 * OP CODEs of a performance report of the same run, in the same order.
 *
 * @param problem why there are none, or null
 */
record DeviceOperations(List<String> names, int[] operationIds, @Nullable String problem) {
  /** Graphs of more operations would have to be read for longer than anybody waits. */
  private static final int MAX_GRAPHS = 4_000;

  private static final int MAX_OPERATIONS = 400_000;
  private static final int MAX_NAME = 200;

  DeviceOperations {
    names = List.copyOf(names);
  }

  static DeviceOperations of(OpenReport report, Request request) {
    int rank = OperationColumns.rankOf(report, request);
    return report.keepOfRank(DeviceOperations.class, rank, database -> read(database, rank));
  }

  private static DeviceOperations read(ReadOnlyDatabase database, int rank) {
    DeviceOperations told =
        rows(
            database,
            "SELECT operation_id, substr(name, 1, ?) FROM tilescope_device_operations"
                + " WHERE rank = ? ORDER BY operation_id, device_operation_index LIMIT ?",
            rank);
    if (!told.names.isEmpty()) {
      return told;
    }
    if (database.number("SELECT count(*) FROM captured_graph WHERE rank = ?", rank) > MAX_GRAPHS) {
      return new DeviceOperations(
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

  private static DeviceOperations rows(ReadOnlyDatabase database, String sql, int rank) {
    List<String> names = new ArrayList<>();
    List<Integer> ids = new ArrayList<>();
    database.forEach(
        sql,
        row -> {
          String name = row.getString(2);
          if (name != null && DeviceOperationNames.contain(name)) {
            names.add(name.intern());
            ids.add(row.getInt(1));
          }
        },
        MAX_NAME,
        rank,
        MAX_OPERATIONS);
    return new DeviceOperations(
        names,
        ids.stream().mapToInt(Integer::intValue).toArray(),
        names.isEmpty() ? "the report has no device operations" : null);
  }
}
