package dev.tilescope.graph;

import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.Ints;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceNode;
import java.util.List;

/**
 * Operations down to some level, and the tensors that flow between them.
 *
 * <p>{@link #of} is TT-NN's levelized graph, in linear time: every tensor node of level 1 is a
 * vertex, the ones an operation returns included. Today's traces hold a new node each time a tensor
 * is passed on, so what one operation makes and the next takes are two vertices without an edge.
 * {@link #joinedByTensor} follows tensor ids instead: {@code tensor[2] -> multiply -> add}.
 *
 * <p>A start belongs to the end that {@link CallTree} gives it, which in a sound trace is the one
 * its connections name. Both refuse a trace in which an operation never ended.
 */
public record LevelizedGraph(List<Vertex> vertices) {
  public LevelizedGraph {
    vertices = List.copyOf(vertices);
  }

  /**
   * @param id its position in the graph, which edges refer to
   * @param counter the node of the trace it stands for: a tensor, or the start of an operation
   * @param inEdges one per tensor an operation takes, in the order of its arguments, repeats kept
   * @param outEdges who takes what it makes, each once
   * @param internals the operations it called, if their level is in the graph
   * @param outputInfo what the first consumer of its level says about its first tensor, if anything
   * @param outputShapes of the tensors it returns, equal ones once
   */
  public record Vertex(
      int id,
      int counter,
      String name,
      int level,
      List<String> arguments,
      Ints inEdges,
      Ints outEdges,
      Ints internals,
      List<String> outputInfo,
      List<String> outputShapes) {}

  /**
   * TT-NN's graph, whatever the trace's generation.
   *
   * @throws TilescopeException if an operation has no end
   */
  public static LevelizedGraph of(Trace trace, int maxLevel) {
    return new LevelizedBuilder(trace, closed(trace), maxLevel).build();
  }

  /**
   * Operations joined by the ids of the tensors they pass on.
   *
   * <p>A tensor is a vertex only if no operation of the trace made it. Each tensor an operation
   * takes comes from the last operation that returned it; the edge starts at the outermost
   * operation around that one that does not also hold the taker. An operation also takes what the
   * operations inside it take from outside, and one that returns nothing itself returns what the
   * last operation inside it did: so wrappers that record no tensors of their own are joined too.
   *
   * @throws TilescopeException if an operation has no end, or if the edges are too many
   */
  public static LevelizedGraph joinedByTensor(Trace trace, int maxLevel) {
    return new TensorJoin(trace, closed(trace), maxLevel).build();
  }

  /**
   * The same for pictures: an operation that never ended is there too, and returned nothing.
   *
   * @throws TilescopeException if the edges are too many
   */
  public static LevelizedGraph flow(Trace trace, CallTree tree, int maxLevel) {
    return new TensorJoin(trace, tree, maxLevel).build();
  }

  private static CallTree closed(Trace trace) {
    CallTree tree = CallTree.of(trace);
    for (Operation operation : tree.operations()) {
      if (!operation.name().equals(operation.endName())) {
        throw incomplete(tree, operation);
      }
    }
    return tree;
  }

  private static TilescopeException incomplete(CallTree tree, Operation first) {
    TraceNode end = first.end();
    long unclosed = tree.operations().stream().filter(o -> o.end() == null).count();
    return new TilescopeException(
        "the trace is incomplete: operation \""
            + first.name()
            + "\" (node "
            + first.start().counter()
            + ", level "
            + first.start().level()
            + ") "
            + (end == null
                ? "never ended" + (unclosed > 1 ? ", the first of " + unclosed : "")
                : "ends as \"" + first.endName() + "\" (node " + end.counter() + ")")
            + "; a levelized graph needs the end of every operation, because outputs hang on it."
            + " See the rest with tilescope lint, or capture again to the end");
  }
}
