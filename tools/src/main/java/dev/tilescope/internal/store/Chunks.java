package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.internal.DeviceNumbers;
import dev.tilescope.report.internal.Members;
import dev.tilescope.report.internal.PythonNumbers;
import dev.tilescope.report.internal.RawReport;
import dev.tilescope.report.internal.RawReport.Section;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pages of buffers, joined to one row for each buffer, bank and core. */
final class Chunks {
  private static final int CACHED_ADDRESSES = 256;

  /** What a chunk's pages have in common. */
  private record Key(
      @Nullable Object device,
      Object address,
      Object bank,
      Object coreX,
      Object coreY,
      Object type) {}

  private static final class Extent {
    long start;
    long end;
    long pageSize;
    long pages;
  }

  private record Snapshot(long counter, List<?> pages) {}

  private final RawReport report;
  private final DeviceNumbers devices;
  private final RowSink rows;
  private final Losses losses;
  private final long rank;
  private final Members byAddress;
  private final Map<Long, List<Snapshot>> cache =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, List<Snapshot>> eldest) {
          return size() > CACHED_ADDRESSES;
        }
      };

  Chunks(FileContext context, RowSink rows, Losses losses) {
    this.losses = losses;
    this.report = context.report();
    this.devices = context.devices();
    this.rows = rows;
    this.rank = context.rank();
    this.byAddress = report.members("buffer_pages_by_address");
  }

  void write(Members snapshots, GraphImporter graph, long base, boolean anyOperation) {
    if (!byAddress.isEmpty() && !snapshots.isEmpty()) {
      for (String start : snapshots.names()) {
        losses.attempt(
            () -> writeOperation(PythonNumbers.toLong(start), snapshots.place(start), graph));
      }
    } else {
      Map<Key, Extent> chunks = new LinkedHashMap<>();
      report.forEachElement(
          "buffer_pages", page -> losses.attempt(() -> addPage(object(page), chunks)));
      writeRows(anyOperation ? base + 1 : base, chunks);
    }
  }

  private void writeOperation(long start, @Nullable Section place, GraphImporter graph) {
    Long operation = graph.operationOf(start);
    if (operation == null || place == null) {
      return;
    }
    Map<Key, Extent> chunks = new LinkedHashMap<>();
    if (report.valueAt(place) instanceof List<?> buffers) {
      for (Object buffer : buffers) {
        addPages(pagesAt(addressOf(buffer), graph.endOf(start)), chunks);
      }
    }
    writeRows(operation, chunks);
  }

  private static long addressOf(@Nullable Object buffer) {
    return PythonNumbers.toLong(RowSink.orZero(object(buffer), "address"));
  }

  /** The newest snapshot that is not younger than the operation's end, else the oldest. */
  private List<?> pagesAt(long address, long endCounter) {
    List<Snapshot> timeline = timeline(address);
    Snapshot found = null;
    for (Snapshot snapshot : timeline) {
      if (found == null || snapshot.counter <= endCounter) {
        found = snapshot;
      }
    }
    return found == null ? List.of() : found.pages;
  }

  private List<Snapshot> timeline(long address) {
    List<Snapshot> known = cache.get(address);
    if (known == null) {
      Section place = byAddress.place(Long.toString(address));
      known = place == null ? List.of() : readTimeline(report.valueAt(place));
      cache.put(address, known);
    }
    return known;
  }

  private static List<Snapshot> readTimeline(@Nullable Object value) {
    if (!(value instanceof List<?> list) || list.isEmpty()) {
      return List.of();
    }
    if (!(list.getFirst() instanceof Map<?, ?> first && first.containsKey("alloc_counter"))) {
      return List.of(new Snapshot(0, list));
    }
    List<Snapshot> timeline = new ArrayList<>();
    for (Object entry : list) {
      Map<?, ?> fields = object(entry);
      if (!(fields.get("pages") instanceof List<?> pages)) {
        throw new TilescopeException("buffer_pages_by_address: a snapshot without pages");
      }
      timeline.add(new Snapshot(PythonNumbers.toLong(fields.get("alloc_counter")), pages));
    }
    timeline.sort(Comparator.comparingLong(Snapshot::counter));
    return timeline;
  }

  private static Map<?, ?> object(@Nullable Object value) {
    if (value instanceof Map<?, ?> fields) {
      return fields;
    }
    throw new TilescopeException("a buffer or page is not an object");
  }

  private void addPages(List<?> pages, Map<Key, Extent> chunks) {
    for (Object page : pages) {
      losses.attempt(() -> addPage(object(page), chunks));
    }
  }

  private void addPage(Map<?, ?> fields, Map<Key, Extent> chunks) {
    Key key =
        new Key(
            devices.of(RowSink.orZero(fields, "device_id")),
            RowSink.orZero(fields, "address"),
            RowSink.orZero(fields, "bank_id"),
            RowSink.orZero(fields, "core_x"),
            RowSink.orZero(fields, "core_y"),
            RowSink.orZero(fields, "buffer_type"));
    long start = PythonNumbers.toLong(RowSink.orZero(fields, "page_address"));
    long size = PythonNumbers.toLong(RowSink.orZero(fields, "page_size"));
    extend(chunks, key, start, size);
  }

  private static void extend(Map<Key, Extent> chunks, Key key, long start, long size) {
    Extent extent = chunks.get(key);
    if (extent == null) {
      extent = new Extent();
      extent.start = start;
      extent.end = start + size;
      extent.pageSize = size;
      chunks.put(key, extent);
    }
    extent.start = Math.min(extent.start, start);
    extent.end = Math.max(extent.end, start + size);
    extent.pageSize = Math.max(extent.pageSize, size);
    extent.pages++;
  }

  private void writeRows(long operation, Map<Key, Extent> chunks) {
    chunks.forEach((key, extent) -> {
      RowBatch row = rows.row(Table.BUFFER_CHUNKS).add(operation).add(key.device);
      row.add(key.address).add(key.bank).add(key.coreX).add(key.coreY).add(extent.start);
      row.add(extent.end - extent.start).add(extent.pageSize).add(extent.pages).add(key.type);
      row.add(rank);
    });
  }
}
