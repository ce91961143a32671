package dev.tilescope.internal.store;

import static dev.tilescope.internal.store.PlainJson.integer;
import static dev.tilescope.internal.store.PlainJson.list;
import static dev.tilescope.internal.store.PlainJson.map;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Section 3.10: pages of an operation's live buffers, joined into chunks. */
final class SpecChunks {
  /** An operation, by the counter of its start. */
  record Operation(long id, long endCounter) {}

  private final SpecTables tables;
  private final Map<String, Object> report;
  private final Map<Long, Long> devices;
  private final Map<String, Operation> operations;
  private final long rank;
  private final long base;

  SpecChunks(
      SpecTables tables,
      Map<String, Object> report,
      Map<Long, Long> devices,
      Map<String, Operation> operations,
      long rank,
      long base) {
    this.tables = tables;
    this.report = report;
    this.devices = devices;
    this.operations = operations;
    this.rank = rank;
    this.base = base;
  }

  void rows() {
    Map<String, Object> byAddress = map(report.getOrDefault("buffer_pages_by_address", Map.of()));
    Map<String, Object> live = map(report.getOrDefault("per_operation_buffers", Map.of()));
    List<Object> last = list(report, "buffer_pages");
    if (!byAddress.isEmpty() && !live.isEmpty()) {
      live.forEach((start, buffers) -> {
        Operation operation = operations.get(start);
        if (operation != null) {
          chunks(operation.id(), pages(operation, list(buffers), byAddress));
        }
      });
    } else if (!last.isEmpty()) {
      chunks(tables.rows("operations").isEmpty() ? base : base + 1, last);
    }
  }

  private static List<Object> pages(
      Operation operation, List<Object> buffers, Map<String, Object> byAddress) {
    List<Object> pages = new ArrayList<>();
    for (Object buffer : buffers) {
      Object found = byAddress.get(PlainJson.str(map(buffer).getOrDefault("address", 0L)));
      List<Object> snapshots = found == null ? List.of() : list(found);
      if (!snapshots.isEmpty() && !map(snapshots.getFirst()).containsKey("pages")) {
        pages.addAll(snapshots);
      } else if (!snapshots.isEmpty()) {
        pages.addAll(list(snapshotAt(operation.endCounter(), snapshots), "pages"));
      }
    }
    return pages;
  }

  private static Map<String, Object> snapshotAt(long counter, List<Object> snapshots) {
    Map<String, Object> newest = null;
    Map<String, Object> oldest = null;
    for (Object each : snapshots) {
      Map<String, Object> snapshot = map(each);
      long at = allocation(snapshot);
      if (at <= counter && (newest == null || at >= allocation(newest))) {
        newest = snapshot;
      }
      if (oldest == null || at < allocation(oldest)) {
        oldest = snapshot;
      }
    }
    return newest != null ? newest : map(oldest);
  }

  private static long allocation(Map<String, Object> snapshot) {
    return integer(snapshot.getOrDefault("alloc_counter", 0L));
  }

  private void chunks(long operation, List<Object> pages) {
    Map<List<Long>, List<Map<String, Object>>> groups = new LinkedHashMap<>();
    for (Object each : pages) {
      Map<String, Object> page = SpecImporter.copy(map(each));
      SpecImporter.renumber(page, "device_id", devices);
      List<Long> key =
          List.of(
              number(page, "device_id"),
              number(page, "address"),
              number(page, "bank_id"),
              number(page, "core_x"),
              number(page, "core_y"),
              number(page, "buffer_type"));
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(page);
    }
    groups.forEach((key, group) -> chunk(operation, key, group));
  }

  private void chunk(long operation, List<Long> key, List<Map<String, Object>> pages) {
    long from = Long.MAX_VALUE;
    long to = Long.MIN_VALUE;
    long largest = 0;
    for (Map<String, Object> page : pages) {
      from = Math.min(from, number(page, "page_address"));
      to = Math.max(to, number(page, "page_address") + number(page, "page_size"));
      largest = Math.max(largest, number(page, "page_size"));
    }
    tables.insert(
        "buffer_chunks",
        operation,
        key.get(0),
        key.get(1),
        key.get(2),
        key.get(3),
        key.get(4),
        from,
        to - from,
        largest,
        (long) pages.size(),
        key.get(5),
        rank);
  }

  private static long number(Map<String, Object> page, String key) {
    return integer(page.getOrDefault(key, 0L));
  }
}
