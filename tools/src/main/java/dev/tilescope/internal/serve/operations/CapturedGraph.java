package dev.tilescope.internal.serve.operations;

import dev.tilescope.analysis.DeviceOperationNames;
import dev.tilescope.internal.json.JsonException;
import dev.tilescope.internal.json.JsonKind;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.Words;
import dev.tilescope.model.NodeKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * An operation's part of the trace as rows of a tree: calls, and what they did to memory, in the
 * order in which it happened. Nodes that are damaged end it; what came before stays.
 */
final class CapturedGraph {
  /** A longer one is not read: the server must stay small. */
  static final int MOST_CHARS = 8 << 20;

  private static final int MOST_ROWS = 3_000;
  private static final int MOST_RANGES = 64;
  private static final int NAME_CHARS = 200;
  private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");

  /** A node as it stands in the trace; of its parameters those that are no lists. */
  record Node(NodeKind kind, long nanos, Map<String, String> params) {
    static Node read(JsonReader json) {
      String kind = "";
      long nanos = -1;
      Map<String, String> params = Map.of();
      json.enterObject();
      for (String field = json.nextField(); field != null; field = json.nextField()) {
        switch (field) {
          case "node_type" -> kind = scalar(json);
          case "duration_ns" -> nanos = rounded(json);
          case "params" -> params = scalars(json);
          default -> json.skip();
        }
      }
      return new Node(NodeKind.of(kind), nanos, params);
    }

    String name() {
      return params.getOrDefault("name", "");
    }
  }

  private static final class Row {
    final String kind;
    final int depth;
    final Node node;
    long nanos = -1;

    Row(String kind, int depth, Node node) {
      this.kind = kind;
      this.depth = depth;
      this.node = node;
    }

    String name() {
      return Words.cut(node.name(), NAME_CHARS);
    }

    long number(String param, long missing) {
      try {
        return Long.parseLong(node.params.getOrDefault(param, ""));
      } catch (NumberFormatException e) {
        return missing;
      }
    }
  }

  private final List<Row> rows = new ArrayList<>();
  private final Deque<Row> open = new ArrayDeque<>();
  private boolean cut;
  private String damage = "";

  private CapturedGraph() {}

  static CapturedGraph of(String text, long operation) {
    CapturedGraph graph = new CapturedGraph();
    if (!text.isEmpty()) {
      try (JsonReader json = JsonReader.of(text, "captured graph of operation " + operation)) {
        graph.read(json);
      } catch (JsonException e) {
        graph.damage = String.valueOf(e.getMessage());
      }
    }
    return graph;
  }

  private void read(JsonReader json) {
    json.enterArray();
    while (json.nextElement()) {
      if (rows.size() == MOST_ROWS) {
        cut = true;
        return;
      }
      take(Node.read(json));
    }
  }

  private static Map<String, String> scalars(JsonReader json) {
    if (json.kind() != JsonKind.OBJECT) {
      json.skip();
      return Map.of();
    }
    Map<String, String> params = new HashMap<>();
    json.enterObject();
    for (String field = json.nextField(); field != null; field = json.nextField()) {
      params.put(field, scalar(json));
    }
    return params;
  }

  private static String scalar(JsonReader json) {
    return switch (json.kind()) {
      case STRING, INTEGER, DECIMAL, BOOLEAN -> json.scalarText();
      case OBJECT, ARRAY -> {
        json.skip();
        yield "";
      }
      case NULL, END -> "";
    };
  }

  private static long rounded(JsonReader json) {
    if (json.kind() != JsonKind.INTEGER && json.kind() != JsonKind.DECIMAL) {
      json.skip();
      return -1;
    }
    return Math.round(json.doubleValue());
  }

  private void take(Node node) {
    switch (node.kind) {
      case FUNCTION_START -> {
        Row row = new Row("call", open.size(), node);
        rows.add(row);
        open.push(row);
      }
      case FUNCTION_END -> {
        if (!open.isEmpty()) {
          open.pop().nanos = node.nanos;
        }
      }
      case BUFFER_ALLOCATE -> rows.add(new Row("allocate", open.size(), node));
      case BUFFER_DEALLOCATE -> rows.add(new Row("free", open.size(), node));
      case CIRCULAR_BUFFER_ALLOCATE, DATAFLOW_BUFFER_ALLOCATE, SCRATCHPAD_ALLOCATE ->
          rows.add(new Row("circular", open.size(), node));
      case ERROR -> rows.add(new Row("error", open.size(), node));
      case CAPTURE_START, CAPTURE_END, TENSOR, BUFFER, CIRCULAR_BUFFER_DEALLOCATE_ALL, OTHER -> {
        // Tensors and buffers stand for what the rows around them say.
      }
    }
  }

  void write(JsonWriter json) {
    json.field("cut", cut).field("damage", damage).name("rows").beginArray();
    for (Row row : rows) {
      json.beginObject().field("kind", row.kind).field("depth", row.depth);
      switch (row.kind) {
        case "call" ->
            json.field("name", row.name())
                .field("nanos", row.nanos)
                .field("device", DeviceOperationNames.contain(row.name()));
        case "error" -> json.field("name", row.name());
        default -> memory(json, row);
      }
      json.endObject();
    }
    json.endArray();
  }

  private static void memory(JsonWriter json, Row row) {
    json.field("deviceId", row.number("device_id", 0))
        .field("address", row.number("address", -1))
        .field("bytes", row.number("size", -1));
    if (row.kind.equals("circular")) {
      json.field("global", "1".equals(row.node.params.get("globally_allocated")));
      json.name("cores").beginArray();
      NUMBER
          .matcher(row.node.params.getOrDefault("core_range_set", ""))
          .results()
          .limit(4L * MOST_RANGES)
          .map(MatchResult::group)
          .forEach(digits -> json.value(Long.parseLong(digits)));
      json.endArray();
    } else {
      json.field("type", row.number("buffer_type", typeOf(row)));
      json.field("bankBytes", row.number("max_size_per_bank", -1));
    }
  }

  /** Older traces have only the word. */
  private static long typeOf(Row row) {
    return List.of("DRAM", "L1", "SYSTEM_MEMORY", "L1_SMALL", "TRACE")
        .indexOf(row.node.params.getOrDefault("type", ""));
  }
}
