package dev.tilescope.internal.store;

import dev.tilescope.internal.io.LongList;
import dev.tilescope.internal.io.LongMap;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.internal.ByteSink;
import dev.tilescope.report.internal.PythonNumbers;
import dev.tilescope.report.internal.PythonText;
import dev.tilescope.report.internal.RawNode;
import dev.tilescope.report.internal.RawTrace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The part of the trace that belongs to one operation, as text and as edges. */
final class Subgraphs {
  /** SQLite takes ten times as much, but no viewer shows it, and every copy is in memory. */
  private static final int MAX_TEXT_BYTES = 100 << 20;

  private final RawTrace trace;
  private final RowSink rows;
  private final long rank;
  private final LongMap newNumbers = new LongMap();
  private final ByteSink text = new ByteSink();

  Subgraphs(RawTrace trace, RowSink rows, long rank) {
    this.trace = trace;
    this.rows = rows;
    this.rank = rank;
  }

  /**
   * Nodes of the operation between a capture_start and a capture_end, numbered from 0.
   *
   * @param nodes their places in the trace; not the nodes themselves, as they may be millions
   */
  void write(long operationId, LongList nodes) {
    int last = nodes.size() + 1;
    newNumbers.clear();
    newNumbers.put(0, 0);
    long bytes = 0;
    for (int i = 0; i < nodes.size(); i++) {
      RawNode node = node(nodes, i);
      newNumbers.put(node.counter(), i + 1L);
      bytes += node.textBytes();
    }
    requireRoom(operationId, bytes);
    newNumbers.put(0, last);
    text.clear();
    writeStart(operationId);
    for (int i = 0; i < nodes.size(); i++) {
      writeNode(operationId, i + 1, node(nodes, i));
    }
    writeEnd(last);
    rows.row(Table.CAPTURED_GRAPH).add(operationId).add(text.toText()).add(rank);
  }

  private void writeStart(long operationId) {
    long next = newNumbers.get(1, 1);
    text.addAscii("[{\"arguments\": [], \"connections\": [");
    text.addNumber(next);
    text.addAscii(
        "], \"counter\": 0, \"input_tensors\": [], \"node_type\": \"capture_start\", \"params\":"
            + " {}, \"stacking_level\": 0, \"id\": 0}, ");
    edge(operationId, 0, next, 0);
  }

  private void writeEnd(int last) {
    text.addAscii("{\"arguments\": [], \"connections\": [], \"counter\": ");
    text.addNumber(last);
    text.addAscii(
        ", \"input_tensors\": [], \"node_type\": \"capture_end\", \"params\": {},"
            + " \"stacking_level\": 0, \"id\": ");
    text.addNumber(last);
    text.addAscii("}]");
  }

  private static void requireRoom(long operationId, long bytes) {
    if (bytes > MAX_TEXT_BYTES) {
      throw new TilescopeException(
          "operation %d holds a graph of %d MB, and a row holds %d MB; --keep-going leaves its graph out"
              .formatted(operationId, bytes >> 20, MAX_TEXT_BYTES >> 20));
    }
  }

  private RawNode node(LongList nodes, int i) {
    RawNode node = trace.get(nodes.get(i));
    if (node == null) {
      throw new IllegalStateException("no node at place " + nodes.get(i));
    }
    return node;
  }

  private void writeNode(long operationId, int number, RawNode node) {
    node.write(number, c -> newNumbers.get(c, c), text);
    text.addAscii(", ");
    long[] connections = node.connections();
    for (int i = 0; i < connections.length; i++) {
      edge(operationId, number, newNumbers.get(connections[i], connections[i]), i);
    }
  }

  private void edge(long operationId, long from, long to, long index) {
    rows.row(Table.EDGES).add(operationId).add(from).add(to).add(index).add(rank);
  }

  /** A deallocation that is an operation of its own. */
  void writeDeallocation(long operationId, RawNode node) {
    text.clear();
    text.addAscii(
        "[{\"arguments\": [], \"connections\": [1], \"counter\": 0, \"id\": 0, \"input_tensors\":"
            + " [], \"node_type\": \"capture_start\", \"params\": {}, \"stacking_level\": 0}, ");
    node.writeAlone(1, 2, text);
    text.addAscii(
        ", {\"arguments\": [], \"connections\": [], \"counter\": 2, \"id\": 2, \"input_tensors\":"
            + " [], \"node_type\": \"capture_end\", \"params\": {}, \"stacking_level\": 0}]");
    rows.row(Table.CAPTURED_GRAPH).add(operationId).add(text.toText()).add(rank);
    edge(operationId, 0, 1, 0);
    if (node.hasConnections()) {
      edge(operationId, 1, 2, 0);
    }
  }

  /** A graph that was captured for the operation alone. */
  void writeCaptured(long operationId, List<?> nodes) {
    List<?> numbered = nodes.stream().map(Subgraphs::withId).toList();
    rows.row(Table.CAPTURED_GRAPH).add(operationId).add(PythonText.json(numbered)).add(rank);
    for (Object node : numbered) {
      if (node instanceof Map<?, ?> fields
          && fields.get("connections") instanceof List<?> targets) {
        Object from = fields.containsKey("counter") ? fields.get("counter") : Long.valueOf(0);
        for (int i = 0; i < targets.size(); i++) {
          looseEdge(operationId, from, targets.get(i), i);
        }
      }
    }
  }

  private static Object withId(Object node) {
    if (!(node instanceof Map<?, ?> fields) || !fields.containsKey("counter")) {
      return node;
    }
    Map<Object, @Nullable Object> copy = new LinkedHashMap<>(fields);
    copy.put("id", copy.get("counter"));
    return copy;
  }

  private void looseEdge(long operationId, @Nullable Object from, @Nullable Object to, long index) {
    RowBatch row = rows.row(Table.EDGES).add(operationId);
    row.add(from == null ? RowBatch.NULL : (Object) PythonNumbers.toLong(from));
    row.add(RowSink.scalar(to, "a connection")).add(index).add(rank);
  }
}
