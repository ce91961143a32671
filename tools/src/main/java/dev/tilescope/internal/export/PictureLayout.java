package dev.tilescope.internal.export;

import dev.tilescope.internal.export.PictureBox.Edge;
import dev.tilescope.internal.export.PictureBox.Kind;
import dev.tilescope.internal.words.VisibleText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.elk.alg.layered.LayeredLayoutProvider;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/**
 * Gives every box its size and place, from the inside out: the boxes in a box are laid out on their
 * own, because edges never leave it. With edges that is ELK's layered layout, top to bottom;
 * without, boxes stand in rows.
 */
final class PictureLayout {
  static final double CHAR_WIDTH = 6.9;
  static final double LINE_HEIGHT = 24;

  private static final double PADDING = 10;
  private static final double GAP = 12;
  private static final double LAYER_GAP = 22;
  private static final double ASPECT = 1.6;

  /** From here on a rougher layout, which takes a fraction of the time. */
  private static final int MANY_BOXES = 800;

  private PictureLayout() {}

  /** Recursion ends with the depth that {@link CallPicture} allows. */
  static void place(PictureBox box) {
    box.inside.forEach(PictureLayout::place);
    double top = box.kind == Kind.PAGE ? PADDING : LINE_HEIGHT;
    double titleWidth =
        CHAR_WIDTH * shown(box.title()).codePointCount(0, shown(box.title()).length());
    box.width = titleWidth + 2 * PADDING;
    box.height = LINE_HEIGHT;
    if (box.inside.isEmpty()) {
      return;
    }
    if (box.edges.isEmpty()) {
      inRows(box.inside);
    } else {
      layered(box);
    }
    moveInside(box, top);
  }

  /** Puts what lies in a box below its title, and makes the box large enough for it. */
  private static void moveInside(PictureBox box, double top) {
    double right = 0;
    double bottom = 0;
    for (PictureBox inner : box.inside) {
      inner.x += PADDING;
      inner.y += top;
      right = Math.max(right, inner.x + inner.width);
      bottom = Math.max(bottom, inner.y + inner.height);
    }
    for (double[] route : box.routes) {
      for (int i = 0; i < route.length; i += 2) {
        route[i] += PADDING;
        route[i + 1] += top;
        right = Math.max(right, route[i]);
        bottom = Math.max(bottom, route[i + 1]);
      }
    }
    box.width = Math.max(box.width, right + PADDING);
    box.height = bottom + PADDING;
  }

  /** What a title may take; the whole of it is in the box's tooltip. */
  static String shown(String title) {
    String visible = VisibleText.of(title);
    int chars = visible.codePointCount(0, visible.length());
    return chars <= 60
        ? visible
        : visible.substring(0, visible.offsetByCodePoints(0, 40))
            + "…"
            + visible.substring(visible.offsetByCodePoints(visible.length(), -18));
  }

  private static void inRows(List<PictureBox> boxes) {
    double area = 0;
    double widest = 0;
    for (PictureBox box : boxes) {
      area += (box.width + GAP) * (box.height + GAP);
      widest = Math.max(widest, box.width);
    }
    double limit = Math.max(widest, Math.sqrt(area * ASPECT));
    double x = 0;
    double y = 0;
    double rowHeight = 0;
    for (PictureBox box : boxes) {
      if (x > 0 && x + box.width > limit) {
        x = 0;
        y += rowHeight + GAP;
        rowHeight = 0;
      }
      box.x = x;
      box.y = y;
      x += box.width + GAP;
      rowHeight = Math.max(rowHeight, box.height);
    }
  }

  private static void layered(PictureBox holder) {
    ElkNode graph = LayeredGraph.root(GAP, LAYER_GAP, holder.inside.size() > MANY_BOXES);
    Map<PictureBox, ElkNode> nodes = new HashMap<>();
    for (PictureBox box : holder.inside) {
      ElkNode node = ElkGraphUtil.createNode(graph);
      node.setDimensions(box.width, box.height);
      nodes.put(box, node);
    }
    List<ElkEdge> edges = new ArrayList<>();
    for (Edge edge : holder.edges) {
      edges.add(ElkGraphUtil.createSimpleEdge(nodes.get(edge.from()), nodes.get(edge.to())));
    }
    new LayeredLayoutProvider().layout(graph, new BasicProgressMonitor());
    nodes.forEach((box, node) -> {
      box.x = node.getX();
      box.y = node.getY();
    });
    edges.forEach(edge -> holder.routes.add(LayeredGraph.route(edge)));
  }
}
