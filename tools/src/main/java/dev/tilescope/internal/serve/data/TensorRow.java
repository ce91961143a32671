package dev.tilescope.internal.serve.data;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The tensors that an operation takes or gives. Of device, address, type and bytes -1 means that
 * the report does not say; {@code pcc} is there if the tensor was compared with a golden one.
 * {@code other} is the operation that gave an input last, or that takes an output next.
 */
public final class TensorRow {
  private static final int CHARS = 1_500;

  private static final String MAKER =
      "(SELECT max(m.operation_id) FROM output_tensors m WHERE m.tensor_id = o.tensor_id"
          + " AND m.rank = o.rank AND m.operation_id < o.operation_id)";

  private static final String TAKER =
      "(SELECT min(m.operation_id) FROM input_tensors m WHERE m.tensor_id = o.tensor_id"
          + " AND m.rank = o.rank AND m.operation_id > o.operation_id)";

  private TensorRow() {}

  /**
   * @param side {@code input} or {@code output}
   */
  public static void list(
      JsonWriter json, ReadOnlyDatabase database, String side, int operation, int rank, int most) {
    String cut = "coalesce(substr(t.%s, 1, " + CHARS + "), ''), ";
    json.name(side + "s").beginArray();
    database.forEach(
        "SELECT o.tensor_id, "
            + cut.formatted("shape")
            + cut.formatted("dtype")
            + cut.formatted("layout")
            + cut.formatted("memory_config")
            + "coalesce(t.device_id, -1), coalesce(t.address, -1), coalesce(t.buffer_type, -1),"
            + " coalesce(t.size, -1), coalesce("
            + (side.equals("input") ? MAKER : TAKER)
            + ", -1), coalesce(l.actual_pcc, g.actual_pcc),"
            + " coalesce(l.desired_pcc, g.desired_pcc), coalesce(l.matches, g.matches)"
            + " FROM %1$s_tensors o LEFT JOIN tensors t USING (tensor_id, rank)".formatted(side)
            + " LEFT JOIN local_tensor_comparison_records l USING (tensor_id, rank)"
            + " LEFT JOIN global_tensor_comparison_records g USING (tensor_id, rank)"
            + " WHERE o.operation_id = ? AND o.rank = ? ORDER BY o.%s_index LIMIT ?"
                .formatted(side),
        row -> write(json, row),
        operation,
        rank,
        most);
    json.endArray();
  }

  private static void write(JsonWriter json, ResultSet row) throws SQLException {
    json.beginObject()
        .field("id", row.getLong(1))
        .field("shape", row.getString(2))
        .field("dtype", row.getString(3))
        .field("layout", row.getString(4))
        .field("memory", row.getString(5))
        .field("device", row.getLong(6))
        .field("address", row.getLong(7))
        .field("type", row.getLong(8))
        .field("bytes", row.getLong(9))
        .field("other", row.getLong(10));
    double actual = row.getDouble(11);
    if (!row.wasNull()) {
      json.name("pcc").beginObject().field("actual", actual);
      json.field("desired", row.getDouble(12)).field("matches", row.getInt(13) == 1).endObject();
    }
    json.endObject();
  }
}
