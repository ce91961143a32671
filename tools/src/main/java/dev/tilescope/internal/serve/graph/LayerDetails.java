package dev.tilescope.internal.serve.graph;

import dev.tilescope.analysis.Layers;
import dev.tilescope.analysis.Layers.Section;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;

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
    if (node < 0 || node >= graph.size() || graph.layer((int) node) < 0) {
      throw Refusal.notFound("the graph has no layer at node %d".formatted(node));
    }
    return Answer.object(json -> write(json, graph, (int) node));
  }

  private static void write(JsonWriter json, VisibleGraph graph, int node) {
    OperationColumns operations = graph.flow().operations();
    List<Row> rows = List.copyOf(rows(graph, node));
    json.field("name", graph.section(node).name())
        .field("copies", graph.copies(node))
        .field("period", graph.section(node).kind() == Layers.Kind.LAYERS ? rows.size() : 1)
        .field("first", operations.id(graph.operation(node, 0)))
        .field("last", operations.id(graph.operation(node, graph.count(node) - 1)));
    json.objects(
        "rows", rows.stream().limit(MAX_OPERATIONS).toList(), row -> row.write(json, operations));
  }

  /** The second linear of one copy is the second linear of another. */
  private record Place(int name, int number) {}

  /** An operation of one copy with its like in the others. */
  private record Row(int first, LongSummaryStatistics nanos) {
    void write(JsonWriter json, OperationColumns operations) {
      boolean known = nanos.getCount() > 0;
      json.field("id", operations.id(first))
          .field("name", operations.name(first))
          .field("mean", known ? nanos.getSum() / nanos.getCount() : -1)
          .field("least", known ? nanos.getMin() : -1)
          .field("most", known ? nanos.getMax() : -1);
    }
  }

  private static Collection<Row> rows(VisibleGraph graph, int node) {
    OperationColumns operations = graph.flow().operations();
    Section section = graph.section(node);
    Map<Place, Row> rows = new LinkedHashMap<>();
    Map<Integer, Integer> numbers = new HashMap<>();
    for (int i = 0; i < graph.count(node); i++) {
      int operation = graph.operation(node, i);
      int place = graph.place(node) + i;
      if (section.starts()[section.copyOf(place)] == place) {
        numbers.clear();
      }
      int name = operations.nameIndex(operation);
      Place like = new Place(name, numbers.merge(name, 1, Integer::sum));
      Row row = rows.computeIfAbsent(like, _ -> new Row(operation, new LongSummaryStatistics()));
      if (operations.nanos(operation) >= 0) {
        row.nanos.accept(operations.nanos(operation));
      }
    }
    return rows.values();
  }
}
