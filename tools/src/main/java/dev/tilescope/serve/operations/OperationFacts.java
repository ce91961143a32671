package dev.tilescope.serve.operations;

import dev.tilescope.serve.data.OpenReport;
import dev.tilescope.serve.data.OperationColumns;
import dev.tilescope.store.ReadOnlyDatabase;
import java.util.Arrays;
import java.util.BitSet;

/**
 * What is known of each operation besides its name and time, by its index: modelled device time,
 * memory, errors. Databases of other importers lack most of it; {@link #UNKNOWN} then.
 */
final class OperationFacts {
  static final long UNKNOWN = -1;

  private final long[] peakL1Bytes;
  private final long[] modelledNanos;
  private final long[] memoryDeltaBytes;
  private final BitSet errors = new BitSet();
  private boolean peaksKnown;
  private boolean modelledKnown;
  private boolean deltasKnown;

  private OperationFacts(int size) {
    peakL1Bytes = unknown(size);
    modelledNanos = unknown(size);
    memoryDeltaBytes = new long[size];
  }

  private static long[] unknown(int size) {
    long[] values = new long[size];
    Arrays.fill(values, UNKNOWN);
    return values;
  }

  static OperationFacts of(OpenReport report, OperationColumns operations) {
    return report.keepOfRank(
        OperationFacts.class, operations.rank(), database -> read(database, operations));
  }

  private static OperationFacts read(ReadOnlyDatabase database, OperationColumns operations) {
    OperationFacts facts = new OperationFacts(operations.size());
    facts.readErrors(database, operations);
    facts.readPeaks(database, operations);
    facts.readDeltas(database, operations, "first_operation_id", 1);
    facts.readDeltas(database, operations, "last_operation_id", -1);
    return facts;
  }

  private void readErrors(ReadOnlyDatabase database, OperationColumns operations) {
    operations.forEachRow(
        database,
        "SELECT operation_id FROM errors WHERE rank = ? LIMIT 100000",
        (index, _) -> errors.set(index),
        operations.rank());
  }

  private void readPeaks(ReadOnlyDatabase database, OperationColumns operations) {
    operations.forEachRow(
        database,
        "SELECT operation_id, peak_l1_bytes_per_bank, modelled_nanos"
            + " FROM tilescope_operation_facts WHERE rank = ?",
        (index, row) -> {
          long peak = row.getLong(2);
          peakL1Bytes[index] = row.wasNull() ? UNKNOWN : peak;
          peaksKnown |= peakL1Bytes[index] > 0;
          long nanos = row.getLong(3);
          modelledNanos[index] = row.wasNull() ? UNKNOWN : nanos;
          modelledKnown |= modelledNanos[index] > 0;
        },
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

  /** Highest use of a bank of L1 while it ran, circular buffers included. */
  long peakL1Bytes(int index) {
    return peakL1Bytes[index];
  }

  long modelledNanos(int index) {
    return modelledNanos[index];
  }

  /** What it left allocated less what it freed. */
  long memoryDeltaBytes(int index) {
    return memoryDeltaBytes[index];
  }

  boolean peaksKnown() {
    return peaksKnown;
  }

  boolean modelledKnown() {
    return modelledKnown;
  }

  boolean deltasKnown() {
    return deltasKnown;
  }
}
