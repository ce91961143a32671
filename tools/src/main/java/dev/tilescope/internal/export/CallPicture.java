package dev.tilescope.internal.export;

import dev.tilescope.analysis.Repeats;
import dev.tilescope.analysis.Repeats.Run;
import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.graph.LevelizedGraph;
import dev.tilescope.graph.LevelizedGraph.Vertex;
import dev.tilescope.internal.export.CallShapes.Step;
import dev.tilescope.internal.export.PictureBox.Edge;
import dev.tilescope.internal.export.PictureBox.Kind;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a call graph's picture shows, as boxes without places.
 *
 * <p>Calls are boxes in boxes. What repeats is drawn once with a count; if that is still more than
 * the picture may hold, calls below some depth are only counted, and if the outermost calls alone
 * are too many, the last of them too. Edges run between boxes side by side: from the call that
 * makes a tensor to the one that takes it, and where a call neither takes nor gives, from the one
 * before.
 */
final class CallPicture {
  /** Nobody reads further in, and drawing goes down by recursion. */
  private static final int MAX_DEPTH = 24;

  private final Trace trace;
  private final CallTree tree;
  private final CallShapes shapes;
  private final int maxDepth;

  /** The outermost calls beyond this are left out; a picture with deeper ones is given up. */
  private final int maxBoxes;

  private final PictureBox page = new PictureBox(Kind.PAGE, "", null);

  /** By the counter of a start; copies that are not drawn lead to the one that is. */
  private final Map<Integer, PictureBox> boxes = new HashMap<>();

  private int count;

  private CallPicture(Trace trace, CallTree tree, CallShapes shapes, int maxDepth, int maxBoxes) {
    this.trace = trace;
    this.tree = tree;
    this.shapes = shapes;
    this.maxDepth = maxDepth;
    this.maxBoxes = maxBoxes;
  }

  /** The deepest picture of at most so many boxes, tensors aside. */
  static PictureBox of(Trace trace, int maxBoxes) {
    CallTree tree = CallTree.of(trace);
    CallShapes shapes = new CallShapes(trace, tree);
    int deepest = tree.operations().stream().mapToInt(Operation::depth).max().orElse(0) + 1;
    for (int depth = Math.min(deepest, MAX_DEPTH); ; depth--) {
      CallPicture picture = new CallPicture(trace, tree, shapes, depth, maxBoxes);
      picture.addRoots();
      if (picture.count <= maxBoxes || depth <= 1) {
        return picture.connected();
      }
    }
  }

  private void addRoots() {
    List<Step> steps = tree.roots().stream().map(root -> new Step(root, root.name())).toList();
    addSteps(steps, page);
  }

  private void addSteps(List<Step> steps, PictureBox holder) {
    int[] sequence = steps.stream().mapToInt(shapes::numberOf).toArray();
    for (Run run : Repeats.of(sequence)) {
      if (count > maxBoxes) {
        return;
      }
      if (count == maxBoxes && holder == page) {
        int left = steps.size() - run.from();
        new PictureBox(Kind.NOTE, left + " more calls are not shown; allow more boxes", holder);
        count++;
        return;
      }
      addRun(run, steps, holder);
    }
  }

  private void addRun(Run run, List<Step> steps, PictureBox holder) {
    PictureBox around = holder;
    if (run.period() > 1) {
      around = new PictureBox(Kind.BLOCK, "", holder);
      around.copies = run.copies();
      count++;
    }
    for (int i = 0; i < run.period(); i++) {
      PictureBox box = addStep(steps.get(run.from() + i), around);
      box.copies = run.period() > 1 ? 1 : run.copies();
      for (int copy = 0; copy < run.copies(); copy++) {
        Operation call = steps.get(run.from() + copy * run.period() + i).call();
        if (call != null) {
          boxes.put(call.start().counter(), box);
        }
      }
    }
  }

  private PictureBox addStep(Step step, PictureBox holder) {
    count++;
    Operation call = step.call();
    if (call == null) {
      return new PictureBox(Kind.EVENT, step.words(), holder);
    }
    PictureBox box = new PictureBox(Kind.OPERATION, step.words(), holder);
    if (box.depth < maxDepth) {
      addSteps(shapes.steps(call), box);
    } else {
      box.hidden = shapes.callsInside(call);
    }
    return box;
  }

  private PictureBox connected() {
    LevelizedGraph flow = LevelizedGraph.flow(trace, tree, deepestLevel());
    Set<Edge> edges = new LinkedHashSet<>();
    Map<TensorGroup, Integer> tensors = new LinkedHashMap<>();
    for (Vertex vertex : flow.vertices()) {
      List<PictureBox> takers =
          vertex.outEdges().stream()
              .mapToObj(taker -> boxes.get(flow.vertices().get(taker).counter()))
              .toList();
      if (trace.event(vertex.counter()) instanceof Tensor) {
        tensors.merge(groupOf(vertex, takers), 1, Integer::sum);
      } else {
        PictureBox maker = boxes.get(vertex.counter());
        takers.forEach(taker -> addFlow(maker, taker, edges));
      }
    }
    addTensors(tensors, edges);
    addOrder(page, edges);
    edges.forEach(edge -> edge.holder().edges.add(edge));
    return page;
  }

  private int deepestLevel() {
    return boxes.keySet().stream().mapToInt(counter -> trace.node(counter).level()).max().orElse(1);
  }

  private static void addFlow(
      @Nullable PictureBox maker, @Nullable PictureBox taker, Set<Edge> edges) {
    if (maker == null || taker == null || scope(maker) != scope(taker)) {
      return;
    }
    boolean together = maker.holder == taker.holder;
    PictureBox from = together ? maker : outermostIn(maker);
    PictureBox to = together ? taker : outermostIn(taker);
    if (from != to) {
      edges.add(new Edge(from, to, false));
    }
  }

  /** The operation, or page, that a box is part of; a block is just a way to draw its steps. */
  private static @Nullable PictureBox scope(PictureBox box) {
    return outermostIn(box).holder;
  }

  /** The box itself, or the block that holds it. */
  private static PictureBox outermostIn(PictureBox box) {
    return box.holder != null && box.holder.kind == Kind.BLOCK ? box.holder : box;
  }

  /** Tensors of one shape that the same boxes take are drawn as one. */
  private record TensorGroup(String label, PictureBox holder, Set<PictureBox> takers) {}

  /** Only who takes it on the outermost level matters: calls inside do so for their caller. */
  private TensorGroup groupOf(Vertex tensor, List<PictureBox> takers) {
    Set<PictureBox> outermost = new LinkedHashSet<>();
    for (PictureBox taker : takers) {
      if (taker != null && scope(taker) == page) {
        outermost.add(taker);
      }
    }
    Set<PictureBox> lifted = new LinkedHashSet<>();
    outermost.forEach(taker -> lifted.add(outermostIn(taker)));
    String shape = tensor.outputShapes().isEmpty() ? "" : " " + tensor.outputShapes().getFirst();
    String label = "tensor" + shape.replace("Shape(", "").replace(")", "");
    boolean inOneBlock = lifted.size() == 1 && lifted.iterator().next().kind == Kind.BLOCK;
    return inOneBlock
        ? new TensorGroup(label, lifted.iterator().next(), outermost)
        : new TensorGroup(label, page, lifted);
  }

  private void addTensors(Map<TensorGroup, Integer> tensors, Set<Edge> edges) {
    int shown = 0;
    for (Map.Entry<TensorGroup, Integer> entry : tensors.entrySet()) {
      TensorGroup group = entry.getKey();
      if (group.takers().isEmpty()) {
        continue;
      }
      if (shown++ >= maxBoxes) {
        new PictureBox(Kind.NOTE, "more tensors are not shown; allow more boxes", page);
        return;
      }
      PictureBox box = new PictureBox(Kind.TENSOR, group.label(), group.holder());
      box.copies = entry.getValue();
      group.takers().forEach(taker -> edges.add(new Edge(box, taker, false)));
    }
  }

  /** A call or note that no tensor ties to its place follows the call before it. */
  private static void addOrder(PictureBox holder, Set<Edge> edges) {
    Set<PictureBox> tied = new HashSet<>();
    edges.forEach(edge -> tied.addAll(List.of(edge.from(), edge.to())));
    List<PictureBox> todo = new ArrayList<>(List.of(holder));
    while (!todo.isEmpty()) {
      PictureBox last = null;
      for (PictureBox box : todo.removeLast().inside) {
        if (box.kind != Kind.EVENT && box.kind != Kind.TENSOR) {
          if (last != null && !tied.contains(box)) {
            edges.add(new Edge(last, box, true));
          }
          last = box;
          todo.add(box);
        }
      }
    }
  }
}
