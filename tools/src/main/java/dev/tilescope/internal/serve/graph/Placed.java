package dev.tilescope.internal.serve.graph;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A graph whose nodes have places. Coordinates are CSS pixels at full size; edges get their routes
 * when they are asked for.
 */
final class Placed {
  /** How places were found. */
  enum Method {
    /** ELK's layered layout. */
    ELK,
    /** {@link OrderLayers}. */
    ORDER
  }

  /** Where an edge goes: x, y, x, y ...; empty if it is too long to be drawn. */
  interface Routes {
    float[] route(int edge);
  }

  private final VisibleGraph graph;
  private final Method method;
  private final float[] boxes;
  private final Routes routes;

  /** Nodes part by part: those of part p are from starts[p] to starts[p + 1]. */
  private final int[] nodes;

  private final int[] starts;
  private final int[] partOf;
  private final float width;
  private final float height;

  /**
   * @param boxes x, y, width, height of each node
   * @param nodes all, part by part
   * @param starts of the parts, and the end
   */
  Placed(
      VisibleGraph graph, Method method, float[] boxes, Routes routes, int[] nodes, int[] starts) {
    this.graph = graph;
    this.method = method;
    this.boxes = boxes;
    this.routes = routes;
    this.nodes = nodes;
    this.starts = starts;
    this.partOf = new int[nodes.length];
    for (int part = 0; part < parts(); part++) {
      for (int i = starts[part]; i < starts[part + 1]; i++) {
        partOf[nodes[i]] = part;
      }
    }
    float right = 0;
    float bottom = 0;
    for (int i = 0; i < boxes.length; i += 4) {
      right = Math.max(right, boxes[i] + boxes[i + 2]);
      bottom = Math.max(bottom, boxes[i + 1] + boxes[i + 3]);
    }
    this.width = right;
    this.height = bottom;
  }

  VisibleGraph graph() {
    return graph;
  }

  Method method() {
    return method;
  }

  float x(int node) {
    return boxes[4 * node];
  }

  float y(int node) {
    return boxes[4 * node + 1];
  }

  float width(int node) {
    return boxes[4 * node + 2];
  }

  float height(int node) {
    return boxes[4 * node + 3];
  }

  float width() {
    return width;
  }

  float height() {
    return height;
  }

  float[] route(int edge) {
    return routes.route(edge);
  }

  int parts() {
    return starts.length - 1;
  }

  int partOf(int node) {
    return partOf[node];
  }

  /** Edges that end in a part. */
  int[] edgesOf(int part) {
    return IntStream.range(0, graph.edges())
        .filter(edge -> partOf[graph.to(edge)] == part)
        .toArray();
  }

  int[] nodesOf(int part) {
    return Arrays.copyOfRange(nodes, starts[part], starts[part + 1]);
  }
}
