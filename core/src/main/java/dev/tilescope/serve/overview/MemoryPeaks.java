package dev.tilescope.serve.overview;

import dev.tilescope.json.JsonWriter;
import dev.tilescope.serve.Answer;
import dev.tilescope.serve.MemoryUse;
import dev.tilescope.serve.OpenReport;
import dev.tilescope.serve.OperationColumns;
import dev.tilescope.serve.Request;
import dev.tilescope.store.ReadOnlyDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code overview-memory}: how full each region of each device was after each operation, in bytes
 * of a bank where they are known; the highest place, and a curve of few points.
 */
final class MemoryPeaks {
  private static final int POINTS = 200;
  private static final int MOST_CURVES = 40;

  private record Key(int rank) {}

  /**
   * @param ofBank whether bytes are of one bank, or of all together
   * @param capacityBytes of a bank; 0 if the report does not say
   * @param peakIndex of the operation after which most was in use
   * @param points highest use of each part of the run
   */
  private record Curve(
      MemoryUse.Place place,
      boolean ofBank,
      long capacityBytes,
      long peakBytes,
      int peakIndex,
      long[] points) {}

  /**
   * What decides whether a program fits a device, as {@code tilescope peak} says it.
   *
   * @param capacityBytes of a core; 0 if the report does not say
   * @param headroomBytes -1 if it is not known
   */
  private record Fit(
      int device,
      long coreBytes,
      long programBytes,
      long capacityBytes,
      int coreOperation,
      long headroomBytes,
      int headroomOperation,
      long bankBytes,
      int bankOperation) {}

  private record Found(List<Curve> curves, int places, List<Fit> fits) {}

  private MemoryPeaks() {}

  static Answer answer(OpenReport report, Request request) {
    OperationColumns operations = OperationColumns.of(report, request);
    Found found =
        report.keep(new Key(operations.rank()), r -> r.ask(database -> read(database, operations)));
    return Answer.json(json -> write(json, found, operations));
  }

  private static Found read(ReadOnlyDatabase database, OperationColumns operations) {
    Map<Integer, Long> l1Banks = l1Banks(database, operations.rank());
    List<Curve> curves = new ArrayList<>();
    int[] places = new int[1];
    MemoryUse.forEach(
        database,
        operations,
        use -> {
          places[0]++;
          if (curves.size() < MOST_CURVES) {
            curves.add(curve(use, l1Banks));
          }
        });
    return new Found(curves, places[0], fits(database, l1Banks, operations.rank()));
  }

  private static Map<Integer, Long> l1Banks(ReadOnlyDatabase database, int rank) {
    Map<Integer, Long> banks = new TreeMap<>();
    database.forEach(
        "SELECT device_id, max(coalesce(l1_bank_size, 0)) FROM devices WHERE rank = ? GROUP BY 1",
        row -> banks.put(row.getInt(1), row.getLong(2)),
        rank);
    return banks;
  }

  private static Curve curve(MemoryUse.Use use, Map<Integer, Long> l1Banks) {
    boolean isL1OfBank = use.ofBank() && use.place().region() == MemoryUse.L1;
    long capacity = isL1OfBank ? l1Banks.getOrDefault(use.place().device(), 0L) : 0;
    long[] values = use.after();
    long[] points = new long[Math.min(POINTS, values.length)];
    for (int i = 0; i < values.length; i++) {
      int at = (int) ((long) i * points.length / values.length);
      points[at] = Math.max(points[at], values[i]);
    }
    int peak = use.peakIndex();
    return new Curve(use.place(), use.ofBank(), capacity, values[peak], peak, points);
  }

  private static List<Fit> fits(ReadOnlyDatabase database, Map<Integer, Long> l1Banks, int rank) {
    if (!database.hasRows("tilescope_memory_peaks", rank)) {
      return List.of();
    }
    return database.list(
        "SELECT device_id, l1_bytes_per_core, l1_program_bytes, l1_operation_id,"
            + " coalesce(l1_headroom_bytes, -1), l1_headroom_operation_id, dram_bytes_per_bank,"
            + " dram_operation_id FROM tilescope_memory_peaks WHERE rank = ?"
            + " ORDER BY device_id LIMIT "
            + MOST_CURVES,
        row ->
            new Fit(
                row.getInt(1),
                row.getLong(2),
                row.getLong(3),
                l1Banks.getOrDefault(row.getInt(1), 0L),
                row.getInt(4),
                row.getLong(5),
                row.getInt(6),
                row.getLong(7),
                row.getInt(8)),
        rank);
  }

  private static void write(JsonWriter json, Found found, OperationColumns operations) {
    json.beginObject().field("places", found.places).name("curves").beginArray();
    for (Curve curve : found.curves) {
      json.beginObject()
          .field("device", curve.place.device())
          .field("region", curve.place.region())
          .field("ofBank", curve.ofBank)
          .field("capacity", curve.capacityBytes)
          .field("peak", curve.peakBytes)
          .field("operation", operations.id(curve.peakIndex))
          .field("name", operations.name(curve.peakIndex));
      json.name("points").beginArray();
      for (long point : curve.points) {
        json.value(point);
      }
      json.endArray().endObject();
    }
    json.endArray();
    json.name("fits").beginArray();
    for (Fit fit : found.fits) {
      json.beginObject()
          .field("device", fit.device)
          .field("core", fit.coreBytes)
          .field("program", fit.programBytes)
          .field("capacity", fit.capacityBytes)
          .field("headroom", fit.headroomBytes)
          .field("bank", fit.bankBytes);
      place(json, "coreAt", fit.coreOperation, operations);
      place(json, "headroomAt", fit.headroomOperation, operations);
      place(json, "bankAt", fit.bankOperation, operations);
      json.endObject();
    }
    json.endArray().endObject();
  }

  private static void place(
      JsonWriter json, String name, int operation, OperationColumns operations) {
    int index = operations.indexOf(operation);
    json.name(name)
        .beginObject()
        .field("id", operation)
        .field("name", index < 0 ? "" : operations.name(index))
        .endObject();
  }
}
