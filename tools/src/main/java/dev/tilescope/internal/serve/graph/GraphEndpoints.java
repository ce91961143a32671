package dev.tilescope.internal.serve.graph;

import dev.tilescope.internal.serve.data.CostColumns;
import dev.tilescope.internal.serve.data.MemoryLevels;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.Sources;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Endpoint;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** What is asked of the graph of operations. */
public final class GraphEndpoints {
  private GraphEndpoints() {}

  public static void add(Map<String, Endpoint> table, Sources sources) {
    ElkLayers.warmUpSoon();
    table.put("graph", request -> part(sources.report(request), request));
    table.put("graph/find", request -> find(sources.report(request), request));
    table.put("graph/node", request -> NodeDetails.of(sources.report(request), request));
    table.put("graph/layer", request -> LayerDetails.of(sources.report(request), request));
    table.put("graph/calls", request -> calls(sources.report(request), request));
    table.put("topology", request -> TopologyEndpoint.of(sources.report(request), request));
  }

  /** {@code graph?part&head&fold&deallocate&tensors&open&memory}: a part of the flow of data. */
  private static Answer part(OpenReport report, Request request) {
    Placed placed = Graphs.of(report, Wanted.of(report, request));
    long part = request.number("part", 0);
    if (part < 0 || part >= placed.parts()) {
      throw Refusal.notFound("part %d of a graph in %d parts".formatted(part, placed.parts()));
    }
    OperationColumns operations = placed.graph().flow().operations();
    CostColumns costs = CostColumns.of(report, operations);
    MemoryLevels levels = request.flag("memory") ? MemoryLevels.fullest(report, operations) : null;
    return Answer.object(json ->
        new GraphParts(placed, costs, levels).write(json, (int) part, request.flag("head")));
  }

  /**
   * {@code graph/find?text&n}: the n-th of the operations whose name has the text or whose id it
   * is, and the node that stands for it. With {@code id} instead of n: that operation.
   */
  private static Answer find(OpenReport report, Request request) {
    Placed placed = Graphs.of(report, Wanted.of(report, request));
    OperationColumns operations = placed.graph().flow().operations();
    if (request.has("id")) {
      int index = operations.indexOf(request.integer("id"));
      return found(placed, index, index < 0 ? 0 : 1, 0);
    }
    boolean[] matching = matching(operations, request.text("text"));
    int[] found =
        IntStream.range(0, operations.size())
            .filter(i -> isMatch(placed, matching, request, i))
            .toArray();
    int wanted = found.length == 0 ? 0 : Math.floorMod(request.number("n", 0), found.length);
    return found(placed, found.length == 0 ? -1 : found[wanted], found.length, wanted);
  }

  private static boolean[] matching(OperationColumns operations, String text) {
    String wanted = text.toLowerCase(Locale.ROOT);
    boolean[] matching = new boolean[operations.names().size()];
    for (int i = 0; i < matching.length; i++) {
      matching[i] = operations.names().get(i).toLowerCase(Locale.ROOT).contains(wanted);
    }
    return matching;
  }

  private static boolean isMatch(Placed placed, boolean[] names, Request request, int operation) {
    OperationColumns operations = placed.graph().flow().operations();
    return placed.graph().nodeOf(operation) >= 0
        && (names[operations.nameIndex(operation)]
            || Integer.toString(operations.id(operation)).equals(request.text("text")));
  }

  private static Answer found(Placed placed, int operation, int all, int n) {
    int node = operation < 0 ? -1 : placed.graph().nodeOf(operation);
    return Answer.object(json -> {
      json.field("all", all).field("n", n);
      if (node >= 0) {
        json.field("id", placed.graph().flow().operations().id(operation))
            .field("node", node)
            .field("part", placed.partOf(node))
            .field("x", Math.round(placed.x(node)))
            .field("y", Math.round(placed.y(node)))
            .field("w", Math.round(placed.width(node)))
            .field("h", Math.round(placed.height(node)));
      }
    });
  }

  /** {@code graph/calls?id}: the calls inside an operation. */
  private static Answer calls(OpenReport report, Request request) {
    int rank = OperationColumns.rankOf(report, request);
    int id = request.integer("id");
    CallGraph graph = report.ask(database -> CallGraph.of(database, rank, id));
    return Answer.object(graph::write);
  }
}
