package dev.tilescope.graph;

import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.internal.io.IntList;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.Tensor;
import dev.tilescope.model.TraceNode;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * TT-NN's levelized graph. Every step is one pass over nodes or over connections, and what would be
 * a search is an array by node counter.
 */
final class LevelizedBuilder {
  private static final int NONE = Vertices.NONE;

  private final Trace trace;
  private final CallTree tree;
  private final Vertices vertices;

  /** By node counter of a tensor: the vertex of the operation that returned it. */
  private final int[] producerOf;

  /** The tree must have an end for every operation. */
  LevelizedBuilder(Trace trace, CallTree tree, int maxLevel) {
    this.trace = trace;
    this.tree = tree;
    vertices = new Vertices(trace, tree, maxLevel, levelOneTensors(trace));
    producerOf = producers();
  }

  LevelizedGraph build() {
    IntList[] in = IntList.lists(vertices.size());
    IntList[] out = IntList.lists(vertices.size());
    for (TraceNode tensor : vertices.tensors()) {
      inEdge(tensor, in);
      outEdges(tensor, out);
    }
    for (Operation operation : tree.operations()) {
      if (vertices.of(operation) != NONE) {
        inEdges(operation.inputTensors(), in[vertices.of(operation)]);
      }
    }
    functionOutEdges(out);
    return vertices.connected(in, out, Operation::outputs);
  }

  private static List<TraceNode> levelOneTensors(Trace trace) {
    return trace.nodes().stream()
        .filter(node -> node.event() instanceof Tensor && node.level() == 1)
        .toList();
  }

  /** Of several operations that return a tensor the outermost counts, and of those the first. */
  private int[] producers() {
    int[] producers = filled(trace.size(), NONE);
    int[] levels = filled(trace.size(), Integer.MAX_VALUE);
    for (Operation operation : tree.operations()) {
      int level = operation.start().level();
      Ints products = operation.outputs();
      for (int i = 0; i < products.size(); i++) {
        int product = products.get(i);
        if (level < levels[product]) {
          levels[product] = level;
          producers[product] = vertices.of(operation);
        }
      }
    }
    return producers;
  }

  private void inEdge(TraceNode tensor, IntList[] in) {
    int producer = producerOf[tensor.counter()];
    if (producer != NONE) {
      in[vertices.ofNode(tensor.counter())].add(producer);
    }
  }

  private void inEdges(Ints inputs, IntList in) {
    for (int i = 0; i < inputs.size(); i++) {
      int vertex = vertices.ofNode(inputs.get(i));
      int source = vertex == NONE ? producerOf[inputs.get(i)] : vertex;
      if (source != NONE) {
        in.add(source);
      }
    }
  }

  private void outEdges(TraceNode tensor, IntList[] out) {
    IntList edges = out[vertices.ofNode(tensor.counter())];
    Ints connections = tensor.connections();
    Set<Integer> seen = new HashSet<>();
    for (int i = 0; i < connections.size(); i++) {
      int vertex = vertices.ofNode(connections.get(i));
      if (vertex != NONE && seen.add(vertex)) {
        edges.add(vertex);
      }
    }
  }

  /**
   * A tensor that is no vertex joins its producer to its consumers. Consumers are visited in order
   * of their ids, so a repeated edge would be the last one.
   */
  private void functionOutEdges(IntList[] out) {
    IntList[] taken = takenTensors();
    for (int consumer = 0; consumer < taken.length; consumer++) {
      for (int i = 0; i < taken[consumer].size(); i++) {
        int producer = producerOf[taken[consumer].get(i)];
        if (producer != NONE && producer != consumer && !out[producer].endsWith(consumer)) {
          out[producer].add(consumer);
        }
      }
    }
  }

  /** By vertex of an operation: the tensor nodes connected to its start that are no vertices. */
  private IntList[] takenTensors() {
    IntList[] taken = IntList.lists(vertices.size());
    for (TraceNode node : trace.nodes()) {
      if (node.event() instanceof Tensor && vertices.ofNode(node.counter()) == NONE) {
        Ints consumers = node.connections();
        for (int i = 0; i < consumers.size(); i++) {
          int consumer = vertices.ofNode(consumers.get(i));
          if (consumer != NONE && vertices.isOperation(consumer)) {
            taken[consumer].add(node.counter());
          }
        }
      }
    }
    return taken;
  }

  private static int[] filled(int size, int value) {
    int[] array = new int[size];
    Arrays.fill(array, value);
    return array;
  }
}
