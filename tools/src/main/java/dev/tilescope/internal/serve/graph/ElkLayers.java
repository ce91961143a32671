package dev.tilescope.internal.serve.graph;

import dev.tilescope.internal.export.LayeredGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.elk.alg.layered.LayeredLayoutProvider;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/**
 * Places a small graph with ELK's layered layout, top to bottom: fewest crossings, straight edges.
 * Its time and memory grow faster than the graph, hence the limits.
 */
final class ElkLayers {
  /** Measured: 200 nodes take 80 ms of processor time the first time and 40 ms later. */
  private static final int MAX_NODES = 300;

  private static final int MAX_EDGES = 900;

  /** The page itself, which comes first, has the processors until then. */
  private static final long WARM_UP_AFTER_MILLIS = 600;

  private static final AtomicBoolean WARM = new AtomicBoolean();

  /** From here on a rougher layout. */
  private static final int MANY = 80;

  private ElkLayers() {}

  /** Loading ELK's classes takes longer than any layout, so it is done before one is asked for. */
  static void warmUpSoon() {
    if (WARM.compareAndSet(false, true)) {
      CompletableFuture.delayedExecutor(
              WARM_UP_AFTER_MILLIS,
              TimeUnit.MILLISECONDS,
              task -> Thread.ofPlatform().daemon().name("layout warm-up").start(task))
          .execute(ElkLayers::warmUp);
    }
  }

  private static void warmUp() {
    ElkNode root = LayeredGraph.root(NodeSize.GAP, NodeSize.LAYER_GAP, false);
    ElkNode top = ElkGraphUtil.createNode(root);
    ElkNode bottom = ElkGraphUtil.createNode(root);
    for (int i = 0; i < 8; i++) {
      ElkNode between = ElkGraphUtil.createNode(root);
      ElkGraphUtil.createSimpleEdge(top, between);
      ElkGraphUtil.createSimpleEdge(between, bottom);
    }
    ElkGraphUtil.createSimpleEdge(top, bottom);
    new LayeredLayoutProvider().layout(root, new BasicProgressMonitor());
  }

  static boolean fits(VisibleGraph graph) {
    return graph.size() <= MAX_NODES && graph.edges() <= MAX_EDGES;
  }

  static Placed place(VisibleGraph graph) {
    float[] boxes = NodeSize.boxes(graph);
    ElkNode root = LayeredGraph.root(NodeSize.GAP, NodeSize.LAYER_GAP, graph.size() > MANY);
    ElkNode[] nodes = new ElkNode[graph.size()];
    for (int node : graph.order()) {
      nodes[node] = ElkGraphUtil.createNode(root);
      nodes[node].setDimensions(boxes[4 * node + 2], boxes[4 * node + 3]);
    }
    List<ElkEdge> edges = new ArrayList<>();
    for (int edge = 0; edge < graph.edges(); edge++) {
      edges.add(ElkGraphUtil.createSimpleEdge(nodes[graph.from(edge)], nodes[graph.to(edge)]));
    }
    new LayeredLayoutProvider().layout(root, new BasicProgressMonitor());
    for (int node = 0; node < nodes.length; node++) {
      boxes[4 * node] = (float) nodes[node].getX();
      boxes[4 * node + 1] = (float) nodes[node].getY();
    }
    List<float[]> routes = edges.stream().map(ElkLayers::route).toList();
    return new Placed(
        graph,
        Placed.Method.ELK,
        boxes,
        routes::get,
        graph.order().clone(),
        new int[] {0, graph.size()});
  }

  private static float[] route(ElkEdge edge) {
    double[] corners = LayeredGraph.route(edge);
    float[] route = new float[corners.length];
    for (int i = 0; i < route.length; i++) {
      route[i] = (float) corners[i];
    }
    return route;
  }
}
