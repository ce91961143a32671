package dev.tilescope.internal.serve.memory;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.RowObjects;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.store.ReadOnlyDatabase;

/**
 * {@code operation/cores?id&device}: what buffers take of the L1 of each core after an operation;
 * {@code operation/core?id&device&x&y}: where on one core. Both ask by operation and type, for
 * which there is an index.
 */
final class OperationCores {
  private static final int MOST_CORES = 4_096;
  private static final int MOST_CHUNKS = 2_000;

  private OperationCores() {}

  static Answer cores(OpenReport report, Request request) {
    int rank = OperationColumns.rankOf(report, request);
    long id = request.number("id");
    long device = deviceOf(report, request, rank);
    boolean isOfTtnn = report.runId().isEmpty();
    return report.ask(database ->
        Answer.object(json -> {
          json.field("device", device).field("ofTtnn", isOfTtnn);
          grid(json, database, device, rank);
          RowObjects.write(
              json,
              "cores",
              database,
              "SELECT core_x AS x, core_y AS y, sum(chunk_size) AS bytes, count(*) AS chunks"
                  + " FROM buffer_chunks WHERE operation_id = ? AND buffer_type = 1 AND rank = ?"
                  + " AND device_id = ? GROUP BY core_x, core_y LIMIT "
                  + MOST_CORES,
              id,
              rank,
              device);
        }));
  }

  private static void grid(JsonWriter json, ReadOnlyDatabase database, long device, int rank) {
    int[] grid =
        database
            .first(
                "SELECT coalesce(nullif(num_x_compute_cores, 0), num_x_cores),"
                    + " coalesce(nullif(num_y_compute_cores, 0), num_y_cores) FROM devices"
                    + " WHERE device_id = ? AND rank = ?",
                row -> new int[] {row.getInt(1), row.getInt(2)},
                device,
                rank)
            .orElse(new int[2]);
    json.field("width", Math.clamp(grid[0], 0, 64)).field("height", Math.clamp(grid[1], 0, 64));
  }

  private static long deviceOf(OpenReport report, Request request, int rank) {
    return request.has("device")
        ? request.number("device")
        : report.ask(database ->
            database.number(
                "SELECT coalesce(min(device_id), 0) FROM devices WHERE rank = ?", rank));
  }

  static Answer core(OpenReport report, Request request) {
    int rank = OperationColumns.rankOf(report, request);
    long device = deviceOf(report, request, rank);
    return report.ask(database ->
        Answer.object(json -> {
          RowObjects.write(
              json,
              "chunks",
              database,
              "SELECT address AS buffer, chunk_address AS address, chunk_size AS bytes,"
                  + " num_pages AS pages FROM buffer_chunks"
                  + " WHERE operation_id = ? AND buffer_type = 1 AND rank = ? AND device_id = ?"
                  + " AND core_x = ? AND core_y = ? ORDER BY chunk_address LIMIT "
                  + MOST_CHUNKS,
              request.number("id"),
              rank,
              device,
              request.number("x"),
              request.number("y"));
        }));
  }
}
