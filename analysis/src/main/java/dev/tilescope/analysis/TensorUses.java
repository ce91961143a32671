package dev.tilescope.analysis;

import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceEvent.TensorDescription;
import dev.tilescope.model.TraceNode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/** By tensor, the numbers of the operations that take it; one that only frees it does not. */
record TensorUses(Map<Long, TreeSet<Integer>> operations) {
  static TensorUses of(Trace trace, OperationNumbers numbers) {
    Map<Long, TreeSet<Integer>> operations = new HashMap<>();
    for (TraceNode node : trace.nodes()) {
      int operation = numbers.holding(node.counter());
      if (node.event() instanceof FunctionStart start
          && node.level() == 1
          && operation > 0
          && !FreeingCalls.contain(start.name())) {
        trace
            .tensors(start.inputTensors())
            .map(TensorDescription::tensorId)
            .forEach(id -> operations.computeIfAbsent(id, _ -> new TreeSet<>()).add(operation));
      }
    }
    return new TensorUses(operations);
  }

  NavigableSet<Integer> of(long tensorId) {
    return operations.getOrDefault(tensorId, new TreeSet<>());
  }

  /** Shape and type. */
  static String words(TensorDescription tensor) {
    return (tensor.shape() == null ? "" : Arrays.toString(tensor.shape().toArray()))
        + (tensor.dtype() == null ? "" : " " + tensor.dtype().name());
  }
}
