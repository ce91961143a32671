package dev.tilescope.internal.serve.graph;

/** How large nodes are, so that what the page writes into them fits. */
final class NodeSize {
  static final float GAP = 22;
  static final float LAYER_GAP = 38;

  private static final float CHAR = 7.2f;
  private static final float PADDING = 28;

  /** "ttnn." is not shown. */
  private static final int PREFIX = 5;

  /** "× 1,000". */
  private static final int TIMES = 8;

  private static final float LEAST = 116;
  private static final float MOST = 400;

  private NodeSize() {}

  /** x, y, width, height of every node; all at 0, 0 yet. */
  static float[] boxes(VisibleGraph graph) {
    float[] boxes = new float[4 * graph.size()];
    for (int node = 0; node < graph.size(); node++) {
      boxes[4 * node + 2] = width(graph, node);
      boxes[4 * node + 3] = height(graph.kind(node));
    }
    return boxes;
  }

  private static float width(VisibleGraph graph, int node) {
    return switch (graph.kind(node)) {
      case OPERATION ->
          text(graph.flow().operations().name(graph.operation(node, 0)).length() - PREFIX, LEAST);
      case LAYERS -> text(graph.section(node).name().length() + TIMES, 236);
      case BEFORE, AFTER -> 190;
      case TENSOR -> tensor(graph.flow().shape(graph.tensor(node)).length());
    };
  }

  private static float text(int chars, float least) {
    return Math.max(least, Math.min(MOST, CHAR * chars + PADDING));
  }

  /** "Shape([1, 32])" is shown as "1 × 32". */
  private static float tensor(int chars) {
    return Math.max(60, Math.min(MOST, 6.6f * (chars - 6) + 22));
  }

  private static float height(VisibleGraph.Kind kind) {
    return switch (kind) {
      case OPERATION -> 40;
      case LAYERS -> 62;
      case BEFORE, AFTER -> 30;
      case TENSOR -> 20;
    };
  }
}
