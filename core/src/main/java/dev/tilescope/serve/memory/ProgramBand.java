package dev.tilescope.serve.memory;

import dev.tilescope.serve.OpenReport;
import dev.tilescope.serve.OperationColumns;
import dev.tilescope.store.ReadOnlyDatabase;
import java.util.Arrays;

/**
 * What circular buffers take of the L1 of a device while each operation runs, in the order of
 * operations. Those that lie in a buffer are left out: it is drawn already.
 */
final class ProgramBand {
  private static final int MOST = 1_000_000;

  private record Key(int rank, int deviceId) {}

  private int size;
  private int[] operation = new int[256];
  private long[] low = new long[256];
  private long[] high = new long[256];

  private ProgramBand() {}

  static ProgramBand of(OpenReport report, OperationColumns operations, int deviceId) {
    return report.keep(
        new Key(operations.rank(), deviceId),
        r -> r.ask(database -> read(database, operations, deviceId)));
  }

  private static ProgramBand read(
      ReadOnlyDatabase database, OperationColumns operations, int deviceId) {
    ProgramBand band = new ProgramBand();
    database.forEach(
        "SELECT operation_id, min(address), max(address + size) FROM tilescope_circular_buffers"
            + " WHERE rank = ? AND device_id = ? AND NOT coalesce(globally_allocated, 0)"
            + " AND address IS NOT NULL AND size IS NOT NULL"
            + " GROUP BY operation_id ORDER BY operation_id LIMIT "
            + MOST,
        row -> band.add(operations.indexOf(row.getInt(1)), row.getLong(2), row.getLong(3)),
        operations.rank(),
        deviceId);
    return band;
  }

  private void add(int index, long from, long to) {
    if (index < 0 || to <= from) {
      return;
    }
    if (size == operation.length) {
      operation = Arrays.copyOf(operation, 2 * size);
      low = Arrays.copyOf(low, 2 * size);
      high = Arrays.copyOf(high, 2 * size);
    }
    operation[size] = index;
    low[size] = from;
    high[size++] = to;
  }

  boolean isKnown() {
    return size > 0;
  }

  /** Where it begins while any of these operations runs, -1 if none takes anything. */
  long low(int from, int to) {
    long least = -1;
    for (int i = firstOf(from); i < size && operation[i] < to; i++) {
      least = least < 0 ? low[i] : Math.min(least, low[i]);
    }
    return least;
  }

  /** Where it ends, exclusive; -1 if none takes anything. */
  long high(int from, int to) {
    long most = -1;
    for (int i = firstOf(from); i < size && operation[i] < to; i++) {
      most = Math.max(most, high[i]);
    }
    return most;
  }

  private int firstOf(int index) {
    int found = Arrays.binarySearch(operation, 0, size, index);
    return found >= 0 ? found : -found - 1;
  }
}
