package dev.tilescope.internal.serve.graph;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.CostColumns;
import dev.tilescope.internal.serve.data.MemoryLevels;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.Words;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a part of a graph as JSON. Nodes and edges are arrays of numbers, in the order of {@code
 * NODE} and {@code EDGE} of the page's graph/model.js; texts are numbers too, into {@code texts}.
 *
 * <pre>
 * node: [number, kind, id, last id, operations, copies, layer, x, y, w, h, text, host ns, modelled ns, bytes]
 * edge: [number, from, to, tensors, shape, x, y, x, y, ...]
 * </pre>
 */
final class GraphParts {
  /** What one part may hold; a graph with more in one place says how many are left out. */
  private static final int MAX_EDGES = 4_000;

  private static final int MAX_TEXT = 120;
  private static final int OVERVIEW = 300;

  private final Placed placed;
  private final VisibleGraph graph;
  private final OperationColumns operations;
  private final CostColumns costs;
  private final Words texts = new Words();

  /** Null if nobody asked for memory. */
  private final @Nullable MemoryLevels levels;

  GraphParts(Placed placed, CostColumns costs, @Nullable MemoryLevels levels) {
    this.placed = placed;
    this.graph = placed.graph();
    this.operations = graph.flow().operations();
    this.costs = costs;
    this.levels = levels;
  }

  /** The head is what is the same for all parts. */
  void write(JsonWriter json, int part, boolean head) {
    json.field("method", placed.method().name().toLowerCase(Locale.ROOT))
        .field("part", part)
        .field("parts", placed.parts())
        .field("width", Math.round(placed.width()))
        .field("height", Math.round(placed.height()))
        .field("operations", operations.size())
        .field("leftOut", graph.leftOut())
        .field("nodesInAll", graph.size())
        .field("edgesInAll", graph.edges());
    if (head) {
      limits(json);
      opened(json);
      overview(json);
    }
    json.name("nodes").beginArray();
    for (int node : placed.nodesOf(part)) {
      node(json, node);
    }
    json.endArray();
    edges(json, part);
    json.name("texts").strings(texts.texts());
  }

  private void node(JsonWriter json, int node) {
    int count = graph.count(node);
    boolean tensor = graph.kind(node) == VisibleGraph.Kind.TENSOR;
    json.beginArray().value(node).value(graph.kind(node).code());
    json.value(
        tensor
            ? graph.flow().tensorId(graph.tensor(node))
            : operations.id(graph.operation(node, 0)));
    json.value(tensor ? -1 : operations.id(graph.operation(node, count - 1)));
    json.value(count).value(graph.copies(node)).value(graph.layer(node));
    json.value(Math.round(placed.x(node)))
        .value(Math.round(placed.y(node)))
        .value(Math.round(placed.width(node)))
        .value(Math.round(placed.height(node)));
    json.value(text(label(node)));
    json.value(hostNanos(node)).value(modelledNanos(node)).value(bytes(node)).endArray();
  }

  private String label(int node) {
    return switch (graph.kind(node)) {
      case OPERATION -> operations.name(graph.operation(node, 0));
      case TENSOR -> graph.flow().shape(graph.tensor(node));
      case LAYERS, BEFORE, AFTER -> graph.section(node).name();
    };
  }

  private int text(String text) {
    String shown = text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT - 1) + "…";
    return texts.number(shown);
  }

  private long hostNanos(int node) {
    return sum(node, operations::nanos);
  }

  private long modelledNanos(int node) {
    return sum(node, i -> costs.modelledNanos()[i]);
  }

  private long sum(int node, IntToLongFunction nanos) {
    return operationsOf(node).mapToLong(nanos).reduce(-1, GraphParts::plus);
  }

  private IntStream operationsOf(int node) {
    return IntStream.range(0, graph.count(node)).map(i -> graph.operation(node, i));
  }

  /** Unknown stays unknown until something is known. */
  private static long plus(long sum, long more) {
    return more < 0 ? sum : Math.max(0, sum) + more;
  }

  private long bytes(int node) {
    return levels == null
        ? -1
        : operationsOf(node).mapToLong(i -> levels.of(MemoryLevels.L1)[i]).max().orElse(-1);
  }

  /** Least and most of all nodes, so that colours mean the same in every part. */
  private void limits(JsonWriter json) {
    long @Nullable [][] limits = new long @Nullable [3][];
    for (int node = 0; node < graph.size(); node++) {
      limits[0] = widened(limits[0], hostNanos(node));
      limits[1] = widened(limits[1], modelledNanos(node));
      limits[2] = widened(limits[2], bytes(node));
    }
    json.name("limits").beginArray();
    for (long[] limit : limits) {
      if (limit == null) {
        json.nullValue();
      } else {
        json.longs(limit);
      }
    }
    json.endArray();
  }

  private static long @Nullable [] widened(long @Nullable [] limit, long value) {
    if (value < 0) {
      return limit;
    }
    return limit == null
        ? new long[] {value, value}
        : new long[] {Math.min(limit[0], value), Math.max(limit[1], value)};
  }

  private void opened(JsonWriter json) {
    json.name("opened").beginArray();
    for (VisibleGraph.Opened each : graph.opened()) {
      float left = Float.MAX_VALUE;
      float top = Float.MAX_VALUE;
      float right = 0;
      float bottom = 0;
      for (int node = each.first(); node <= each.last(); node++) {
        left = Math.min(left, placed.x(node));
        top = Math.min(top, placed.y(node));
        right = Math.max(right, placed.x(node) + placed.width(node));
        bottom = Math.max(bottom, placed.y(node) + placed.height(node));
      }
      json.beginObject()
          .field("id", each.id())
          .field("name", each.name())
          .field("copy", each.copy())
          .field("copies", each.copies())
          .field("x", Math.round(left))
          .field("y", Math.round(top))
          .field("w", Math.round(right - left))
          .field("h", Math.round(bottom - top))
          .endObject();
    }
    json.endArray();
  }

  /** The outline of a graph in many parts: for each slice of its height, from where to where. */
  private void overview(JsonWriter json) {
    json.name("overview").beginArray();
    if (placed.parts() > 1) {
      Overview.of(placed, OVERVIEW).write(json);
    }
    json.endArray();
    json.name("partTops").beginArray();
    for (int part = 0; part < placed.parts(); part++) {
      json.value(Math.round(placed.y(placed.nodesOf(part)[0])));
    }
    json.endArray();
  }

  private void edges(JsonWriter json, int part) {
    int written = 0;
    int leftOut = 0;
    json.name("edges").beginArray();
    for (int edge : placed.edgesOf(part)) {
      if (written == MAX_EDGES) {
        leftOut++;
      } else {
        written++;
        edge(json, edge);
      }
    }
    json.endArray().field("edgesLeftOut", leftOut);
  }

  private void edge(JsonWriter json, int edge) {
    json.beginArray().value(edge).value(graph.from(edge)).value(graph.to(edge));
    json.value(graph.tensorsAlong(edge)).value(text(graph.flow().shape(graph.along(edge))));
    for (float coordinate : placed.route(edge)) {
      json.value(Math.round(coordinate));
    }
    json.endArray();
  }
}
