package dev.tilescope.internal.store;

import dev.tilescope.internal.io.LongList;
import dev.tilescope.internal.io.LongMap;
import dev.tilescope.report.internal.RawNode;
import org.jspecify.annotations.Nullable;

/**
 * What the calls inside an operation did with tensors: the operation is given those inputs and
 * outputs if it names none itself (Python wrappers do not).
 */
final class OperationScope {
  private final NodeReading reading;
  private final LongList inputs = new LongList();
  private final LongMap inputIds = new LongMap();
  private final LongList outputs = new LongList();
  private final LongList outputNodes = new LongList();
  private final LongMap freshOutputIds = new LongMap();

  OperationScope(NodeReading reading) {
    this.reading = reading;
  }

  void clear() {
    inputs.clear();
    inputIds.clear();
    outputs.clear();
    outputNodes.clear();
    freshOutputIds.clear();
  }

  /** A call inside the operation ended. */
  void nested(long[] inputTensors, long[] connections) {
    PythonSet own = new PythonSet();
    for (long reference : inputTensors) {
      Long id = tensorId(reading.tensorNode(reference));
      if (id != null) {
        own.add(id);
        inputIds.put(id, 0);
      }
    }
    for (long reference : connections) {
      RawNode node = reading.tensorNode(reference);
      Long id = tensorId(node);
      if (node != null && id != null) {
        if (!own.contains(id)) {
          freshOutputIds.put(id, 0);
        }
        outputs.add(id);
        outputNodes.add(node.index());
      }
    }
    own.forEach(inputs::add);
  }

  private @Nullable Long tensorId(@Nullable RawNode node) {
    return node == null ? null : reading.tensorId(node);
  }

  /** A tensor was freed inside the operation. */
  void freed(long tensor) {
    inputs.add(tensor);
  }

  /** Inputs that were not made inside, each once. */
  void liftInputs(long operationId, Links links) {
    LongMap seen = new LongMap();
    for (int i = 0; i < inputs.size(); i++) {
      long id = inputs.get(i);
      if (!freshOutputIds.contains(id) && seen.putIfAbsent(id, 0)) {
        links.add(operationId, id);
      }
    }
  }

  /**
   * Outputs that nothing inside used, each once.
   *
   * @param nodes gets the places of the nodes that describe them
   */
  void liftOutputs(long operationId, Links links, LongList nodes) {
    LongMap seen = new LongMap();
    for (int i = 0; i < outputs.size(); i++) {
      long id = outputs.get(i);
      boolean intermediate = freshOutputIds.contains(id) && inputIds.contains(id);
      if (!intermediate && seen.putIfAbsent(id, 0)) {
        links.add(operationId, id);
        nodes.add(outputNodes.get(i));
      }
    }
  }

  /** Places in the trace of the tensors that calls inside made. */
  LongList outputNodes() {
    return outputNodes;
  }
}
