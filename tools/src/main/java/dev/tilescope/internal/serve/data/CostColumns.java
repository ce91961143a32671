package dev.tilescope.internal.serve.data;

import dev.tilescope.device.ModelledTime;
import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What each operation cost beyond host time, by its index; {@link #UNKNOWN} where the report does
 * not say.
 *
 * @param modelledNanos device time from the cost model
 * @param lowNanos what a board may take at least, by the bands of the device operations inside
 * @param highNanos what it may take at most
 */
public record CostColumns(long[] modelledNanos, long[] lowNanos, long[] highNanos) {
  public static final long UNKNOWN = -1;

  private static final String FACTS =
      "SELECT operation_id, modelled_nanos FROM tilescope_operation_facts WHERE rank = ?";

  private static final String PROGRAMS =
      "SELECT operation_id, substr(name, 1, 300), modelled_nanos FROM tilescope_device_operations"
          + " WHERE rank = ? AND modelled_nanos > 0";

  public static CostColumns of(OpenReport report, OperationColumns operations) {
    return report.keepOfRank(
        CostColumns.class, operations.rank(), database -> read(database, operations));
  }

  private static CostColumns read(ReadOnlyDatabase database, OperationColumns operations) {
    long[] nanos = new long[operations.size()];
    Arrays.fill(nanos, UNKNOWN);
    operations.forEachRow(
        database,
        FACTS,
        (index, row) -> nanos[index] = row.getLong(2) > 0 ? row.getLong(2) : UNKNOWN,
        operations.rank());
    TimeBands bands = database.timeBands();
    long[] low = new long[operations.size()];
    long[] high = new long[operations.size()];
    operations.forEachRow(
        database,
        PROGRAMS,
        (index, row) -> {
          ModelledTime time = bands.time(String.valueOf(row.getString(2)), row.getLong(3));
          low[index] += time.lowNanos();
          high[index] += time.highNanos();
        },
        operations.rank());
    return new CostColumns(nanos, low, high);
  }

  /** Of all operations. */
  public ModelledTime total() {
    return IntStream.range(0, modelledNanos.length)
        .mapToObj(this::modelled)
        .reduce(ModelledTime.NONE, ModelledTime::plus);
  }

  /** Of one operation; nothing where the report does not say. */
  public ModelledTime modelled(int index) {
    return modelledNanos[index] > 0
        ? new ModelledTime(modelledNanos[index], lowNanos[index], highNanos[index])
        : ModelledTime.NONE;
  }
}
