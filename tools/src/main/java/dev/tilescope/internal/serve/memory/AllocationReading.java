package dev.tilescope.internal.serve.memory;

import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Spans from {@code tilescope_allocations}, where each buffer is a row. */
final class AllocationReading {
  private AllocationReading() {}

  static void read(ReadOnlyDatabase database, OperationColumns operations, Spans.Columns columns) {
    columns.reserve(
        database.number(
            "SELECT count(*) FROM tilescope_allocations WHERE rank = ?", operations.rank()));
    database.forEach(
        "SELECT device_id, buffer_type, address, max_size_per_bank, size, tensor_id,"
            + " first_operation_id, first_node, last_operation_id, last_node,"
            + " last_use_operation_id, is_made_between FROM tilescope_allocations WHERE rank = ?"
            + " ORDER BY allocation_id",
        row -> add(row, operations, columns),
        operations.rank());
  }

  private static void add(ResultSet row, OperationColumns operations, Spans.Columns columns)
      throws SQLException {
    int span =
        columns.add(row.getInt(1), row.getInt(2), row.getLong(3), row.getLong(4), row.getLong(5));
    if (span == Spans.NONE) {
      return;
    }
    int tensor = row.getInt(6);
    columns.holds(span, row.wasNull() ? Spans.NONE : tensor);
    if (row.getObject(8) != null) {
      columns.made(span, indexOf(row, 7, operations, 0));
    }
    if (row.getObject(10) != null) {
      columns.freed(span, indexOf(row, 9, operations, operations.size()));
    }
    if (row.getInt(12) > 0) {
      columns.madeBetween(span);
    }
    int lastUse = indexOf(row, 11, operations, Spans.NONE);
    if (lastUse != Spans.NONE) {
      columns.used(span, lastUse);
    }
  }

  private static int indexOf(ResultSet row, int column, OperationColumns operations, int missing)
      throws SQLException {
    int id = row.getInt(column);
    int index = row.wasNull() ? Spans.NONE : operations.indexOf(id);
    return index < 0 ? missing : index;
  }
}
