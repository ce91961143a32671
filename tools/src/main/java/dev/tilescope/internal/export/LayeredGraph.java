package dev.tilescope.internal.export;

import java.util.List;
import org.eclipse.elk.alg.layered.options.CrossingMinimizationStrategy;
import org.eclipse.elk.alg.layered.options.GreedySwitchType;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.alg.layered.options.LayeringStrategy;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.CoreOptions;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.graph.ElkBendPoint;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/** How ELK's layered layout is used here: top to bottom, orthogonal edges, the same every time. */
public final class LayeredGraph {
  static {
    // ELK copies options by the types that this service registers when it is first asked for.
    LayoutMetaDataService.getInstance();
  }

  private LayeredGraph() {}

  /**
   * An empty graph with the settings of all our drawings.
   *
   * @param rough for large ones: a fraction of the time
   */
  public static ElkNode root(double gap, double layerGap, boolean rough) {
    ElkNode graph = ElkGraphUtil.createGraph();
    graph.setProperty(CoreOptions.DIRECTION, Direction.DOWN);
    graph.setProperty(CoreOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
    graph.setProperty(LayeredOptions.SPACING_NODE_NODE, gap);
    graph.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, layerGap);
    graph.setProperty(LayeredOptions.SPACING_COMPONENT_COMPONENT, gap);
    graph.setProperty(CoreOptions.PADDING, new ElkPadding(0));
    graph.setProperty(CoreOptions.RANDOM_SEED, 1);
    // LONGEST_PATH takes several times as long and has run out of memory at 20,000 nodes.
    graph.setProperty(LayeredOptions.LAYERING_STRATEGY, LayeringStrategy.NETWORK_SIMPLEX);
    graph.setProperty(
        LayeredOptions.CROSSING_MINIMIZATION_STRATEGY, CrossingMinimizationStrategy.LAYER_SWEEP);
    if (rough) {
      graph.setProperty(LayeredOptions.THOROUGHNESS, 1);
      graph.setProperty(
          LayeredOptions.CROSSING_MINIMIZATION_GREEDY_SWITCH_TYPE, GreedySwitchType.OFF);
    }
    return graph;
  }

  /** Corners of an edge that has been laid out: x, y, x, y; none if it has no route. */
  public static double[] route(ElkEdge edge) {
    if (edge.getSections().isEmpty()) {
      return new double[0];
    }
    ElkEdgeSection section = edge.getSections().get(0);
    List<ElkBendPoint> bends = section.getBendPoints();
    double[] route = new double[4 + 2 * bends.size()];
    route[0] = section.getStartX();
    route[1] = section.getStartY();
    for (int i = 0; i < bends.size(); i++) {
      route[2 + 2 * i] = bends.get(i).getX();
      route[3 + 2 * i] = bends.get(i).getY();
    }
    route[route.length - 2] = section.getEndX();
    route[route.length - 1] = section.getEndY();
    return route;
  }
}
