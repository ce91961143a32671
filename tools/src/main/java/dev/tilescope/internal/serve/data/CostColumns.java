package dev.tilescope.internal.serve.data;

import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.Arrays;

/**
 * What each operation cost beyond host time, by its index; {@link #UNKNOWN} where the report does
 * not say.
 *
 * @param modelledNanos device time from the cost model
 * @param l1BytesPerBank L1 in use on the fullest device, circular buffers included: at its most
 *     inside the operation if the database has the peaks, or else afterwards
 */
public record CostColumns(long[] modelledNanos, long[] l1BytesPerBank, boolean hasPeaks) {
  public static final long UNKNOWN = -1;

  private static final String FACTS =
      "SELECT operation_id, peak_l1_bytes_per_bank, modelled_nanos FROM tilescope_operation_facts"
          + " WHERE rank = ?";

  private static final String BUFFERS_OF_OTHER_IMPORTERS =
      "SELECT operation_id, sum(max_size_per_bank), NULL FROM buffers"
          + " WHERE rank = ? AND buffer_type = 1 GROUP BY operation_id, device_id";

  public static CostColumns of(OpenReport report, OperationColumns operations) {
    return report.keepOfRank(
        CostColumns.class, operations.rank(), database -> read(database, operations));
  }

  private static CostColumns read(ReadOnlyDatabase database, OperationColumns operations) {
    long[] nanos = unknown(operations.size());
    long[] bytes = unknown(operations.size());
    boolean hasFacts =
        database.number("SELECT EXISTS (SELECT 1 FROM tilescope_operation_facts)") > 0;
    operations.forEachRow(
        database,
        hasFacts ? FACTS : BUFFERS_OF_OTHER_IMPORTERS,
        (index, row) -> {
          long l1 = row.getLong(2);
          bytes[index] = Math.max(bytes[index], row.wasNull() ? UNKNOWN : l1);
          nanos[index] = row.getLong(3) > 0 ? row.getLong(3) : UNKNOWN;
        },
        operations.rank());
    return new CostColumns(nanos, bytes, hasFacts && Arrays.stream(bytes).anyMatch(b -> b > 0));
  }

  /** For those who did not ask for it. */
  public CostColumns withoutMemory() {
    return new CostColumns(modelledNanos, unknown(modelledNanos.length), false);
  }

  private static long[] unknown(int size) {
    long[] values = new long[size];
    Arrays.fill(values, UNKNOWN);
    return values;
  }
}
