package dev.tilescope.internal.serve.data;

import dev.tilescope.device.ModelledTime;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.Arrays;

/**
 * What each operation cost beyond host time, by its index; {@link #UNKNOWN} where the report does
 * not say.
 *
 * @param modelledNanos device time from the cost model
 * @param lowNanos what a board may take at least, by the bands of the device operations inside
 * @param highNanos what it may take at most
 * @param l1BytesPerBank L1 in use on the fullest device, circular buffers included: at its most
 *     inside the operation if the database has the peaks, or else afterwards
 */
public record CostColumns(
    long[] modelledNanos,
    long[] lowNanos,
    long[] highNanos,
    long[] l1BytesPerBank,
    boolean hasPeaks) {
  public static final long UNKNOWN = -1;

  private static final String FACTS =
      "SELECT operation_id, peak_l1_bytes_per_bank, modelled_nanos FROM tilescope_operation_facts"
          + " WHERE rank = ?";

  private static final String PROGRAMS =
      "SELECT operation_id, substr(name, 1, 300), modelled_nanos FROM tilescope_device_operations"
          + " WHERE rank = ? AND modelled_nanos > 0";

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
    long[] low = new long[operations.size()];
    long[] high = new long[operations.size()];
    if (hasFacts) {
      operations.forEachRow(
          database,
          PROGRAMS,
          (index, row) -> {
            ModelledTime time = ModelledTime.of(String.valueOf(row.getString(2)), row.getLong(3));
            low[index] += time.lowNanos();
            high[index] += time.highNanos();
          },
          operations.rank());
    }
    boolean hasPeaks = hasFacts && Arrays.stream(bytes).anyMatch(b -> b > 0);
    return new CostColumns(nanos, low, high, bytes, hasPeaks);
  }

  /** Of one operation; nothing where the report does not say. */
  public ModelledTime modelled(int index) {
    return modelledNanos[index] > 0
        ? new ModelledTime(modelledNanos[index], lowNanos[index], highNanos[index])
        : ModelledTime.NONE;
  }

  /** For those who did not ask for it. */
  public CostColumns withoutMemory() {
    return new CostColumns(
        modelledNanos, lowNanos, highNanos, unknown(modelledNanos.length), false);
  }

  private static long[] unknown(int size) {
    long[] values = new long[size];
    Arrays.fill(values, UNKNOWN);
    return values;
  }
}
