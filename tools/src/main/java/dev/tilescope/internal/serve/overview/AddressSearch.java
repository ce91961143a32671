package dev.tilescope.internal.serve.overview;

import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.model.BufferType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Which buffers stood over an address, and when. */
final class AddressSearch {
  /**
   * @param address where the buffer begins
   * @param firstOperation after which it stood there; 0 if it was there from the start
   * @param lastOperation that freed it, or after which it was seen last; 0 if it stayed
   */
  record Stay(
      int device,
      int regionNumber,
      long address,
      long bytesPerBank,
      int firstOperation,
      int lastOperation) {

    String region() {
      BufferType type = BufferType.ofCode(regionNumber);
      return type == null ? "region " + regionNumber : type.name();
    }

    String when() {
      String from = firstOperation == 0 ? "from the start" : "from " + firstOperation;
      return from + (lastOperation == 0 ? " on" : " to " + lastOperation);
    }
  }

  private static final String ALLOCATIONS =
      "SELECT device_id, buffer_type, address, max_size_per_bank, first_operation_id,"
          + " last_operation_id FROM tilescope_allocations WHERE rank = ?1 AND address <= ?2"
          + " AND address + max_size_per_bank > ?2 ORDER BY address = ?2 DESC, allocation_id LIMIT ";

  /** Snapshots are indexed by where buffers begin, so only beginnings are found. */
  private static final String SNAPSHOTS =
      "SELECT device_id, buffer_type, address, max_size_per_bank, min(operation_id),"
          + " max(operation_id) FROM buffers WHERE rank = ?1 AND address = ?2"
          + " GROUP BY device_id, buffer_type, max_size_per_bank LIMIT ";

  private AddressSearch() {}

  static List<Stay> at(OpenReport report, OperationColumns operations, long address, int most) {
    int rank = operations.rank();
    return report.ask(database -> {
      String stays = database.hasRows("tilescope_allocations", rank) ? ALLOCATIONS : SNAPSHOTS;
      return database.list(stays + most, AddressSearch::stay, rank, address);
    });
  }

  private static Stay stay(ResultSet row) throws SQLException {
    return new Stay(
        row.getInt(1), row.getInt(2), row.getLong(3), row.getLong(4), row.getInt(5), row.getInt(6));
  }
}
