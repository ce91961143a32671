package dev.tilescope.graph;

import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.graph.LevelizedGraph.Vertex;
import dev.tilescope.internal.io.IntList;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.Tensor;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Tensors first, then operations: the vertices of a levelized graph and what each one tells. */
final class Vertices {
  static final int NONE = -1;

  private final Trace trace;
  private final int maxLevel;
  private final List<TraceNode> tensors;
  private final List<Operation> operations = new ArrayList<>();

  /** By node counter, for tensors and starts. */
  private final int[] ofNode;

  Vertices(Trace trace, CallTree tree, int maxLevel, List<TraceNode> tensors) {
    this.trace = trace;
    this.maxLevel = maxLevel;
    this.tensors = tensors;
    ofNode = new int[trace.size()];
    Arrays.fill(ofNode, NONE);
    for (int i = 0; i < tensors.size(); i++) {
      ofNode[tensors.get(i).counter()] = i;
    }
    for (Operation operation : tree.operations()) {
      if (operation.start().level() <= maxLevel) {
        ofNode[operation.start().counter()] = size();
        operations.add(operation);
      }
    }
  }

  int size() {
    return tensors.size() + operations.size();
  }

  List<TraceNode> tensors() {
    return tensors;
  }

  int of(Operation operation) {
    return ofNode[operation.start().counter()];
  }

  /** The vertex of a node, or {@link #NONE}. */
  int ofNode(int counter) {
    return ofNode[counter];
  }

  boolean isOperation(int vertex) {
    return vertex >= tensors.size();
  }

  /**
   * @param in by vertex
   * @param out by vertex
   * @param outputs the tensor nodes an operation returns
   */
  LevelizedGraph connected(IntList[] in, IntList[] out, Function<Operation, Ints> outputs) {
    List<Vertex> vertices = new ArrayList<>(size());
    for (TraceNode tensor : tensors) {
      int id = vertices.size();
      vertices.add(vertex(id, tensor, in[id], out[id]));
    }
    for (Operation operation : operations) {
      int id = vertices.size();
      vertices.add(vertex(id, operation, in[id], out[id], outputs.apply(operation)));
    }
    return new LevelizedGraph(vertices);
  }

  private Vertex vertex(int id, TraceNode tensor, IntList in, IntList out) {
    return new Vertex(
        id,
        tensor.counter(),
        "tensor[" + ((Tensor) tensor.event()).tensor().tensorId() + "]",
        tensor.level(),
        List.of(),
        ints(in),
        ints(out),
        Ints.EMPTY,
        outputInfo(out, tensor.level()),
        shapes(Ints.of(tensor.counter())));
  }

  private Vertex vertex(int id, Operation operation, IntList in, IntList out, Ints outputs) {
    TraceNode start = operation.start();
    return new Vertex(
        id,
        start.counter(),
        operation.name(),
        start.level(),
        operation.arguments(),
        ints(in),
        ints(out),
        internals(operation),
        outputInfo(out, start.level()),
        shapes(outputs));
  }

  private Ints internals(Operation operation) {
    int level = operation.start().level() + 1;
    return level > maxLevel
        ? Ints.EMPTY
        : Ints.of(
            operation.children().stream()
                .filter(child -> child.start().level() == level)
                .mapToInt(this::of)
                .toArray());
  }

  private List<String> outputInfo(IntList consumers, int level) {
    for (int i = 0; i < consumers.size(); i++) {
      if (isOperation(consumers.get(i))) {
        Operation consumer = operations.get(consumers.get(i) - tensors.size());
        List<String> arguments = consumer.arguments();
        if (consumer.start().level() == level
            && !arguments.isEmpty()
            && arguments.getFirst().startsWith("Tensor(")) {
          return List.of(arguments.getFirst());
        }
      }
    }
    return List.of();
  }

  private List<String> shapes(Ints nodes) {
    return trace
        .tensors(nodes)
        .flatMap(tensor -> Stream.ofNullable(tensor.shape()))
        .map(Shape::toString)
        .distinct()
        .toList();
  }

  static Ints ints(IntList list) {
    return Ints.copyOf(list.buffer(), list.size());
  }
}
