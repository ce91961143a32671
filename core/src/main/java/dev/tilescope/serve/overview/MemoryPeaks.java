package dev.tilescope.serve.overview;

import dev.tilescope.json.JsonWriter;
import dev.tilescope.serve.Answer;
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
 * of a bank, which is what runs out; the highest place, and a curve of few points.
 */
final class MemoryPeaks {
  private static final int POINTS = 200;
  private static final int MOST_CURVES = 40;
  private static final int L1 = 1;

  private record Key(int rank) {}

  /** A region of a device. */
  private record Place(int device, int region) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      return region != other.region
          ? Integer.compare(region, other.region)
          : Integer.compare(device, other.device);
    }
  }

  /**
   * @param capacityBytes of a bank; 0 if the report does not say
   * @param peakIndex of the operation after which most was in use
   * @param points highest use of each part of the run
   */
  private record Curve(
      Place place, long capacityBytes, long peakBytes, int peakIndex, long[] points) {}

  /** The highest use of a bank of L1 inside an operation, circular buffers and all. */
  private record Inside(int operation, long bytes) {}

  private record Found(List<Curve> curves, int places, List<Inside> inside) {}

  private MemoryPeaks() {}

  static Answer answer(OpenReport report, Request request) {
    OperationColumns operations = OperationColumns.of(report, request);
    Found found =
        report.keep(new Key(operations.rank()), r -> r.ask(database -> read(database, operations)));
    return Answer.json(json -> write(json, found, operations));
  }

  private static Found read(ReadOnlyDatabase database, OperationColumns operations) {
    Map<Place, long[]> changes = new TreeMap<>();
    if (Overview.hasRows(database, "tilescope_allocations", operations.rank())) {
      fromAllocations(database, operations, changes);
    } else {
      fromSnapshots(database, operations, changes);
    }
    Map<Integer, Long> l1Banks = l1Banks(database, operations.rank());
    List<Curve> curves = new ArrayList<>();
    changes.forEach((place, values) -> {
      if (curves.size() < MOST_CURVES) {
        long capacity = place.region == L1 ? l1Banks.getOrDefault(place.device, 0L) : 0;
        curves.add(curve(place, capacity, values));
      }
    });
    return new Found(curves, changes.size(), inside(database, operations.rank()));
  }

  /** Sums from one operation to the next. */
  private static void fromAllocations(
      ReadOnlyDatabase database, OperationColumns operations, Map<Place, long[]> uses) {
    database.forEach(
        "SELECT device_id, buffer_type, max_size_per_bank, first_operation_id, last_operation_id"
            + " FROM tilescope_allocations WHERE rank = ?",
        row -> {
          Place place = new Place(row.getInt(1), row.getInt(2));
          long bytes = row.getLong(3);
          int first = row.getInt(4);
          int from = row.wasNull() ? 0 : operations.firstAtLeast(first);
          int last = row.getInt(5);
          int to = row.wasNull() ? operations.size() : operations.firstAtLeast(last);
          if (from < to) {
            long[] values = uses.computeIfAbsent(place, _ -> new long[operations.size() + 1]);
            values[from] += bytes;
            values[to] -= bytes;
          }
        },
        operations.rank());
    for (long[] values : uses.values()) {
      for (int i = 1; i < values.length; i++) {
        values[i] += values[i - 1];
      }
    }
  }

  /** Databases of other importers: what stood after each operation, row by row. */
  private static void fromSnapshots(
      ReadOnlyDatabase database, OperationColumns operations, Map<Place, long[]> uses) {
    database.forEach(
        "SELECT operation_id, device_id, buffer_type, sum(max_size_per_bank) FROM buffers"
            + " WHERE rank = ? GROUP BY operation_id, device_id, buffer_type",
        row -> {
          int index = operations.indexOf(row.getInt(1));
          if (index >= 0) {
            Place place = new Place(row.getInt(2), row.getInt(3));
            uses.computeIfAbsent(place, _ -> new long[operations.size() + 1])[index] =
                row.getLong(4);
          }
        },
        operations.rank());
  }

  private static Map<Integer, Long> l1Banks(ReadOnlyDatabase database, int rank) {
    Map<Integer, Long> banks = new TreeMap<>();
    database.forEach(
        "SELECT device_id, max(coalesce(l1_bank_size, 0)) FROM devices WHERE rank = ? GROUP BY 1",
        row -> banks.put(row.getInt(1), row.getLong(2)),
        rank);
    return banks;
  }

  private static Curve curve(Place place, long capacity, long[] values) {
    int size = values.length - 1;
    int peak = 0;
    long[] points = new long[Math.min(POINTS, size)];
    for (int i = 0; i < size; i++) {
      peak = values[i] > values[peak] ? i : peak;
      int at = (int) ((long) i * points.length / size);
      points[at] = Math.max(points[at], values[i]);
    }
    return new Curve(place, capacity, values[peak], peak, points);
  }

  private static List<Inside> inside(ReadOnlyDatabase database, int rank) {
    if (!Overview.hasRows(database, "tilescope_operation_facts", rank)) {
      return List.of();
    }
    return database.list(
        "SELECT operation_id, peak_l1_bytes_per_bank FROM tilescope_operation_facts"
            + " WHERE rank = ? AND peak_l1_bytes_per_bank > 0"
            + " ORDER BY peak_l1_bytes_per_bank DESC, operation_id LIMIT 1",
        row -> new Inside(row.getInt(1), row.getLong(2)),
        rank);
  }

  private static void write(JsonWriter json, Found found, OperationColumns operations) {
    json.beginObject().field("places", found.places).name("curves").beginArray();
    for (Curve curve : found.curves) {
      json.beginObject()
          .field("device", curve.place.device)
          .field("region", curve.place.region)
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
    for (Inside inside : found.inside) {
      int index = operations.indexOf(inside.operation);
      json.name("inside")
          .beginObject()
          .field("operation", inside.operation)
          .field("name", index < 0 ? "" : operations.name(index))
          .field("bytes", inside.bytes)
          .endObject();
    }
    json.endObject();
  }
}
