package dev.tilescope.serve.graph;

import dev.tilescope.serve.data.OpenReport;
import dev.tilescope.serve.data.OperationColumns;
import dev.tilescope.store.ReadOnlyDatabase;
import java.util.Arrays;

/** What each operation cost beyond host time; -1 where the report does not say. */
public final class CostColumns {
  private record MemoryKey(int rank) {}

  private record ModelledKey(int rank) {}

  private CostColumns() {}

  /** Device time from the cost model, if the importer noted it. */
  public static long[] modelledNanos(OpenReport report, OperationColumns operations) {
    return report.keep(
        new ModelledKey(operations.rank()),
        r ->
            r.ask(database ->
                read(
                    database,
                    operations,
                    "SELECT operation_id, modelled_nanos FROM tilescope_operation_facts"
                        + " WHERE rank = ? AND modelled_nanos > 0")));
  }

  /** L1 in use, per bank, on the fullest device: at its most inside, or else afterwards. */
  static long[] l1BytesPerBank(OpenReport report, OperationColumns operations) {
    return report.keep(
        new MemoryKey(operations.rank()),
        r -> r.ask(database -> read(database, operations, l1(database, ""))));
  }

  /** The same of one operation, without reading all. */
  static long l1BytesPerBank(ReadOnlyDatabase database, int rank, int operationId) {
    return database
        .list(l1(database, "AND operation_id = ?"), row -> row.getLong(2), rank, operationId)
        .stream()
        .mapToLong(bytes -> bytes)
        .max()
        .orElse(-1);
  }

  private static String l1(ReadOnlyDatabase database, String which) {
    return hasFacts(database)
        ? "SELECT operation_id, peak_l1_bytes_per_bank FROM tilescope_operation_facts"
            + " WHERE rank = ? "
            + which
        : "SELECT operation_id, sum(max_size_per_bank) FROM buffers"
            + " WHERE rank = ? AND buffer_type = 1 "
            + which
            + " GROUP BY operation_id, device_id";
  }

  private static boolean hasFacts(ReadOnlyDatabase database) {
    return database.number("SELECT EXISTS (SELECT 1 FROM tilescope_operation_facts)") > 0;
  }

  /** Unknown of all: what stands for a column that nobody asked for, too. */
  static long[] nothing(OperationColumns operations) {
    long[] values = new long[operations.size()];
    Arrays.fill(values, -1);
    return values;
  }

  private static long[] read(ReadOnlyDatabase database, OperationColumns operations, String sql) {
    long[] values = nothing(operations);
    operations.forEachRow(
        database,
        sql,
        (operation, row) -> values[operation] = Math.max(values[operation], row.getLong(2)),
        operations.rank());
    return values;
  }
}
