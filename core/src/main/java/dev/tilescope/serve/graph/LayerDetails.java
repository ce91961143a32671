package dev.tilescope.serve.graph;

import dev.tilescope.json.JsonWriter;
import dev.tilescope.serve.Answer;
import dev.tilescope.serve.OpenReport;
import dev.tilescope.serve.OperationColumns;
import dev.tilescope.serve.Refusal;
import dev.tilescope.serve.Request;

/**
 * {@code graph/layer?node}: a node that stands for many operations: those of one copy, and what
 * each took over all copies.
 */
final class LayerDetails {
  private static final int MAX_OPERATIONS = 256;

  private LayerDetails() {}

  static Answer of(OpenReport report, Request request) {
    VisibleGraph graph = Graphs.of(report, Wanted.of(report, request)).graph();
    long node = request.number("node");
    if (node < 0 || node >= graph.size() || graph.copies((int) node) == 0) {
      throw Refusal.notFound("the graph has no layer at node %d".formatted(node));
    }
    return Answer.json(json -> write(json, graph, (int) node));
  }

  private static void write(JsonWriter json, VisibleGraph graph, int node) {
    int period = graph.count(node) / graph.copies(node);
    OperationColumns operations = graph.flow().operations();
    json.beginObject()
        .field("copies", graph.copies(node))
        .field("period", period)
        .field("first", operations.id(graph.operation(node, 0)))
        .field("last", operations.id(graph.operation(node, graph.count(node) - 1)))
        .name("rows")
        .beginArray();
    for (int i = 0; i < Math.min(period, MAX_OPERATIONS); i++) {
      row(json, graph, node, i, period);
    }
    json.endArray().endObject();
  }

  private static void row(JsonWriter json, VisibleGraph graph, int node, int place, int period) {
    OperationColumns operations = graph.flow().operations();
    long sum = 0;
    long least = Long.MAX_VALUE;
    long most = -1;
    int known = 0;
    for (int i = place; i < graph.count(node); i += period) {
      long nanos = operations.nanos(graph.operation(node, i));
      if (nanos >= 0) {
        sum += nanos;
        least = Math.min(least, nanos);
        most = Math.max(most, nanos);
        known++;
      }
    }
    json.beginObject()
        .field("id", operations.id(graph.operation(node, place)))
        .field("name", operations.name(graph.operation(node, place)))
        .field("mean", known == 0 ? -1 : sum / known)
        .field("least", known == 0 ? -1 : least)
        .field("most", most)
        .endObject();
  }
}
