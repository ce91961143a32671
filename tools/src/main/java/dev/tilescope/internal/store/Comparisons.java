package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.internal.PythonNumbers;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records of comparing tensors with their golden twins. */
final class Comparisons {
  private Comparisons() {}

  static void write(Map<?, ?> records, RowSink rows, long rank, Losses losses) {
    for (Object tensor : list(records, "tensors")) {
      losses.attempt(() -> writeTensor(object(tensor), rows, rank));
    }
    for (Table table : List.of(Table.LOCAL_COMPARISONS, Table.GLOBAL_COMPARISONS)) {
      for (Object record : list(records, table.sqlName())) {
        losses.attempt(() -> write(object(record), table, rows, rank));
      }
    }
  }

  private static void writeTensor(Map<?, ?> tensor, RowSink rows, long rank) {
    RowBatch row = rows.row(Table.TENSORS);
    row.add(PythonNumbers.toLong(required(tensor, "tensor_id")));
    row.add(RowSink.orNull(tensor, "shape")).add(RowSink.orNull(tensor, "dtype"));
    row.add(RowSink.orNull(tensor, "layout")).add(RowSink.orNull(tensor, "memory_config"));
    row.add(RowSink.orNull(tensor, "device_id")).add(RowSink.orNull(tensor, "address"));
    row.add(RowSink.orNull(tensor, "buffer_type")).add(rank);
    if (rows.withSize()) {
      row.add(RowBatch.NULL);
    }
  }

  private static void write(Map<?, ?> record, Table table, RowSink rows, long rank) {
    RowBatch row = rows.row(table).add(PythonNumbers.toLong(required(record, "tensor_id")));
    row.add(PythonNumbers.toLong(required(record, "golden_tensor_id")));
    row.add(PythonNumbers.truthy(required(record, "matches")) ? 1 : 0);
    row.add(PythonNumbers.toDouble(required(record, "desired_pcc")));
    row.add(PythonNumbers.toDouble(required(record, "actual_pcc")));
    row.add(record.containsKey("rank") ? PythonNumbers.toLong(record.get("rank")) : rank);
  }

  private static List<?> list(Map<?, ?> records, String key) {
    return records.get(key) instanceof List<?> list ? list : List.of();
  }

  private static Map<?, ?> object(@Nullable Object value) {
    if (value instanceof Map<?, ?> fields) {
      return fields;
    }
    throw new TilescopeException("a comparison record is not an object");
  }

  private static @Nullable Object required(Map<?, ?> record, String key) {
    if (!record.containsKey(key)) {
      throw new TilescopeException("a comparison record has no " + key);
    }
    return record.get(key);
  }
}
