package dev.tilescope.internal.serve.graph;

import dev.tilescope.internal.json.JsonWriter;
import java.util.Arrays;

/**
 * The outline of a graph: slices of its height, each with its leftmost and rightmost x and how many
 * nodes begin there.
 */
final class Overview {
  private final float[] lefts;
  private final float[] rights;
  private final int[] nodes;

  private Overview(int slices) {
    lefts = new float[slices];
    rights = new float[slices];
    nodes = new int[slices];
    Arrays.fill(lefts, Float.MAX_VALUE);
  }

  static Overview of(Placed placed, int slices) {
    Overview overview = new Overview(slices);
    for (int node = 0; node < placed.graph().size(); node++) {
      int slice = (int) Math.min(slices - 1, placed.y(node) / placed.height() * slices);
      overview.nodes[slice]++;
      overview.lefts[slice] = Math.min(overview.lefts[slice], placed.x(node));
      overview.rights[slice] =
          Math.max(overview.rights[slice], placed.x(node) + placed.width(node));
    }
    return overview;
  }

  /** [left, right, nodes] of each; [0, 0, 0] if nothing begins there. */
  void write(JsonWriter json) {
    for (int i = 0; i < nodes.length; i++) {
      json.longs(nodes[i] == 0 ? 0 : Math.round(lefts[i]), Math.round(rights[i]), nodes[i]);
    }
  }
}
