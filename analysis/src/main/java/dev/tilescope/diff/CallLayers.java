package dev.tilescope.diff;

import dev.tilescope.analysis.Layers;
import dev.tilescope.analysis.Layers.Group;
import dev.tilescope.analysis.OperationFlow;
import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.Trace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The layers of a report, by its calls. */
final class CallLayers {
  private final Layers layers;
  private final Map<Operation, Integer> places = new HashMap<>();

  CallLayers(Trace trace, CallTree tree) {
    this.layers = Layers.of(OperationFlow.of(trace, tree));
    tree.roots().forEach(root -> places.put(root, places.size()));
  }

  <T> List<Group<T>> grouped(List<T> things, Function<T, Operation> call, Function<T, ?> likeness) {
    return layers.grouped(
        things,
        thing -> places.getOrDefault(root(call.apply(thing)), -1),
        thing -> List.of(call.apply(thing).path(), likeness.apply(thing)));
  }

  private static Operation root(Operation call) {
    Operation at = call;
    for (Operation caller = at.parent(); caller != null; caller = at.parent()) {
      at = caller;
    }
    return at;
  }
}
