package dev.tilescope.internal.serve.operations;

import dev.tilescope.device.ModelledTime;
import dev.tilescope.internal.serve.data.CostColumns;
import dev.tilescope.internal.serve.data.MemoryLevels;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.Arrays;
import java.util.BitSet;

/**
 * What is known of each operation besides its name and time, by its index: modelled device time,
 * memory, errors. Databases of other importers lack most of it; {@link #UNKNOWN} then.
 */
final class OperationFacts {
  static final long UNKNOWN = CostColumns.UNKNOWN;

  private final CostColumns costs;
  private final MemoryLevels levels;
  private final long[] memoryDeltaBytes;
  private final BitSet errors = new BitSet();
  private final boolean modelledKnown;
  private boolean deltasKnown;

  private OperationFacts(CostColumns costs, MemoryLevels levels) {
    this.costs = costs;
    this.levels = levels;
    memoryDeltaBytes = new long[costs.modelledNanos().length];
    modelledKnown = Arrays.stream(costs.modelledNanos()).anyMatch(nanos -> nanos > 0);
  }

  static OperationFacts of(OpenReport report, OperationColumns operations) {
    CostColumns costs = CostColumns.of(report, operations);
    MemoryLevels levels = MemoryLevels.fullest(report, operations);
    return report.keepOfRank(
        OperationFacts.class,
        operations.rank(),
        database -> new OperationFacts(costs, levels).read(database, operations));
  }

  private OperationFacts read(ReadOnlyDatabase database, OperationColumns operations) {
    readErrors(database, operations);
    readDeltas(database, operations, "first_operation_id", 1);
    readDeltas(database, operations, "last_operation_id", -1);
    return this;
  }

  private void readErrors(ReadOnlyDatabase database, OperationColumns operations) {
    operations.forEachRow(
        database,
        "SELECT operation_id FROM errors WHERE rank = ? LIMIT 100000",
        (index, _) -> errors.set(index),
        operations.rank());
  }

  private void readDeltas(
      ReadOnlyDatabase database, OperationColumns operations, String column, int sign) {
    operations.forEachRow(
        database,
        "SELECT %1$s, sum(size) FROM tilescope_allocations WHERE rank = ? AND %1$s IS NOT NULL"
                .formatted(column)
            + " GROUP BY 1",
        (index, row) -> {
          memoryDeltaBytes[index] += sign * row.getLong(2);
          deltasKnown = true;
        },
        operations.rank());
  }

  boolean hasError(int index) {
    return errors.get(index);
  }

  int errorCount() {
    return errors.cardinality();
  }

  /** Highest use of a core's L1 while it ran, circular buffers included. */
  long peakL1Bytes(int index) {
    return peaksKnown() ? levels.of(MemoryLevels.L1)[index] : UNKNOWN;
  }

  long modelledNanos(int index) {
    return costs.modelledNanos()[index];
  }

  ModelledTime modelled(int index) {
    return costs.modelled(index);
  }

  /** What it left allocated less what it freed. */
  long memoryDeltaBytes(int index) {
    return memoryDeltaBytes[index];
  }

  boolean peaksKnown() {
    return levels.isWhole();
  }

  boolean modelledKnown() {
    return modelledKnown;
  }

  boolean deltasKnown() {
    return deltasKnown;
  }
}
