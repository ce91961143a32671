package dev.tilescope.internal.serve.data;

import dev.tilescope.internal.json.JsonException;
import dev.tilescope.internal.json.JsonKind;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.model.NodeKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An operation's part of the trace as rows of a tree: calls, and what they did to memory, in the
 * order in which it happened. Nodes that are damaged end it; what came before stays. Every view of
 * what happened inside an operation is of this.
 */
public final class CapturedGraph {
  /** A longer one is not read: the server must stay small. */
  private static final int MOST_CHARS = 8 << 20;

  private static final int MOST_ROWS = 3_000;
  private static final int NAME_CHARS = 400;

  /** What a row tells; the page has the words in small letters. */
  public enum Kind {
    CALL,
    ALLOCATE,
    FREE,
    CIRCULAR,
    ERROR
  }

  /** A node as it stands in the trace; of its parameters those that are no lists. */
  private static final class Node {
    NodeKind kind = NodeKind.OTHER;
    long counter;
    long nanos = -1;
    long modelledNanos = -1;
    Map<String, String> params = Map.of();

    static Node read(JsonReader json) {
      Node node = new Node();
      json.enterObject();
      for (String field = json.nextField(); field != null; field = json.nextField()) {
        switch (field) {
          case "node_type" -> node.kind = NodeKind.of(scalar(json));
          case "counter" -> node.counter = rounded(json);
          case "duration_ns" -> node.nanos = rounded(json);
          case "modelled_device_ns" -> node.modelledNanos = rounded(json);
          case "params" -> node.params = scalars(json);
          default -> json.skip();
        }
      }
      return node;
    }
  }

  /** A call, or what the call around it did. */
  public static final class Row {
    private final Kind kind;
    private final int parent;
    private final int depth;
    private final Node node;
    private long nanos = -1;
    private long modelledNanos = -1;

    private Row(Kind kind, int parent, int depth, Node node) {
      this.kind = kind;
      this.parent = parent;
      this.depth = depth;
      this.node = node;
    }

    public Kind kind() {
      return kind;
    }

    /** The place of the call around it; -1 if there is none. */
    public int parent() {
      return parent;
    }

    /** 0 for the operation itself. */
    public int depth() {
      return depth;
    }

    public long counter() {
      return node.counter;
    }

    /** Of a call, on the host; -1 if the trace does not say. */
    public long nanos() {
      return nanos;
    }

    public long modelledNanos() {
      return modelledNanos;
    }

    public String name() {
      return Words.cut(node.params.getOrDefault("name", ""), NAME_CHARS);
    }

    public String text(String param) {
      return node.params.getOrDefault(param, "");
    }

    public long number(String param, long missing) {
      try {
        return Long.parseLong(text(param));
      } catch (NumberFormatException e) {
        return missing;
      }
    }
  }

  private final List<Row> rows = new ArrayList<>();

  /** Places of open calls; -1 is one that was left out. */
  private final Deque<Integer> open = new ArrayDeque<>();

  private final boolean recorded;
  private int leftOut;
  private String damage = "";

  private CapturedGraph(boolean recorded) {
    this.recorded = recorded;
  }

  /** Of one operation; empty if the database lacks its part or that is too long. */
  public static CapturedGraph read(ReadOnlyDatabase database, int rank, long operation) {
    return database
        .first(
            "SELECT coalesce(CASE WHEN length(captured_graph) <= %d THEN captured_graph END, '')"
                    .formatted(MOST_CHARS)
                + " FROM captured_graph WHERE operation_id = ? AND rank = ?",
            row -> of(row.getString(1), operation),
            operation,
            rank)
        .orElseGet(() -> new CapturedGraph(false));
  }

  private static CapturedGraph of(String text, long operation) {
    CapturedGraph graph = new CapturedGraph(true);
    if (!text.isEmpty()) {
      try (JsonReader json = JsonReader.of(text, "captured graph of operation " + operation)) {
        json.enterArray();
        while (json.nextElement()) {
          graph.take(Node.read(json));
        }
      } catch (JsonException e) {
        graph.damage = String.valueOf(e.getMessage());
      }
    }
    return graph;
  }

  /** The database has this operation's part of the trace. */
  public boolean isRecorded() {
    return recorded;
  }

  public List<Row> rows() {
    return Collections.unmodifiableList(rows);
  }

  /** Rows beyond {@value #MOST_ROWS}. */
  public int leftOut() {
    return leftOut;
  }

  /** What is wrong with the rest, or empty. */
  public String damage() {
    return damage;
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
      case FUNCTION_START -> open.push(add(Kind.CALL, node));
      case FUNCTION_END -> end(node);
      case BUFFER_ALLOCATE -> add(Kind.ALLOCATE, node);
      case BUFFER_DEALLOCATE -> add(Kind.FREE, node);
      case CIRCULAR_BUFFER_ALLOCATE, DATAFLOW_BUFFER_ALLOCATE, SCRATCHPAD_ALLOCATE ->
          add(Kind.CIRCULAR, node);
      case ERROR -> add(Kind.ERROR, node);
      case CAPTURE_START, CAPTURE_END, TENSOR, BUFFER, CIRCULAR_BUFFER_DEALLOCATE_ALL, OTHER -> {
        // Tensors and buffers stand for what the rows around them say.
      }
    }
  }

  private int add(Kind kind, Node node) {
    if (rows.size() == MOST_ROWS) {
      leftOut++;
      return -1;
    }
    rows.add(new Row(kind, open.isEmpty() ? -1 : open.peek(), open.size(), node));
    return rows.size() - 1;
  }

  private void end(Node node) {
    int call = open.isEmpty() ? -1 : open.pop();
    if (call >= 0) {
      rows.get(call).nanos = node.nanos;
      rows.get(call).modelledNanos = node.modelledNanos;
    }
  }
}
