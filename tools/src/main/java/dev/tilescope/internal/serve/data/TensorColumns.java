package dev.tilescope.internal.serve.data;

import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.internal.store.TensorWords;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * The tensors of one rank by ascending id, as columns, with who made, used and freed each. An
 * operation that only frees counts as no use. Operations are given by id; {@link #NONE} is none.
 */
public final class TensorColumns {
  /** No operation, no address, no region, no known size. */
  public static final int NONE = -1;

  private final long[] ids;
  private final int[] shapes;
  private final int[] dtypes;
  private final int[] layouts;
  private final byte[] regions;
  private final int[] placements;
  private final long[] addresses;
  private final long[] bytes;
  private final int[] producers;
  private final int[] uses;
  private final int[] firstUses;
  private final int[] lastUses;
  private final int[] frees;
  private final int[] late;
  private final Words words = new Words();

  private TensorColumns(int size) {
    ids = new long[size];
    shapes = new int[size];
    dtypes = new int[size];
    layouts = new int[size];
    regions = new byte[size];
    placements = new int[size];
    addresses = new long[size];
    bytes = new long[size];
    producers = none(size);
    uses = new int[size];
    firstUses = none(size);
    lastUses = none(size);
    frees = none(size);
    late = new int[size];
  }

  private static int[] none(int size) {
    int[] values = new int[size];
    Arrays.fill(values, NONE);
    return values;
  }

  public static TensorColumns of(OpenReport report, int rank) {
    OperationColumns operations = OperationColumns.of(report, rank);
    return report.keepOfRank(TensorColumns.class, rank, database -> read(database, operations));
  }

  private static TensorColumns read(ReadOnlyDatabase database, OperationColumns operations) {
    int rank = operations.rank();
    TensorColumns columns =
        new TensorColumns(
            (int)
                database.number(
                    "SELECT count(*) FROM tensors WHERE rank = ? AND tensor_id IS NOT NULL", rank));
    columns.readTensors(database, rank);
    columns.readLinks(database, operations);
    columns.readAllocations(database, rank);
    columns.findLate(operations);
    return columns;
  }

  private void readTensors(ReadOnlyDatabase database, int rank) {
    int[] next = {0};
    database.forEach(
        "SELECT tensor_id, substr(shape, 1, 120), substr(dtype, 1, 60), substr(layout, 1, 60),"
            + " substr(memory_config, 1, 200), address, buffer_type, size FROM tensors"
            + " WHERE rank = ? AND tensor_id IS NOT NULL ORDER BY tensor_id",
        row -> {
          if (next[0] < ids.length) {
            readTensor(next[0]++, row);
          }
        },
        rank);
  }

  private void readTensor(int i, ResultSet row) throws SQLException {
    String shape = TensorWords.shape(row.getString(2));
    String dtype = TensorWords.last(row.getString(3));
    String layout = TensorWords.last(row.getString(4));
    ids[i] = row.getLong(1);
    shapes[i] = words.number(shape);
    dtypes[i] = words.number(dtype);
    layouts[i] = words.number(layout);
    placements[i] = words.number(TensorWords.placement(row.getString(5)));
    addresses[i] = orNone(row, 6);
    regions[i] = (byte) orNone(row, 7);
    long size = orNone(row, 8);
    bytes[i] = size >= 0 ? size : TensorWords.bytes(shape, dtype, layout);
  }

  private static long orNone(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? NONE : value;
  }

  private void readLinks(ReadOnlyDatabase database, OperationColumns operations) {
    database.forEach(
        "SELECT operation_id, tensor_id FROM output_tensors WHERE rank = ?",
        row -> {
          int at = indexOf(row.getLong(2));
          if (at >= 0) {
            producers[at] = earlier(producers[at], row.getInt(1));
          }
        },
        operations.rank());
    database.forEach(
        "SELECT operation_id, tensor_id FROM input_tensors WHERE rank = ?",
        row -> {
          int at = indexOf(row.getLong(2));
          if (at >= 0) {
            use(at, row.getInt(1), operations);
          }
        },
        operations.rank());
  }

  private void use(int at, int operation, OperationColumns operations) {
    int index = operations.indexOf(operation);
    if (index >= 0 && operations.frees(index)) {
      frees[at] = earlier(frees[at], operation);
      return;
    }
    uses[at]++;
    firstUses[at] = earlier(firstUses[at], operation);
    lastUses[at] = Math.max(lastUses[at], operation);
  }

  private static int earlier(int known, int operation) {
    return known == NONE ? operation : Math.min(known, operation);
  }

  /** A buffer may go without a call that says so, when its last tensor goes. */
  private void readAllocations(ReadOnlyDatabase database, int rank) {
    database.forEach(
        "SELECT tensor_id, max(last_operation_id) FROM tilescope_allocations"
            + " WHERE rank = ? AND tensor_id IS NOT NULL AND last_operation_id IS NOT NULL"
            + " GROUP BY tensor_id",
        row -> {
          int at = indexOf(row.getLong(1));
          if (at >= 0 && frees[at] == NONE) {
            frees[at] = row.getInt(2);
          }
        },
        rank);
  }

  /** Operations that ran between a tensor's last use and its end; those that free do not count. */
  private void findLate(OperationColumns operations) {
    int[] workBefore = new int[operations.size() + 1];
    for (int i = 0; i < operations.size(); i++) {
      workBefore[i + 1] = workBefore[i] + (operations.frees(i) ? 0 : 1);
    }
    for (int i = 0; i < ids.length; i++) {
      int needed = Math.max(producers[i], lastUses[i]);
      if (frees[i] != NONE && needed != NONE) {
        int from = operations.firstAtLeast(needed) + 1;
        int to = operations.firstAtLeast(frees[i]);
        late[i] = to > from ? workBefore[to] - workBefore[Math.min(from, to)] : 0;
      }
    }
  }

  public int size() {
    return ids.length;
  }

  public long id(int index) {
    return ids[index];
  }

  /** The index of an id; negative if there is none. */
  public int indexOf(long id) {
    return Arrays.binarySearch(ids, id);
  }

  /** As {@code [1, 384, 1024]}. */
  public String shape(int index) {
    return words.text(shapes[index]);
  }

  public String dtype(int index) {
    return words.text(dtypes[index]);
  }

  public String layout(int index) {
    return words.text(layouts[index]);
  }

  /** The buffer type's number, or {@link #NONE} for a tensor of the host. */
  public int region(int index) {
    return regions[index];
  }

  /** How it is spread over banks. */
  public String placement(int index) {
    return words.text(placements[index]);
  }

  public long address(int index) {
    return addresses[index];
  }

  /** As the report says, or else what shape and type come to; {@link #NONE} if neither is known. */
  public long bytes(int index) {
    return bytes[index];
  }

  /** The operation that gave it first. */
  public int producer(int index) {
    return producers[index];
  }

  /** How often an operation took it. */
  public int uses(int index) {
    return uses[index];
  }

  /** The first operation that is known to have had it. */
  public int first(int index) {
    return producers[index] == NONE ? firstUses[index] : producers[index];
  }

  /** The last operation that took it. */
  public int lastUse(int index) {
    return lastUses[index];
  }

  /** The operation that freed it. */
  public int freed(int index) {
    return frees[index];
  }

  /** Operations that ran after its last use and before its end, without those that free. */
  public int late(int index) {
    return late[index];
  }

  /** What being late cost, in bytes times operations. */
  public long wasted(int index) {
    return late[index] == 0 || bytes[index] < 0 ? 0 : price(late[index], bytes[index]);
  }

  private static long price(int operations, long bytes) {
    return bytes > Long.MAX_VALUE / operations ? Long.MAX_VALUE : operations * bytes;
  }

  /** On a device, and to the end of the report. */
  public boolean neverFreed(int index) {
    return frees[index] == NONE && regions[index] != NONE;
  }
}
