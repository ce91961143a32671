package dev.tilescope.graph;

import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.internal.io.IntList;
import dev.tilescope.internal.io.LongList;
import dev.tilescope.internal.io.LongMap;
import dev.tilescope.model.Ints;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.BufferEvent;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceEvent.MemoryNeutral;
import dev.tilescope.model.TraceEvent.ProgramEvent;
import dev.tilescope.model.TraceEvent.Tensor;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The levelized graph joined by tensor id; {@link LevelizedGraph#joinedByTensor} says what that is.
 *
 * <p>One walk over the nodes remembers who returned each tensor last and notes an edge for each one
 * taken, from a tensor or an operation. Which tensors are vertices is known only afterwards, so
 * edges are numbered then. An operation's level exceeds its caller's, so looking outwards from an
 * operation of the graph takes at most as many steps as the graph has levels.
 */
final class TensorJoin {
  /** Half a gigabyte of edges: only a trace nested thousands deep comes near. */
  private static final int MAX_EDGES = 20_000_000;

  private final Trace trace;
  private final CallTree tree;
  private final int maxLevel;

  /** By the counter of a start. */
  private final @Nullable Operation[] shown;

  private final @Nullable Operation[] ended;
  private final IntList[] taken;
  private final Map<Long, Operation> lastProducer = new HashMap<>();
  private final Map<Long, TraceNode> outside = new HashMap<>();
  private final List<TraceNode> tensors = new ArrayList<>();

  /** The counters of two nodes each: above, a tensor or a start; below, the start that takes it. */
  private final LongList edges = new LongList();

  private final LongMap known = new LongMap();

  TensorJoin(Trace trace, CallTree tree, int maxLevel) {
    this.trace = trace;
    this.tree = tree;
    this.maxLevel = maxLevel;
    shown = new @Nullable Operation[trace.size()];
    ended = new @Nullable Operation[trace.size()];
    taken = takenWithoutList(trace);
    for (Operation operation : tree.operations()) {
      TraceNode end = operation.end();
      if (end != null) {
        ended[end.counter()] = operation;
      }
      shown[operation.start().counter()] = nearestShown(operation);
    }
  }

  LevelizedGraph build() {
    trace.nodes().forEach(this::visit);
    Vertices vertices = new Vertices(trace, tree, maxLevel, tensors);
    IntList[] in = IntList.lists(vertices.size());
    for (int i = 0; i < edges.size(); i++) {
      long edge = edges.get(i);
      in[vertices.ofNode((int) edge)].add(vertices.ofNode((int) (edge >>> Integer.SIZE)));
    }
    Map<Operation, Ints> outputs = outputs();
    return vertices.connected(
        in, inverse(in), operation -> outputs.getOrDefault(operation, Ints.EMPTY));
  }

  /** Older traces list no inputs; there the tensors connected to a start are its inputs. */
  private static IntList[] takenWithoutList(Trace trace) {
    IntList[] taken = IntList.lists(trace.size());
    for (TraceNode node : trace.nodes()) {
      if (node.event() instanceof Tensor) {
        Ints consumers = node.connections();
        for (int i = 0; i < consumers.size(); i++) {
          if (trace.event(consumers.get(i)) instanceof FunctionStart start
              && start.inputTensors().isEmpty()) {
            taken[consumers.get(i)].add(node.counter());
          }
        }
      }
    }
    return taken;
  }

  private @Nullable Operation nearestShown(Operation operation) {
    Operation parent = operation.parent();
    if (operation.start().level() <= maxLevel) {
      return operation;
    }
    return parent == null ? null : shown[parent.start().counter()];
  }

  private void visit(TraceNode node) {
    switch (node.event()) {
      case FunctionStart start -> take(node, start.inputTensors());
      case FunctionEnd _ -> noteProducts(node);
      case BufferEvent _, ProgramEvent _, MemoryNeutral _ -> {}
    }
  }

  private void noteProducts(TraceNode end) {
    Operation operation = ended[end.counter()];
    if (operation != null) {
      trace.tensors(end.connections()).forEach(t -> lastProducer.put(t.tensorId(), operation));
    }
  }

  private void take(TraceNode start, Ints listed) {
    Operation taker = shown[start.counter()];
    Ints inputs = listed.isEmpty() ? Vertices.ints(taken[start.counter()]) : listed;
    for (int i = 0; taker != null && i < inputs.size(); i++) {
      TraceNode input = trace.node(inputs.get(i));
      if (input.event() instanceof Tensor tensor) {
        take(input, tensor.tensor().tensorId(), taker, taker.start() == start);
      }
    }
  }

  private void take(TraceNode tensor, long tensorId, Operation taker, boolean own) {
    Operation made = lastProducer.get(tensorId);
    Operation producer = made == null ? null : shown[made.start().counter()];
    if (producer != null) {
      takeFrom(producer, taker, own);
      return;
    }
    TraceNode source =
        outside.computeIfAbsent(
            tensorId,
            _ -> {
              tensors.add(tensor);
              return tensor;
            });
    for (Operation at = taker; at != null; at = at.parent()) {
      add(source, at, own && at == taker);
    }
  }

  /** From the two operations out to where both lie side by side in one caller. */
  private void takeFrom(Operation producer, Operation taker, boolean own) {
    Operation source = outTo(taker.depth(), producer);
    Operation target = outTo(source.depth(), taker);
    if (source == target) {
      // One lies in the other: the tensor never leaves an operation of the graph.
      return;
    }
    while (source.parent() != target.parent()) {
      source = parentOf(source);
      target = parentOf(target);
    }
    for (Operation at = taker; at != null; at = at == target ? null : at.parent()) {
      add(source.start(), at, own && at == taker);
    }
  }

  private static Operation outTo(int depth, Operation operation) {
    Operation at = operation;
    while (at.depth() > depth) {
      at = parentOf(at);
    }
    return at;
  }

  private static Operation parentOf(Operation operation) {
    Operation parent = operation.parent();
    if (parent == null) {
      throw new IllegalStateException(operation + " is a root and has no caller");
    }
    return parent;
  }

  /** An operation's own arguments keep repeats; what it takes for operations inside it does not. */
  private void add(TraceNode source, Operation taker, boolean own) {
    long edge = (long) source.counter() << Integer.SIZE | taker.start().counter();
    if (!known.put(edge, 0) && !own) {
      return;
    }
    if (edges.size() == MAX_EDGES) {
      throw new TilescopeException(
          "the graph joined by tensor has more than "
              + MAX_EDGES
              + " edges at level "
              + maxLevel
              + "; ask for fewer levels");
    }
    edges.add(edge);
  }

  private static IntList[] inverse(IntList[] in) {
    IntList[] out = IntList.lists(in.length);
    for (int target = 0; target < in.length; target++) {
      for (int i = 0; i < in[target].size(); i++) {
        int source = in[target].get(i);
        if (!out[source].endsWith(target)) {
          out[source].add(target);
        }
      }
    }
    return out;
  }

  /** Calls come after their callers, so backwards every operation follows those inside it. */
  private Map<Operation, Ints> outputs() {
    Map<Operation, Ints> outputs = new HashMap<>();
    for (Operation operation : tree.operations().reversed()) {
      Ints own = operation.outputs();
      boolean returns = own.stream().anyMatch(i -> trace.event(i) instanceof Tensor);
      Operation parent = operation.parent();
      if (returns) {
        outputs.put(operation, own);
      }
      Ints returned = outputs.get(operation);
      if (parent != null && returned != null) {
        outputs.putIfAbsent(parent, returned);
      }
    }
    return outputs;
  }
}
