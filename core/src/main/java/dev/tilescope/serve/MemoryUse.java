package dev.tilescope.serve;

import dev.tilescope.store.ReadOnlyDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is in use after each operation, one region of one device after the other: every view that
 * tells a peak reads it here, so that all tell the same. Places come one at a time, because a mesh
 * has thousands and a run a hundred thousand operations.
 */
public final class MemoryUse {
  public static final int L1 = 1;

  /** Sums of as many as a report may hold stay within a long. */
  private static final long LARGEST_BYTES = 1L << 42;

  /** A region of a device. */
  public record Place(int device, int region) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      return region != other.region
          ? Integer.compare(region, other.region)
          : Integer.compare(device, other.device);
    }
  }

  /**
   * @param ofBank bytes are of one bank, which is what runs out; otherwise of some buffers only the
   *     whole is known, and bytes are of all banks together
   * @param before what stood before the first operation
   * @param after each operation; used again for the next place, so not to be kept
   */
  public record Use(Place place, boolean ofBank, long before, long[] after) {
    /** The operation after which most was in use, the first of several. */
    public int peakIndex() {
      int peak = 0;
      for (int i = 1; i < after.length; i++) {
        peak = after[i] > after[peak] ? i : peak;
      }
      return peak;
    }
  }

  private final OperationColumns operations;
  private final Consumer<Use> consumer;
  private final long l1Banks;
  private final long[] bank;
  private final long[] whole;
  private long bankBefore;
  private long wholeBefore;
  private boolean ofBank;
  private boolean isEmpty;
  private @Nullable Place place;

  private MemoryUse(OperationColumns operations, long l1Banks, Consumer<Use> consumer) {
    this.operations = operations;
    this.l1Banks = l1Banks;
    this.consumer = consumer;
    this.bank = new long[operations.size()];
    this.whole = new long[operations.size()];
    clear();
  }

  /** Gives each place that ever held anything, by region, then by device. */
  public static void forEach(
      ReadOnlyDatabase database, OperationColumns operations, Consumer<Use> consumer) {
    if (operations.size() == 0) {
      return;
    }
    int rank = operations.rank();
    long l1Banks =
        database.number("SELECT coalesce(max(l1_num_banks), 0) FROM devices WHERE rank = ?", rank);
    MemoryUse use = new MemoryUse(operations, l1Banks, consumer);
    if (database.hasRows("tilescope_allocations", rank)) {
      use.readAllocations(database);
    } else {
      use.readSnapshots(database);
    }
  }

  private void readAllocations(ReadOnlyDatabase database) {
    database.forEach(
        "SELECT device_id, buffer_type, max_size_per_bank, size, first_operation_id,"
            + " last_operation_id FROM tilescope_allocations WHERE rank = ?"
            + " ORDER BY buffer_type, device_id",
        row -> {
          turnTo(new Place(row.getInt(1), row.getInt(2)), this::giveSums);
          addAllocation(row);
        },
        operations.rank());
    giveSums();
  }

  private void addAllocation(ResultSet row) throws SQLException {
    int first = row.getInt(5);
    boolean stood = row.wasNull();
    int from = stood ? 0 : operations.firstAtLeast(first);
    int last = row.getInt(6);
    int to = row.wasNull() ? operations.size() : operations.firstAtLeast(last);
    long wholeBytes = Math.clamp(row.getLong(4), 0, LARGEST_BYTES);
    long bankBytes = bankBytes(row.getInt(2), row.getLong(3), wholeBytes);
    if (stood) {
      bankBefore += bankBytes;
      wholeBefore += wholeBytes;
    }
    if (from < to) {
      isEmpty = false;
      ofBank &= bankBytes > 0 || wholeBytes == 0;
      change(bank, from, to, bankBytes);
      change(whole, from, to, wholeBytes);
    }
  }

  /** Of what stood before the capture only the whole is known; L1 is spread over its banks. */
  private long bankBytes(int region, long said, long wholeBytes) {
    return said <= 0 && region == L1 && l1Banks > 0
        ? Math.ceilDiv(wholeBytes, l1Banks)
        : Math.clamp(said, 0, LARGEST_BYTES);
  }

  private static void change(long[] changes, int from, int to, long bytes) {
    changes[from] += bytes;
    if (to < changes.length) {
      changes[to] -= bytes;
    }
  }

  private void giveSums() {
    Arrays.parallelPrefix(ofBank ? bank : whole, Long::sum);
    give();
  }

  /** Databases of other importers: what stood after each operation, row by row. */
  private void readSnapshots(ReadOnlyDatabase database) {
    database.forEach(
        "SELECT device_id, buffer_type, operation_id, sum(max_size_per_bank) FROM buffers"
            + " WHERE rank = ? GROUP BY buffer_type, device_id, operation_id",
        row -> {
          turnTo(new Place(row.getInt(1), row.getInt(2)), this::give);
          int index = operations.indexOf(row.getInt(3));
          if (index >= 0) {
            isEmpty = false;
            bank[index] = row.getLong(4);
          }
        },
        operations.rank());
    give();
  }

  private void turnTo(Place next, Runnable giving) {
    if (!next.equals(place)) {
      giving.run();
      place = next;
    }
  }

  private void give() {
    if (place != null && !isEmpty) {
      consumer.accept(
          new Use(place, ofBank, ofBank ? bankBefore : wholeBefore, ofBank ? bank : whole));
    }
    clear();
  }

  private void clear() {
    Arrays.fill(bank, 0);
    Arrays.fill(whole, 0);
    bankBefore = 0;
    wholeBefore = 0;
    ofBank = true;
    isEmpty = true;
  }
}
