package dev.tilescope.internal.serve.memory;

import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.Arrays;

/**
 * What circular buffers take of the L1 of a device while each operation runs: those of its own
 * programs, and those of programs before it that none has followed. Those that lie in a buffer are
 * left out: it is drawn already.
 */
final class ProgramBand {
  private static final long NOTHING = -1;

  private record Key(int rank, int deviceId) {}

  private final long[] low;
  private final long[] high;
  private boolean isKnown;

  private ProgramBand(int operations) {
    low = new long[operations];
    high = new long[operations];
    Arrays.fill(low, NOTHING);
    Arrays.fill(high, NOTHING);
  }

  static ProgramBand of(OpenReport report, OperationColumns operations, int deviceId) {
    return report.keep(
        new Key(operations.rank(), deviceId),
        r -> r.ask(database -> read(database, operations, deviceId)));
  }

  private static ProgramBand read(
      ReadOnlyDatabase database, OperationColumns operations, int deviceId) {
    ProgramBand band = new ProgramBand(operations.size());
    database.forEach(
        "SELECT operation_id, last_operation_id, min(address), max(address + size)"
            + " FROM tilescope_circular_buffers"
            + " WHERE rank = ? AND device_id = ? AND NOT coalesce(globally_allocated, 0)"
            + " AND address IS NOT NULL AND size IS NOT NULL"
            + " GROUP BY operation_id, last_operation_id",
        row -> {
          int from = operations.indexOf(row.getInt(1));
          int until = operations.indexOf(row.getInt(2));
          int to = row.wasNull() ? operations.size() : Math.max(until, from + 1);
          band.add(from, to, row.getLong(3), row.getLong(4));
        },
        operations.rank(),
        deviceId);
    return band;
  }

  private void add(int from, int to, long begin, long end) {
    if (from < 0 || end <= begin) {
      return;
    }
    isKnown = true;
    for (int i = from; i < to; i++) {
      low[i] = low[i] == NOTHING ? begin : Math.min(low[i], begin);
      high[i] = Math.max(high[i], end);
    }
  }

  boolean isKnown() {
    return isKnown;
  }

  /** Where it begins while any of these operations runs, -1 if none takes anything. */
  long low(int from, int to) {
    return Arrays.stream(low, from, to).filter(at -> at != NOTHING).min().orElse(NOTHING);
  }

  /** Where it ends, exclusive; -1 if none takes anything. */
  long high(int from, int to) {
    return Arrays.stream(high, from, to).max().orElse(NOTHING);
  }
}
