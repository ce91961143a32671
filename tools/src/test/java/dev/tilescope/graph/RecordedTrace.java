package dev.tilescope.graph;

import dev.tilescope.model.Ints;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.TensorDescription;
import dev.tilescope.model.TraceNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Records calls as TT-NN does today: inputs after their start, outputs after their end, a new node
 * each time a tensor is passed, and the connections that go with that. Every shape is [32, 32].
 */
public final class RecordedTrace {
  private record Open(int counter, String name) {}

  private final List<Function<Ints, TraceNode>> nodes = new ArrayList<>();
  private final List<List<Integer>> connections = new ArrayList<>();
  private final Deque<Open> open = new ArrayDeque<>();
  private final Map<Long, Integer> nodeOfTensor = new HashMap<>();
  private final boolean deduplicated;
  private int lastFinished = -1;

  public RecordedTrace() {
    this(false);
  }

  /** As older generations recorded: one node for each tensor, connected to all its takers. */
  public static RecordedTrace deduplicated() {
    return new RecordedTrace(true);
  }

  private RecordedTrace(boolean deduplicated) {
    this.deduplicated = deduplicated;
    add(links -> new TraceNode(0, 0, 0, links, new TraceEvent.CaptureStart()));
    open.push(new Open(0, ""));
  }

  public RecordedTrace start(String name, long... inputIds) {
    return startWith(name, List.of(), inputIds);
  }

  public RecordedTrace startWith(String name, List<String> arguments, long... inputIds) {
    int level = open.size();
    int at = nodes.size();
    int[] inputs = new int[inputIds.length];
    add(links ->
        new TraceNode(
            at,
            level,
            0,
            links,
            new TraceEvent.FunctionStart(name, inputs.length, arguments, Ints.of(inputs))));
    if (lastFinished >= 0) {
      connections.get(lastFinished).add(at);
      lastFinished = -1;
    }
    connections.get(open.element().counter()).add(at);
    open.push(new Open(at, name));
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = tensor(inputIds[i], level);
      connections.get(inputs[i]).add(at);
    }
    return this;
  }

  public RecordedTrace end(long... outputIds) {
    Open closed = open.pop();
    int level = open.size();
    int at = nodes.size();
    add(links ->
        new TraceNode(at, level, 0, links, new TraceEvent.FunctionEnd(closed.name(), 1000, 0)));
    connections.get(closed.counter()).add(at);
    for (long id : outputIds) {
      connections.get(at).add(tensor(id, level));
    }
    lastFinished = at;
    return this;
  }

  /** A call that makes its output with {@code create_device_tensor}, as device operations do. */
  public RecordedTrace deviceOperation(String name, long output, long... inputs) {
    return start(name, inputs).start("tt::tt_metal::create_device_tensor").end(output).end(output);
  }

  public Trace trace() {
    int end = nodes.size();
    connections.get(Math.max(lastFinished, 0)).add(end);
    List<TraceNode> built = new ArrayList<>();
    for (int i = 0; i < end; i++) {
      built.add(
          nodes
              .get(i)
              .apply(Ints.of(connections.get(i).stream().mapToInt(Integer::intValue).toArray())));
    }
    built.add(new TraceNode(end, 0, 0, Ints.EMPTY, new TraceEvent.CaptureEnd(1)));
    return Trace.inOrder(built);
  }

  private int tensor(long id, int level) {
    if (!deduplicated) {
      return newTensor(id, level);
    }
    Integer known = nodeOfTensor.get(id);
    int at = known == null ? newTensor(id, level) : known;
    nodeOfTensor.put(id, at);
    return at;
  }

  private int newTensor(long id, int level) {
    int at = nodes.size();
    add(links ->
        new TraceNode(
            at,
            level,
            0,
            links,
            new TraceEvent.Tensor(
                new TensorDescription(
                    id, Shape.of(32, 32), null, null, null, -1, null, null, null, List.of()))));
    return at;
  }

  private void add(Function<Ints, TraceNode> node) {
    nodes.add(node);
    connections.add(new ArrayList<>());
  }
}
