package dev.tilescope.internal.serve.graph;

import dev.tilescope.analysis.Layers;
import dev.tilescope.analysis.Layers.Section;
import dev.tilescope.internal.io.IntList;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.model.Coded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The nodes that are seen, in the order in which their operations ran, and the edges between them.
 * Every node stands for neighbouring operations, so edges lead from earlier nodes to later ones.
 *
 * <p>Long for a class: nodes and edges are columns that are filled together in one walk.
 */
final class VisibleGraph {
  /** What a node is. */
  enum Kind implements Coded {
    OPERATION(0),
    /** Copies of a layer, or operations that stand in a row. */
    LAYERS(1),
    /** Those copies of an opened layer that come before the one that is shown. */
    BEFORE(2),
    /** Those that come after it. */
    AFTER(3),
    /** A tensor on its way. */
    TENSOR(4);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    @Override
    public int code() {
      return code;
    }
  }

  /**
   * A copy of a layer that is shown whole.
   *
   * @param id of the layer's first operation
   * @param first node
   * @param last node
   */
  record Opened(int id, String name, int copy, int copies, int first, int last) {}

  private final FlowColumns flow;

  /** Operations that are not left out. */
  private final int[] sequence;

  private final List<Opened> opened = new ArrayList<>();

  /** By the id of its first operation. */
  private final Map<Integer, Section> byFirst = new HashMap<>();

  private final IntList kinds = new IntList();

  /** Places in the sequence; of a tensor, its index. */
  private final IntList firsts = new IntList();

  private final IntList counts = new IntList();
  private final IntList copies = new IntList();

  /** Of a LAYERS, BEFORE or AFTER: the id of the layer's first operation. */
  private final IntList layers = new IntList();

  private int[] order = new int[0];
  private int[] nodeOfOperation = new int[0];
  private final IntList edgeFrom = new IntList();
  private final IntList edgeTo = new IntList();
  private final IntList edgeTensor = new IntList();
  private final IntList edgeTensors = new IntList();

  VisibleGraph(FlowColumns flow, Wanted wanted) {
    this.flow = flow;
    this.sequence = sequence(flow.operations(), wanted.deallocations());
    if (wanted.folded()) {
      flow.layers().among(sequence).forEach(section -> section(section, wanted.opened()));
    } else {
      operations(0, sequence.length);
    }
    byOperation();
    if (wanted.tensors()) {
      new TensorNodes().insert();
    } else {
      connect();
    }
  }

  private static int[] sequence(OperationColumns operations, boolean deallocations) {
    return IntStream.range(0, operations.size())
        .filter(i -> deallocations || !operations.frees(i))
        .toArray();
  }

  private void section(Section section, Map<Integer, Integer> wanted) {
    if (section.kind() == Layers.Kind.OPERATION) {
      operations(section.from(), section.to());
      return;
    }
    int id = flow.operations().id(sequence[section.from()]);
    byFirst.put(id, section);
    Integer copy = wanted.get(id);
    if (copy == null) {
      copies(Kind.LAYERS, section.starts(), 0, section.copies(), id);
    } else {
      open(section.starts(), id, section.name(), Math.clamp(copy, 0, section.copies() - 1));
    }
  }

  private void open(int[] starts, int id, String name, int copy) {
    int all = starts.length - 1;
    copies(Kind.BEFORE, starts, 0, copy, id);
    int period = starts[copy + 1] - starts[copy];
    opened.add(new Opened(id, name, copy, all, size(), size() + period - 1));
    operations(starts[copy], starts[copy + 1]);
    copies(Kind.AFTER, starts, copy + 1, all, id);
  }

  private void copies(Kind kind, int[] starts, int from, int to, int id) {
    if (from < to) {
      node(kind, starts[from], starts[to] - starts[from], to - from, id);
    }
  }

  private void operations(int from, int to) {
    for (int i = from; i < to; i++) {
      node(Kind.OPERATION, i, 1, 1, -1);
    }
  }

  private void node(Kind kind, int first, int count, int times, int layer) {
    kinds.add(kind.ordinal());
    firsts.add(first);
    counts.add(count);
    copies.add(times);
    layers.add(layer);
  }

  private void byOperation() {
    nodeOfOperation = new int[flow.operations().size()];
    Arrays.fill(nodeOfOperation, -1);
    for (int node = 0; node < size(); node++) {
      for (int i = 0; i < count(node); i++) {
        nodeOfOperation[operation(node, i)] = node;
      }
    }
    order = new int[size()];
    Arrays.setAll(order, i -> i);
  }

  /** One edge between two nodes, however many tensors go along it. */
  private void connect() {
    int[] edgeOf = new int[size()];
    Arrays.fill(edgeOf, -1);
    for (int node = 0; node < size(); node++) {
      int firstEdge = edgeFrom.size();
      for (int i = 0; i < count(node); i++) {
        connect(node, operation(node, i), firstEdge, edgeOf);
      }
    }
  }

  private void connect(int node, int operation, int firstEdge, int[] edgeOf) {
    for (int in = flow.firstInput(operation); in < flow.firstInput(operation + 1); in++) {
      int from = flow.maker(in) < 0 ? -1 : nodeOfOperation[flow.maker(in)];
      if (from >= 0 && from != node) {
        if (edgeOf[from] < firstEdge) {
          edgeOf[from] = edgeFrom.size();
          edge(from, node, flow.inputTensor(in));
        }
        edgeTensors.increment(edgeOf[from]);
      }
    }
  }

  private void edge(int from, int to, int tensor) {
    edgeFrom.add(from);
    edgeTo.add(to);
    edgeTensor.add(tensor);
    edgeTensors.add(0);
  }

  /**
   * Puts a node for each tensor between the node that makes it and those that take it. Of tensors
   * that nobody made, such as weights, only those that go into a single operation: a folded layer
   * has as many as there are copies.
   */
  private final class TensorNodes {
    private final int operationNodes = size();

    /** Twice the place of the node it stands behind, or before if nobody made it. */
    private final Map<Long, Integer> known = new HashMap<>();

    private final IntList places = new IntList();

    void insert() {
      for (int node = 0; node < operationNodes; node++) {
        places.add(2 * node);
      }
      for (int node = 0; node < operationNodes; node++) {
        for (int i = 0; i < count(node); i++) {
          inputs(node, operation(node, i));
        }
      }
      sort();
    }

    private void inputs(int node, int operation) {
      for (int in = flow.firstInput(operation); in < flow.firstInput(operation + 1); in++) {
        int maker = flow.maker(in);
        int from = maker < 0 ? -1 : nodeOfOperation[maker];
        if (from >= 0 ? from != node : kind(node) == Kind.OPERATION) {
          int tensor = flow.inputTensor(in);
          int before = size();
          int pill =
              known.computeIfAbsent(((long) from << 32) | tensor, _ -> pill(from, node, tensor));
          if (pill == before && from >= 0) {
            counted(from, pill, tensor);
          }
          counted(pill, node, tensor);
        }
      }
    }

    private int pill(int from, int to, int tensor) {
      node(Kind.TENSOR, tensor, 0, 0, -1);
      places.add(from < 0 ? 2 * to - 1 : 2 * from + 1);
      return size() - 1;
    }

    private void counted(int from, int to, int tensor) {
      edge(from, to, tensor);
      edgeTensors.increment(edges() - 1);
    }

    private void sort() {
      long[] keyed = new long[size()];
      Arrays.setAll(keyed, i -> ((long) places.get(i) << 32) | i);
      Arrays.sort(keyed);
      order = new int[size()];
      Arrays.setAll(order, i -> (int) keyed[i]);
    }
  }

  int size() {
    return kinds.size();
  }

  /** Nodes so that each comes after those it takes from. */
  int[] order() {
    return order;
  }

  Kind kind(int node) {
    return Kind.values()[kinds.get(node)];
  }

  /** How many operations a node stands for. */
  int count(int node) {
    return counts.get(node);
  }

  int copies(int node) {
    return copies.get(node);
  }

  int layer(int node) {
    return layers.get(node);
  }

  /** What a folded node stands for; it starts at places in the sequence. */
  Section section(int node) {
    return Objects.requireNonNull(byFirst.get(layer(node)));
  }

  /** The place in the sequence of a node's first operation. */
  int place(int node) {
    return firsts.get(node);
  }

  /** The index of a node's i-th operation. */
  int operation(int node, int i) {
    return sequence[firsts.get(node) + i];
  }

  /** The tensor that a node of that kind is. */
  int tensor(int node) {
    return firsts.get(node);
  }

  /** The node that stands for an operation, or -1 if it is left out. */
  int nodeOf(int operation) {
    return nodeOfOperation[operation];
  }

  List<Opened> opened() {
    return opened;
  }

  int edges() {
    return edgeFrom.size();
  }

  int from(int edge) {
    return edgeFrom.get(edge);
  }

  int to(int edge) {
    return edgeTo.get(edge);
  }

  /** One of the tensors that go along an edge. */
  int along(int edge) {
    return edgeTensor.get(edge);
  }

  int tensorsAlong(int edge) {
    return edgeTensors.get(edge);
  }

  FlowColumns flow() {
    return flow;
  }

  /** Operations that are left out: calls that only free. */
  int leftOut() {
    return flow.operations().size() - sequence.length;
  }
}
