package dev.tilescope.internal.store;

import dev.tilescope.internal.io.LongBlocks;
import dev.tilescope.internal.io.LongMap;

/** Which operation has which tensor as input, or as output: pairs in the order of the trace. */
final class Links {
  interface Action {
    void accept(long operationId, long tensorId, long index);
  }

  private final LongBlocks operations = new LongBlocks();
  private final LongBlocks tensors = new LongBlocks();

  void add(long operationId, long tensorId) {
    operations.add(operationId);
    tensors.add(tensorId);
  }

  void addTensorsTo(LongMap set) {
    for (long i = 0; i < tensors.size(); i++) {
      set.put(tensors.get(i), 0);
    }
  }

  void addTensorsTo(PythonSet set) {
    for (long i = 0; i < tensors.size(); i++) {
      set.add(tensors.get(i));
    }
  }

  /** Known tensors, each once for an operation, numbered from 0 in each. */
  void forEach(LongMap known, Action action) {
    LongMap seen = new LongMap();
    long current = Long.MIN_VALUE;
    for (long i = 0; i < operations.size(); i++) {
      long operation = operations.get(i);
      if (operation != current) {
        seen.clear();
        current = operation;
      }
      long tensor = tensors.get(i);
      if (known.contains(tensor) && seen.putIfAbsent(tensor, 0)) {
        action.accept(operation, tensor, seen.size() - 1L);
      }
    }
  }
}
