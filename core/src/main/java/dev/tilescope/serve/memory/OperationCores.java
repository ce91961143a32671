package dev.tilescope.serve.memory;

import dev.tilescope.json.JsonWriter;
import dev.tilescope.serve.Answer;
import dev.tilescope.serve.OpenReport;
import dev.tilescope.serve.OperationColumns;
import dev.tilescope.serve.Request;
import java.util.List;

/**
 * {@code operation/cores?id&device}: what buffers take of the L1 of each core after an operation;
 * {@code operation/core?id&device&x&y}: where on one core. Both ask by operation and type, for
 * which there is an index.
 */
final class OperationCores {
  private static final int MOST_CORES = 4_096;
  private static final int MOST_CHUNKS = 2_000;

  private record Core(int x, int y, long bytes, int chunks) {}

  private record Grid(int width, int height) {}

  private record Chunk(long buffer, long address, long bytes, int pages) {}

  private record Found(List<Grid> grids, List<Core> cores) {}

  private OperationCores() {}

  static Answer cores(OpenReport report, Request request) {
    int rank = OperationColumns.rankOf(report, request);
    long id = request.number("id");
    long device = deviceOf(report, request, rank);
    Found found =
        report.ask(database ->
            new Found(
                database.list(
                    "SELECT coalesce(nullif(num_x_compute_cores, 0), num_x_cores),"
                        + " coalesce(nullif(num_y_compute_cores, 0), num_y_cores) FROM devices"
                        + " WHERE device_id = ? AND rank = ? LIMIT 1",
                    row -> new Grid(row.getInt(1), row.getInt(2)),
                    device,
                    rank),
                database.list(
                    "SELECT core_x, core_y, sum(chunk_size), count(*) FROM buffer_chunks"
                        + " WHERE operation_id = ? AND buffer_type = 1 AND rank = ?"
                        + " AND device_id = ? GROUP BY core_x, core_y LIMIT "
                        + MOST_CORES,
                    row -> new Core(row.getInt(1), row.getInt(2), row.getLong(3), row.getInt(4)),
                    id,
                    rank,
                    device)));
    return Answer.json(json -> {
      Grid grid = found.grids().isEmpty() ? new Grid(0, 0) : found.grids().getFirst();
      json.beginObject().field("device", device);
      json.field("width", Math.clamp(grid.width(), 0, 64));
      json.field("height", Math.clamp(grid.height(), 0, 64));
      json.name("cores").beginArray();
      found.cores().forEach(core -> write(json, core));
      json.endArray().endObject();
    });
  }

  private static long deviceOf(OpenReport report, Request request, int rank) {
    return request.has("device")
        ? request.number("device")
        : report.ask(database ->
            database.number(
                "SELECT coalesce(min(device_id), 0) FROM devices WHERE rank = ?", rank));
  }

  private static void write(JsonWriter json, Core core) {
    json.beginObject().field("x", core.x()).field("y", core.y());
    json.field("bytes", core.bytes()).field("chunks", core.chunks()).endObject();
  }

  static Answer core(OpenReport report, Request request) {
    int rank = OperationColumns.rankOf(report, request);
    long device = deviceOf(report, request, rank);
    List<Chunk> chunks =
        report.ask(database ->
            database.list(
                "SELECT address, chunk_address, chunk_size, num_pages FROM buffer_chunks"
                    + " WHERE operation_id = ? AND buffer_type = 1 AND rank = ? AND device_id = ?"
                    + " AND core_x = ? AND core_y = ? ORDER BY chunk_address LIMIT "
                    + MOST_CHUNKS,
                row -> new Chunk(row.getLong(1), row.getLong(2), row.getLong(3), row.getInt(4)),
                request.number("id"),
                rank,
                device,
                request.number("x"),
                request.number("y")));
    return Answer.json(json -> {
      json.beginObject().name("chunks").beginArray();
      for (Chunk chunk : chunks) {
        json.beginObject().field("buffer", chunk.buffer()).field("address", chunk.address());
        json.field("bytes", chunk.bytes()).field("pages", chunk.pages()).endObject();
      }
      json.endArray().endObject();
    });
  }
}
