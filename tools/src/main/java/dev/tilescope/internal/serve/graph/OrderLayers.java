package dev.tilescope.internal.serve.graph;

import java.util.Arrays;

/**
 * Places a graph of any size in linear time, by the order in which operations ran.
 *
 * <ol>
 *   <li>A node goes into the first layer below all that it takes from which has room; one that
 *       takes nothing goes beside what ran last, not to the top, so that it stands near its use.
 *   <li>In a layer nodes stand in the order of the middle of what they take from, as near to it as
 *       their neighbours allow.
 *   <li>An edge to the next layer bends between the two; a longer one runs down beside everything
 *       in between, on the nearer side. Longer than {@link #MAX_SPAN} layers it is not drawn, and
 *       the page shows its ends only.
 * </ol>
 */
final class OrderLayers {
  private static final int MAX_SPAN = 30;
  private static final int MAX_IN_LAYER = 12;
  private static final int LAYERS_IN_PART = 60;
  private static final float MARGIN = 16;

  private final VisibleGraph graph;
  private final float[] boxes;
  private final int[] layerOf;

  /** Nodes by layer, and where each layer begins among them. */
  private int[] byLayer = new int[0];

  private int[] starts = new int[0];
  private int[] inEdges = new int[0];
  private int[] inStarts = new int[0];

  private OrderLayers(VisibleGraph graph) {
    this.graph = graph;
    this.boxes = NodeSize.boxes(graph);
    this.layerOf = new int[graph.size()];
  }

  static Placed place(VisibleGraph graph) {
    OrderLayers layers = new OrderLayers(graph);
    layers.groupEdges();
    layers.assign();
    layers.group();
    layers.placeAll();
    return new Placed(
        graph,
        Placed.Method.ORDER,
        layers.boxes,
        layers::route,
        layers.byLayer,
        layers.partStarts());
  }

  private void groupEdges() {
    inStarts = new int[graph.size() + 1];
    for (int edge = 0; edge < graph.edges(); edge++) {
      inStarts[graph.to(edge) + 1]++;
    }
    Arrays.parallelPrefix(inStarts, Integer::sum);
    int[] next = inStarts.clone();
    inEdges = new int[graph.edges()];
    for (int edge = 0; edge < graph.edges(); edge++) {
      inEdges[next[graph.to(edge)]++] = edge;
    }
  }

  private void assign() {
    int[] used = new int[graph.size() + 2];
    int[] roomy = new int[graph.size() + 2];
    Arrays.setAll(roomy, i -> i);
    int front = 0;
    for (int node : graph.order()) {
      int lowest = -1;
      for (int i = inStarts[node]; i < inStarts[node + 1]; i++) {
        lowest = Math.max(lowest, layerOf[graph.from(inEdges[i])]);
      }
      int layer = withRoom(roomy, lowest < 0 ? front : lowest + 1);
      layerOf[node] = layer;
      if (lowest >= 0) {
        front = layer;
      }
      if (++used[layer] == MAX_IN_LAYER) {
        roomy[layer] = layer + 1;
      }
    }
  }

  /** The first layer from here on that is not full; full ones point at the next. */
  private static int withRoom(int[] roomy, int layer) {
    int found = layer;
    while (roomy[found] != found) {
      found = roomy[found];
    }
    for (int at = layer; roomy[at] != at; ) {
      int next = roomy[at];
      roomy[at] = found;
      at = next;
    }
    return found;
  }

  private void group() {
    int layers = 0;
    for (int layer : layerOf) {
      layers = Math.max(layers, layer + 1);
    }
    starts = new int[layers + 1];
    for (int layer : layerOf) {
      starts[layer + 1]++;
    }
    Arrays.parallelPrefix(starts, Integer::sum);
    int[] next = starts.clone();
    byLayer = new int[graph.size()];
    for (int node : graph.order()) {
      byLayer[next[layerOf[node]]++] = node;
    }
  }

  private void placeAll() {
    float y = 0;
    float left = 0;
    for (int layer = 0; layer + 1 < starts.length; layer++) {
      float tallest = placeLayer(starts[layer], starts[layer + 1], y);
      left = Math.min(left, boxes[4 * byLayer[starts[layer]]]);
      y += tallest + NodeSize.LAYER_GAP;
    }
    float shift = sideways() - left;
    for (int i = 0; i < boxes.length; i += 4) {
      boxes[i] += shift;
    }
  }

  /** Room at the left for edges that run beside everything. */
  private static float sideways() {
    return MARGIN + 8 * 7;
  }

  private float placeLayer(int from, int to, float y) {
    long[] wanted = new long[to - from];
    for (int i = from; i < to; i++) {
      // Sorted by where it would be, then as it came; floats of either sign sort as their bits do.
      int bits = Float.floatToIntBits(middleOfSources(byLayer[i]));
      wanted[i - from] = ((long) (bits >= 0 ? bits : bits ^ 0x7FFF_FFFF) << 32) | (i - from);
    }
    Arrays.sort(wanted);
    int[] nodes = Arrays.copyOfRange(byLayer, from, to);
    for (int i = from; i < to; i++) {
      byLayer[i] = nodes[(int) wanted[i - from]];
    }
    return pack(from, to, y);
  }

  private float pack(int from, int to, float y) {
    float edge = Float.NEGATIVE_INFINITY;
    float pushed = 0;
    float tallest = 0;
    for (int i = from; i < to; i++) {
      int box = 4 * byLayer[i];
      float wish = middleOfSources(byLayer[i]) - boxes[box + 2] / 2;
      boxes[box] = Math.max(wish, edge);
      boxes[box + 1] = y;
      pushed += boxes[box] - wish;
      edge = boxes[box] + boxes[box + 2] + NodeSize.GAP;
      tallest = Math.max(tallest, boxes[box + 3]);
    }
    float back = pushed / (to - from);
    for (int i = from; i < to; i++) {
      boxes[4 * byLayer[i]] -= back;
    }
    return tallest;
  }

  private float middleOfSources(int node) {
    float sum = 0;
    int count = 0;
    for (int i = inStarts[node]; i < inStarts[node + 1]; i++) {
      int from = graph.from(inEdges[i]);
      if (layerOf[node] - layerOf[from] <= MAX_SPAN) {
        sum += middle(from);
        count++;
      }
    }
    return count == 0 ? 0 : sum / count;
  }

  private float middle(int node) {
    return boxes[4 * node] + boxes[4 * node + 2] / 2;
  }

  private int[] partStarts() {
    int layers = starts.length - 1;
    int parts = Math.max(1, (layers + LAYERS_IN_PART - 1) / LAYERS_IN_PART);
    int[] found = new int[parts + 1];
    for (int part = 0; part <= parts; part++) {
      found[part] = starts[Math.min(layers, part * LAYERS_IN_PART)];
    }
    return found;
  }

  private float[] route(int edge) {
    int from = graph.from(edge);
    int to = graph.to(edge);
    int span = layerOf[to] - layerOf[from];
    if (span > MAX_SPAN) {
      return new float[0];
    }
    float x1 = middle(from);
    float y1 = boxes[4 * from + 1] + boxes[4 * from + 3];
    float x2 = middle(to);
    float y2 = boxes[4 * to + 1];
    float lane = span == 1 ? x2 : lane(edge, x1, x2, layerOf[from] + 1, layerOf[to]);
    float high = bottom(layerOf[from]) + track(edge);
    float low = y2 - track(edge);
    if (lane == x2) {
      return x1 == x2
          ? new float[] {x1, y1, x2, y2}
          : new float[] {x1, y1, x1, high, x2, high, x2, y2};
    }
    float out = x1 + aside(from, lane);
    float in = x2 + aside(to, lane);
    return new float[] {out, y1, out, high, lane, high, lane, low, in, low, in, y2};
  }

  /** An edge that runs beside leaves and enters on that side of the middle. */
  private float aside(int node, float lane) {
    float most = Math.min(26, boxes[4 * node + 2] / 4);
    return Math.max(-most, Math.min(most, lane - middle(node)));
  }

  /** Neighbouring edges bend at different heights, so that they can be told apart. */
  private static float track(int edge) {
    return 10 + 4 * (edge % 5);
  }

  private float bottom(int layer) {
    float bottom = 0;
    for (int i = starts[layer]; i < starts[layer + 1]; i++) {
      bottom = Math.max(bottom, boxes[4 * byLayer[i] + 1] + boxes[4 * byLayer[i] + 3]);
    }
    return bottom;
  }

  /** An x at which nothing stands in the layers between: the target's, or beside them all. */
  private float lane(int edge, float x1, float x2, int first, int end) {
    float left = Float.POSITIVE_INFINITY;
    float right = Float.NEGATIVE_INFINITY;
    boolean free = true;
    for (int i = starts[first]; i < starts[end]; i++) {
      float low = boxes[4 * byLayer[i]];
      float high = low + boxes[4 * byLayer[i] + 2];
      left = Math.min(left, low);
      right = Math.max(right, high);
      free &= x2 < low - 6 || x2 > high + 6;
    }
    float apart = MARGIN + 7 * (edge % 8);
    float near = (x1 + x2) / 2;
    return free ? x2 : near - left < right - near ? left - apart : right + apart;
  }
}
