package dev.tilescope.internal.serve.graph;

import dev.tilescope.analysis.DeviceOperationNames;
import dev.tilescope.device.ModelledTime;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.ModelledJson;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.model.NodeKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * The calls inside one operation, from its part of the trace: a tree that grows to the right, a row
 * for every call that calls nothing. The part is taken apart by the database, which hands out a few
 * short texts of each node and not the megabytes of arguments between them.
 */
final class CallGraph {
  private static final int MAX_CALLS = 2_000;
  private static final int MAX_DEPTH = 60;

  /** A part of more than this is not taken apart: it would hold up everything else. */
  private static final int MAX_CHARS = 24 << 20;

  private static final int COLUMN = 300;
  private static final int ROW = 54;
  private static final int HEIGHT = 40;

  private static final class Call {
    private final String name;
    private final int node;
    private final int parent;
    private final int depth;
    private long hostNanos = -1;
    private long modelledNanos = -1;
    private long bufferBytes;
    private long circularBytes;
    private int buffers;
    private int circularBuffers;
    private int calls;
    private float y;

    Call(String name, int node, int parent, int depth) {
      this.name = name;
      this.node = node;
      this.parent = parent;
      this.depth = depth;
    }
  }

  private final List<Call> calls = new ArrayList<>();
  private final Deque<Integer> open = new ArrayDeque<>();
  private int skipped;

  /** Calls that are not in the tree and have not ended. */
  private int skippedOpen;

  private CallGraph() {}

  static CallGraph of(ReadOnlyDatabase database, int rank, int operation) {
    CallGraph graph = new CallGraph();
    database.forEach(
        """
        SELECT json_extract(n.value, '$.node_type'),
          json_extract(n.value, '$.counter'),
          substr(json_extract(n.value, '$.params.name'), 1, 300),
          json_extract(n.value, '$.duration_ns'),
          json_extract(n.value, '$.modelled_device_ns'),
          json_extract(n.value, '$.params.size')
        FROM captured_graph g, json_each(g.captured_graph) n
        WHERE g.operation_id = ? AND g.rank = ? AND length(g.captured_graph) < ?
          AND json_valid(g.captured_graph) AND json_type(g.captured_graph) = 'array'
          AND n.type = 'object'
        """,
        graph::node,
        operation,
        rank,
        MAX_CHARS);
    graph.place();
    return graph;
  }

  private void node(ResultSet row) throws SQLException {
    switch (NodeKind.of(String.valueOf(row.getString(1)))) {
      case FUNCTION_START -> begin(String.valueOf(row.getString(3)), row.getInt(2));
      case FUNCTION_END -> end(row);
      case BUFFER_ALLOCATE -> buffer(row.getLong(6));
      case CIRCULAR_BUFFER_ALLOCATE, DATAFLOW_BUFFER_ALLOCATE, SCRATCHPAD_ALLOCATE ->
          circularBuffer(row.getLong(6));
      case CAPTURE_START,
          CAPTURE_END,
          TENSOR,
          BUFFER,
          BUFFER_DEALLOCATE,
          CIRCULAR_BUFFER_DEALLOCATE_ALL,
          ERROR,
          OTHER -> {}
    }
  }

  private void begin(String name, int node) {
    if (calls.size() == MAX_CALLS || open.size() == MAX_DEPTH || skippedOpen > 0) {
      skipped++;
      skippedOpen++;
      return;
    }
    int parent = open.isEmpty() ? -1 : open.peek();
    if (parent >= 0) {
      calls.get(parent).calls++;
    }
    open.push(calls.size());
    calls.add(new Call(name, node, parent, open.size() - 1));
  }

  private void end(ResultSet row) throws SQLException {
    if (skippedOpen > 0) {
      skippedOpen--;
    } else if (!open.isEmpty()) {
      Call call = calls.get(open.pop());
      call.hostNanos = known(row, 4);
      call.modelledNanos = known(row, 5);
    }
  }

  private static long known(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? -1 : value;
  }

  private void buffer(long bytes) {
    if (!open.isEmpty()) {
      Call call = calls.get(open.peek());
      call.buffers++;
      call.bufferBytes += Math.max(0, bytes);
    }
  }

  private void circularBuffer(long bytes) {
    if (!open.isEmpty()) {
      Call call = calls.get(open.peek());
      call.circularBuffers++;
      call.circularBytes += Math.max(0, bytes);
    }
  }

  /** Backwards, every call inside has its place before the one that calls it. */
  private void place() {
    int leaves = 0;
    for (Call call : calls) {
      if (call.calls == 0) {
        call.y = ROW * leaves++;
      }
    }
    float[] sums = new float[calls.size()];
    for (int i = calls.size() - 1; i >= 0; i--) {
      Call call = calls.get(i);
      call.y = call.calls == 0 ? call.y : sums[i] / call.calls;
      if (call.parent >= 0) {
        sums[call.parent] += call.y;
      }
    }
  }

  void write(JsonWriter json) {
    json.beginObject().field("skipped", skipped).field("most", MAX_CALLS);
    json.name("calls").beginArray();
    for (Call call : calls) {
      json.beginObject()
          .field("name", call.name)
          .field("node", call.node)
          .field("parent", call.parent)
          .field("kind", kind(call.name))
          .field("x", (long) COLUMN * call.depth)
          .field("y", Math.round(call.y))
          .field("w", COLUMN - 60)
          .field("h", HEIGHT)
          .field("nanos", call.hostNanos)
          .field("buffers", call.buffers)
          .field("bufferBytes", call.bufferBytes)
          .field("circularBuffers", call.circularBuffers)
          .field("circularBytes", call.circularBytes);
      ModelledJson.write(json, ModelledTime.of(call.name, call.modelledNanos));
      json.endObject();
    }
    json.endArray().endObject();
  }

  /** What the name says that it is. */
  private static String kind(String name) {
    if (DeviceOperationNames.contain(name)) {
      return "device";
    }
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.startsWith("tt::") ? "inner" : "host";
  }
}
