package dev.tilescope.internal.store;

import dev.tilescope.internal.io.LongMap;
import dev.tilescope.model.NodeKind;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.Damage;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.ReportFile;
import dev.tilescope.report.internal.ByteSink;
import dev.tilescope.report.internal.Param;
import dev.tilescope.report.internal.PythonText;
import dev.tilescope.report.internal.RawNode;
import dev.tilescope.report.internal.RawNodes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A trace made of the parts of it that {@code captured_graph} holds, one for each operation, as the
 * text of a report.
 *
 * <p>Numbers in a part count from 0, and a number that leads out of it was left as it was when the
 * part was cut out: such a connection cannot be told from one inside by its number alone. Within a
 * part all are taken as meant; a buffer's deallocation is joined to its allocation by address.
 */
final class ReassembledTrace extends RowStream {
  private static final Set<String> FACTS =
      Set.of("capture_timestamp_ns", "total_duration_ns", "world_size");
  private static final String CAPTURE =
      "{\"connections\": [], \"counter\": %d, \"node_type\": \"%s\", \"params\": null,"
          + " \"stacking_level\": 0%s}";

  private record Place(long device, long address) {}

  private final List<Damage> damage = new ArrayList<>();
  private final Map<Place, Long> bufferAt = new HashMap<>();
  private final LongMap numbers = new LongMap();
  private final LongMap buffers = new LongMap();
  private final ByteSink text = new ByteSink();
  private final String name;
  private final Map<String, Long> facts;
  private final long lastStart;
  private long next = 1;
  private long lastPart;

  private ReassembledTrace(ReadOnlyDatabase database, String name, int rank) {
    super(
        database,
        "SELECT operation_id, captured_graph FROM captured_graph WHERE rank = ?"
            + " ORDER BY operation_id",
        rank);
    this.name = name;
    this.facts = facts(database, rank);
    this.lastStart =
        database
            .list("SELECT max(unique_id) FROM nodes WHERE rank = ?", r -> r.getLong(1), rank)
            .getFirst();
  }

  static Report read(ReadOnlyDatabase database, String name, int rank) {
    try (ReassembledTrace nodes = new ReassembledTrace(database, name, rank);
        InputStream document =
            new SequenceInputStream(
                new ByteArrayInputStream(nodes.head(devices(database, rank))), nodes)) {
      return nodes.withLosses(ReportFile.read(name, document, null));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Long> facts(ReadOnlyDatabase database, int rank) {
    Map<String, Long> facts = new LinkedHashMap<>();
    for (Map.Entry<String, Long> fact :
        database.list(
            "SELECT coalesce(key, ''), value FROM report_metadata",
            row -> Map.entry(row.getString(1), row.getLong(2)))) {
      if (FACTS.contains(fact.getKey())) {
        facts.put(fact.getKey(), fact.getValue());
      }
    }
    facts.put("rank", (long) rank);
    return facts;
  }

  private static List<Map<String, Long>> devices(ReadOnlyDatabase database, int rank) {
    String[] columns = Table.DEVICES.columnNames();
    return database.list(
        "SELECT " + String.join(", ", columns) + " FROM devices WHERE rank = ?",
        row -> {
          Map<String, Long> device = new LinkedHashMap<>();
          for (int i = 0; i < columns.length; i++) {
            device.put(columns[i], row.getLong(i + 1));
          }
          return device;
        },
        rank);
  }

  private byte[] head(List<Map<String, Long>> devices) {
    return bytes(
        "{\"version\": 1, \"metadata\": "
            + PythonText.json(facts)
            + ", \"devices\": "
            + PythonText.json(devices)
            + ", \"graph\": ["
            + CAPTURE.formatted(0, "capture_start", ""));
  }

  @Override
  byte[] last() {
    long nanos = facts.getOrDefault("total_duration_ns", 0L);
    return bytes(
        ",\n"
            + CAPTURE.formatted(next, "capture_end", ", \"duration_ns\": " + nanos)
            + "], \"completeness\": "
            + PythonText.json(completeness())
            + "}");
  }

  private Map<String, ?> completeness() {
    long kept = next + 1;
    long seen = Math.max(kept, lastStart + lastPart + 1);
    Map<String, Long> dropped =
        seen == kept ? Map.of() : Map.of("outside operations: not in the database", seen - kept);
    return Map.of("events_seen", seen, "events_kept", kept, "dropped", dropped);
  }

  private Report withLosses(Report read) {
    damage.addFirst(
        new Damage(
            name,
            "the database holds only the operations' own parts of the trace; what lies between them"
                + " is missing, and so are connections from one to another (TT-NN's importer and"
                + " --upstream-rows keep no more; tilescope import keeps all of a report)"));
    damage.addAll(read.damage());
    return new Report(
        read.trace(),
        read.devices(),
        read.metadata(),
        read.clusterDescriptor(),
        read.meshCoordinateMapping(),
        read.pages(),
        read.calls(),
        read.completeness(),
        damage);
  }

  @Override
  byte[] bytesOf(ResultSet row) throws SQLException {
    text.clear();
    long first = next;
    String part = row.getString(2);
    try {
      write(inner(RawNodes.of(part == null ? "" : part)));
    } catch (TilescopeException e) {
      text.clear();
      next = first;
      damage.add(new Damage(name, "operation " + row.getLong(1) + ": " + e.getMessage()));
    }
    return bytes(text.toText());
  }

  /** Without the start and end of a capture that every part is wrapped in. */
  private static List<RawNode> inner(List<RawNode> part) {
    int from = !part.isEmpty() && part.getFirst().kind().isCapture() ? 1 : 0;
    int to = part.size() > from && part.getLast().kind().isCapture() ? 1 : 0;
    return part.subList(from, part.size() - to);
  }

  private void write(List<RawNode> part) {
    numbers.clear();
    buffers.clear();
    for (int i = 0; i < part.size(); i++) {
      numbers.put(part.get(i).counter(), next + i);
      if (part.get(i).kind() == NodeKind.BUFFER) {
        buffers.put(next + i, 0);
      }
    }
    for (RawNode node : part) {
      text.addAscii(",\n");
      node.write(next, connections(node), known(node.inputTensors()), text);
      next++;
    }
    lastPart = part.size();
  }

  private long[] connections(RawNode node) {
    long[] inside = known(node.connections());
    return switch (node.kind()) {
      case BUFFER_ALLOCATE -> {
        Long buffer = inside.length > 0 && buffers.contains(inside[0]) ? inside[0] : null;
        put(placeOf(node), buffer);
        yield buffer == null ? new long[0] : inside;
      }
      case BUFFER_DEALLOCATE -> {
        Long buffer = bufferAt.remove(placeOf(node));
        yield buffer == null ? new long[0] : new long[] {buffer};
      }
      case FUNCTION_START,
          FUNCTION_END,
          TENSOR,
          BUFFER,
          CIRCULAR_BUFFER_ALLOCATE,
          DATAFLOW_BUFFER_ALLOCATE,
          SCRATCHPAD_ALLOCATE,
          CIRCULAR_BUFFER_DEALLOCATE_ALL,
          ERROR,
          CAPTURE_START,
          CAPTURE_END,
          OTHER ->
          inside;
    };
  }

  private void put(Place place, @Nullable Long buffer) {
    if (buffer == null) {
      bufferAt.remove(place);
    } else {
      bufferAt.put(place, buffer);
    }
  }

  private static Place placeOf(RawNode node) {
    return new Place(node.integer(Param.DEVICE_ID, 0), node.integer(Param.ADDRESS, -1));
  }

  private long[] known(long[] counters) {
    long[] known = new long[counters.length];
    int count = 0;
    for (long counter : counters) {
      if (numbers.contains(counter)) {
        known[count++] = numbers.get(counter, 0);
      }
    }
    return Arrays.copyOf(known, count);
  }

  private static byte[] bytes(String ascii) {
    return ascii.getBytes(StandardCharsets.UTF_8);
  }
}
