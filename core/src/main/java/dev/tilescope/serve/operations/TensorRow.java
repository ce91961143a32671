package dev.tilescope.serve.operations;

import dev.tilescope.json.JsonWriter;
import dev.tilescope.store.ReadOnlyDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tensor that an operation takes or gives.
 *
 * @param bytes -1 if the report does not say, as are address, type and device
 * @param pcc how it compares with the golden tensor, null if it was not compared
 */
record TensorRow(
    long id,
    String shape,
    String dtype,
    String layout,
    String memory,
    long device,
    long address,
    long type,
    long bytes,
    @Nullable Comparison pcc) {
  private static final int CHARS = 1_500;

  record Comparison(double actual, double desired, boolean matches) {}

  /**
   * @param side {@code input} or {@code output}
   */
  static List<TensorRow> list(
      ReadOnlyDatabase database, String side, int operation, int rank, int most) {
    String cut = "substr(t.%s, 1, " + CHARS + "), ";
    return database.list(
        "SELECT o.tensor_id, "
            + cut.formatted("shape")
            + cut.formatted("dtype")
            + cut.formatted("layout")
            + cut.formatted("memory_config")
            + "coalesce(t.device_id, -1), coalesce(t.address, -1), coalesce(t.buffer_type, -1),"
            + " coalesce(t.size, -1), coalesce(l.actual_pcc, g.actual_pcc),"
            + " coalesce(l.desired_pcc, g.desired_pcc), coalesce(l.matches, g.matches)"
            + " FROM %1$s_tensors o LEFT JOIN tensors t USING (tensor_id, rank)".formatted(side)
            + " LEFT JOIN local_tensor_comparison_records l USING (tensor_id, rank)"
            + " LEFT JOIN global_tensor_comparison_records g USING (tensor_id, rank)"
            + " WHERE o.operation_id = ? AND o.rank = ? ORDER BY o.%s_index LIMIT ?"
                .formatted(side),
        TensorRow::read,
        operation,
        rank,
        most);
  }

  private static TensorRow read(ResultSet row) throws SQLException {
    double actual = row.getDouble(10);
    boolean compared = !row.wasNull();
    return new TensorRow(
        row.getLong(1),
        OperationDetail.orEmpty(row, 2),
        OperationDetail.orEmpty(row, 3),
        OperationDetail.orEmpty(row, 4),
        OperationDetail.orEmpty(row, 5),
        row.getLong(6),
        row.getLong(7),
        row.getLong(8),
        row.getLong(9),
        compared ? new Comparison(actual, row.getDouble(11), row.getInt(12) == 1) : null);
  }

  void write(JsonWriter json) {
    json.beginObject()
        .field("id", id)
        .field("shape", shape)
        .field("dtype", dtype)
        .field("layout", layout)
        .field("memory", memory)
        .field("device", device)
        .field("address", address)
        .field("type", type)
        .field("bytes", bytes);
    if (pcc != null) {
      json.name("pcc").beginObject().field("actual", pcc.actual());
      json.field("desired", pcc.desired()).field("matches", pcc.matches()).endObject();
    }
    json.endObject();
  }
}
