package dev.tilescope.internal.serve.data;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.internal.store.StoredPeaks;
import dev.tilescope.memory.Headline;
import dev.tilescope.memory.Headline.Amount;
import java.util.List;

/**
 * How full the memory of each device was while each operation ran: the rows that the account wrote,
 * {@code tilescope_memory_levels}. Every view that tells a level or a peak reads it here, so that
 * all tell what the command line tells.
 *
 * <p>Databases of other importers lack those rows. There it is what stood after each operation, of
 * buffers alone.
 */
public final class MemoryLevels {
  /** The codes that databases have for the two memories that run out. */
  public static final int DRAM = 0;

  public static final int L1 = 1;

  /** Levels of one device by the index of operations. */
  private record DeviceKey(int rank, int device) {}

  private final long[] l1;
  private final long[] l1Added;
  private final long[] dram;
  private final long[] dramAdded;

  private boolean isWhole;

  private MemoryLevels(int operations) {
    this.l1 = new long[operations];
    this.l1Added = new long[operations];
    this.dram = new long[operations];
    this.dramAdded = new long[operations];
  }

  /** The most inside each operation; otherwise what buffers took after it. */
  public boolean isWhole() {
    return isWhole;
  }

  /** Of a core where the memory is L1, of a bank where it is DRAM. */
  public long[] of(int memory) {
    return memory == L1 ? l1 : dram;
  }

  /** By how much an operation raised it, at most. */
  public long[] addedOf(int memory) {
    return memory == L1 ? l1Added : dramAdded;
  }

  /** By device. */
  public static List<Headline> peaks(OpenReport report, int rank) {
    return report.keepOfRank(Headline.class, rank, database -> StoredPeaks.read(database, rank));
  }

  /** The fields of one device's headline, the same wherever the page asks for it. */
  public static void write(JsonWriter json, Headline device) {
    json.field("whole", device.isWhole());
    write(json, "l1", device.l1());
    if (device.headroom() != null) {
      write(json, "headroom", device.headroom());
    }
    write(json, "dram", device.dram());
  }

  private static void write(JsonWriter json, String name, Amount amount) {
    json.object(
        name,
        () ->
            json.field("bytes", amount.bytes())
                .field("capacity", amount.capacityBytes())
                .field("id", amount.operation())
                .field("name", amount.name()));
  }

  /** Of one device; all 0 if nothing was ever on it. */
  public static MemoryLevels of(OpenReport report, OperationColumns operations, int device) {
    return report.keep(
        new DeviceKey(operations.rank(), device),
        r -> r.ask(database -> read(database, operations, device)));
  }

  /** Of the fullest device at each operation. */
  public static MemoryLevels fullest(OpenReport report, OperationColumns operations) {
    return report.keepOfRank(
        MemoryLevels.class, operations.rank(), database -> fullest(database, operations));
  }

  private static MemoryLevels fullest(ReadOnlyDatabase database, OperationColumns operations) {
    MemoryLevels fullest = new MemoryLevels(operations.size());
    fullest.fill(
        database,
        operations,
        "SELECT operation_id, max(l1_bytes_per_core), max(dram_bytes_per_bank),"
            + " max(l1_bytes_per_core - l1_bytes_before),"
            + " max(dram_bytes_per_bank - dram_bytes_before)"
            + " FROM tilescope_memory_levels WHERE rank = ? GROUP BY operation_id",
        "SELECT operation_id, max(l1), max(dram), 0, 0 FROM (SELECT operation_id, "
            + SUMS
            + " FROM buffers WHERE rank = ? GROUP BY operation_id, device_id) GROUP BY 1",
        operations.rank());
    return fullest;
  }

  private static final String SUMS =
      "sum(CASE WHEN buffer_type IN (1, 3) THEN max_size_per_bank ELSE 0 END) AS l1,"
          + " sum(CASE WHEN buffer_type IN (0, 4) THEN max_size_per_bank ELSE 0 END) AS dram";

  private static MemoryLevels read(
      ReadOnlyDatabase database, OperationColumns operations, int device) {
    MemoryLevels levels = new MemoryLevels(operations.size());
    levels.fill(
        database,
        operations,
        "SELECT operation_id, l1_bytes_per_core, dram_bytes_per_bank,"
            + " l1_bytes_per_core - l1_bytes_before, dram_bytes_per_bank - dram_bytes_before"
            + " FROM tilescope_memory_levels WHERE rank = ? AND device_id = ?",
        "SELECT operation_id, "
            + SUMS
            + ", 0, 0 FROM buffers WHERE rank = ? AND device_id = ? GROUP BY 1",
        operations.rank(),
        device);
    return levels;
  }

  private void fill(
      ReadOnlyDatabase database,
      OperationColumns operations,
      String ofAccount,
      String ofSnapshots,
      Object... parameters) {
    isWhole = database.hasRows("tilescope_memory_levels", operations.rank());
    operations.forEachRow(
        database,
        isWhole ? ofAccount : ofSnapshots,
        (index, row) -> {
          l1[index] = row.getLong(2);
          dram[index] = row.getLong(3);
          l1Added[index] = row.getLong(4);
          dramAdded[index] = row.getLong(5);
        },
        parameters);
    if (!isWhole) {
      for (int i = 1; i < l1.length; i++) {
        l1Added[i] = l1[i] - l1[i - 1];
        dramAdded[i] = dram[i] - dram[i - 1];
      }
    }
  }
}
