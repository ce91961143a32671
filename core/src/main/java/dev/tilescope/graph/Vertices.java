package dev.tilescope.graph;

import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.graph.LevelizedGraph.Vertex;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceNode.FunctionEnd;
import dev.tilescope.model.TraceNode.FunctionStart;
import dev.tilescope.model.TraceNode.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/** Tensors first, then operations: the vertices of a levelized graph and what each one tells. */
final class Vertices {
  static final int NONE = -1;

  private final Trace trace;
  private final int maxLevel;
  private final List<Tensor> tensors;
  private final List<Operation> operations = new ArrayList<>();

  /** By node counter, for tensors and starts. */
  private final int[] ofNode;

  Vertices(Trace trace, CallTree tree, int maxLevel, List<Tensor> tensors) {
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

  List<Tensor> tensors() {
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
    for (Tensor tensor : tensors) {
      int id = vertices.size();
      vertices.add(vertex(id, tensor, in[id], out[id]));
    }
    for (Operation operation : operations) {
      int id = vertices.size();
      vertices.add(vertex(id, operation, in[id], out[id], outputs.apply(operation)));
    }
    return new LevelizedGraph(vertices);
  }

  private Vertex vertex(int id, Tensor tensor, IntList in, IntList out) {
    return new Vertex(
        id,
        tensor.counter(),
        "tensor[" + tensor.tensor().tensorId() + "]",
        tensor.level(),
        List.of(),
        in.toInts(),
        out.toInts(),
        Ints.EMPTY,
        outputInfo(out, tensor.level()),
        shapes(Ints.of(tensor.counter())));
  }

  private Vertex vertex(int id, Operation operation, IntList in, IntList out, Ints outputs) {
    FunctionStart start = operation.start();
    return new Vertex(
        id,
        start.counter(),
        start.name(),
        start.level(),
        start.arguments(),
        in.toInts(),
        out.toInts(),
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
        FunctionStart consumer = operations.get(consumers.get(i) - tensors.size()).start();
        List<String> arguments = consumer.arguments();
        if (consumer.level() == level
            && !arguments.isEmpty()
            && arguments.getFirst().startsWith("Tensor(")) {
          return List.of(arguments.getFirst());
        }
      }
    }
    return List.of();
  }

  private List<String> shapes(Ints nodes) {
    Set<String> shapes = new LinkedHashSet<>();
    for (int i = 0; i < nodes.size(); i++) {
      if (trace.node(nodes.get(i)) instanceof Tensor tensor) {
        Shape shape = tensor.tensor().shape();
        if (shape != null) {
          shapes.add(shape.toString());
        }
      }
    }
    return List.copyOf(shapes);
  }

  /** Only for trees in which every operation has ended. */
  static FunctionEnd endOf(Operation operation) {
    return Objects.requireNonNull(operation.end());
  }
}
