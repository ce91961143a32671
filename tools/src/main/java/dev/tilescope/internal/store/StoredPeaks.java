package dev.tilescope.internal.store;

import dev.tilescope.memory.Headline;
import dev.tilescope.memory.Headline.Amount;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether the programs of a database fit: the rows that the account wrote, {@code
 * tilescope_memory_peaks}. Databases of other importers lack them; there it is the most that stood
 * after an operation, of buffers alone.
 */
public final class StoredPeaks {
  private static final long UNKNOWN = -1;

  private StoredPeaks() {}

  /** All reports of a rank. */
  public static final long EVERY_REPORT = 0;

  /**
   * By device, of all reports of a rank together.
   *
   * @param database in today's words
   */
  public static List<Headline> read(ReadOnlyDatabase database, int rank) {
    return read(database, rank, EVERY_REPORT);
  }

  /**
   * By device.
   *
   * @param report its number in {@code tilescope_files}; rows of other importers do not say of
   *     which they are
   */
  public static List<Headline> read(ReadOnlyDatabase database, int rank, long report) {
    return database.hasRows("tilescope_memory_peaks", rank)
        ? ofAccount(database, rank, report)
        : ofSnapshots(database, rank);
  }

  private static List<Headline> ofAccount(ReadOnlyDatabase database, int rank, long report) {
    Map<Integer, Headline> byDevice = new TreeMap<>();
    database.forEach(
        "SELECT device_id, l1_program_bytes, l1_core_x, l1_core_y,"
            + " l1_bytes_per_core, l1_capacity_bytes, l1_node, l1_operation_id,"
            + " l1_headroom_bytes, NULL, l1_headroom_node, l1_headroom_operation_id,"
            + " dram_bytes_per_bank, dram_capacity_bytes, dram_node, dram_operation_id,"
            + " coalesce(mesh_device_id, -1)"
            + " FROM tilescope_memory_peaks WHERE rank = ? AND (? = 0 OR report = ?) LIMIT 10000",
        row -> byDevice.merge(row.getInt(1), headline(row), StoredPeaks::more),
        rank,
        report,
        report);
    Names names = new Names(database, rank);
    return byDevice.values().stream().map(names::named).toList();
  }

  private static Headline headline(ResultSet row) throws SQLException {
    int x = row.getObject(3) == null ? -1 : row.getInt(3);
    CoreCoord core = x < 0 || row.getInt(4) < 0 ? null : new CoreCoord(x, row.getInt(4));
    Amount headroom = amount(row, 9);
    return new Headline(
        row.getInt(1),
        row.getInt(17),
        amount(row, 5),
        row.getLong(2),
        core,
        headroom.bytes() < 0 ? null : headroom,
        amount(row, 13));
  }

  private static Amount amount(ResultSet row, int column) throws SQLException {
    return new Amount(
        orUnknown(row, column),
        orUnknown(row, column + 1),
        orUnknown(row, column + 2),
        row.getInt(column + 3),
        "");
  }

  private static long orUnknown(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? UNKNOWN : value;
  }

  /** Of two reports in one database, what comes nearer to not fitting. */
  private static Headline more(Headline a, Headline b) {
    Headline fuller = b.l1().bytes() > a.l1().bytes() ? b : a;
    return new Headline(
        a.deviceId(),
        a.meshId(),
        fuller.l1(),
        fuller.programBytes(),
        fuller.core(),
        lesser(a.headroom(), b.headroom()),
        b.dram().bytes() > a.dram().bytes() ? b.dram() : a.dram());
  }

  private static @Nullable Amount lesser(@Nullable Amount a, @Nullable Amount b) {
    return a == null || (b != null && b.bytes() < a.bytes()) ? b : a;
  }

  /** Names of the few operations that matter. */
  private record Names(ReadOnlyDatabase database, int rank) {
    Headline named(Headline of) {
      Amount headroom = of.headroom();
      return new Headline(
          of.deviceId(),
          of.meshId(),
          named(of.l1()),
          of.programBytes(),
          of.core(),
          headroom == null ? null : named(headroom),
          named(of.dram()));
    }

    Amount named(Amount of) {
      String name =
          database
              .first(
                  "SELECT substr(name, 1, 300) FROM operations WHERE operation_id = ? AND rank = ?",
                  row -> String.valueOf(row.getString(1)),
                  of.operation(),
                  rank)
              .orElse("");
      return new Amount(of.bytes(), of.capacityBytes(), of.node(), of.operation(), name);
    }
  }

  private static List<Headline> ofSnapshots(ReadOnlyDatabase database, int rank) {
    Map<Integer, Amount> l1 = mostAfter(database, rank, BufferType.L1, BufferType.L1_SMALL);
    Map<Integer, Amount> dram = mostAfter(database, rank, BufferType.DRAM, BufferType.TRACE);
    Map<Integer, Long> capacities = l1Capacities(database, rank);
    Names names = new Names(database, rank);
    List<Headline> found = new ArrayList<>();
    TreeMap<Integer, Amount> devices = new TreeMap<>(dram);
    devices.putAll(l1);
    Amount nothing = new Amount(0, UNKNOWN, UNKNOWN, 0, "");
    for (int device : devices.keySet()) {
      Amount core = l1.getOrDefault(device, nothing);
      long capacity = capacities.getOrDefault(device, UNKNOWN);
      Amount ofCapacity = new Amount(core.bytes(), capacity, UNKNOWN, core.operation(), "");
      Amount bank = dram.getOrDefault(device, nothing);
      found.add(names.named(new Headline(device, -1, ofCapacity, UNKNOWN, null, null, bank)));
    }
    return found;
  }

  private static Map<Integer, Amount> mostAfter(
      ReadOnlyDatabase database, int rank, BufferType one, BufferType other) {
    Map<Integer, Amount> most = new TreeMap<>();
    database.forEach(
        "SELECT device_id, max(bytes), operation_id FROM (SELECT device_id, operation_id,"
            + " sum(max_size_per_bank) AS bytes FROM buffers WHERE rank = ?"
            + " AND buffer_type IN (?, ?) GROUP BY device_id, operation_id) GROUP BY device_id"
            + " LIMIT 10000",
        row ->
            most.put(
                row.getInt(1), new Amount(row.getLong(2), UNKNOWN, UNKNOWN, row.getInt(3), "")),
        rank,
        one.code(),
        other.code());
    return most;
  }

  private static Map<Integer, Long> l1Capacities(ReadOnlyDatabase database, int rank) {
    Map<Integer, Long> capacities = new TreeMap<>();
    database.forEach(
        "SELECT device_id, max(l1_bank_size) FROM devices WHERE rank = ? AND l1_bank_size > 0"
            + " GROUP BY 1 LIMIT 10000",
        row -> capacities.put(row.getInt(1), row.getLong(2)),
        rank);
    return capacities;
  }
}
