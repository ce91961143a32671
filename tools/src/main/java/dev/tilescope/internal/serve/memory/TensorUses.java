package dev.tilescope.internal.serve.memory;

import dev.tilescope.internal.io.IntList;
import dev.tilescope.internal.serve.data.Numbers;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Which operation takes or gives which tensor that has an address, in the order of operations. */
final class TensorUses {
  private static final int MOST = 4_000_000;

  private record Facts(long address, int type) {}

  private final IntList operation = new IntList();
  private final IntList tensor = new IntList();
  private final BitSet output = new BitSet();
  private final Map<Integer, Facts> facts = new HashMap<>();
  private final Map<Integer, Integer> madeIn = new HashMap<>();

  private TensorUses() {}

  static TensorUses read(ReadOnlyDatabase database, OperationColumns operations) {
    TensorUses uses = new TensorUses();
    database.forEach(
        "SELECT tensor_id, address, buffer_type FROM tensors"
            + " WHERE rank = ? AND address IS NOT NULL AND tensor_id IS NOT NULL LIMIT "
            + MOST / 4,
        row -> uses.facts.put(row.getInt(1), new Facts(row.getLong(2), row.getInt(3))),
        operations.rank());
    database.forEach(
        "SELECT operation_id, tensor_id, 0 AS is_output FROM input_tensors WHERE rank = ?1"
            + " UNION ALL SELECT operation_id, tensor_id, 1 FROM output_tensors WHERE rank = ?1"
            + " ORDER BY operation_id, is_output LIMIT "
            + MOST,
        row -> {
          int index = operations.indexOf(row.getInt(1));
          if (index >= 0 && !operations.frees(index)) {
            uses.add(index, row.getInt(2), row.getInt(3) == 1);
          }
        },
        operations.rank());
    return uses;
  }

  private void add(int index, int tensorId, boolean isOutput) {
    if (!facts.containsKey(tensorId)) {
      return;
    }
    output.set(size(), isOutput);
    operation.add(index);
    tensor.add(tensorId);
    madeIn.putIfAbsent(tensorId, isOutput ? index : Spans.NONE);
  }

  int size() {
    return operation.size();
  }

  /** The first use at or after an operation. */
  int firstOf(int index) {
    return Numbers.firstAbove(operation::get, size(), index - 1L);
  }

  int operation(int use) {
    return operation.get(use);
  }

  int tensor(int use) {
    return tensor.get(use);
  }

  boolean isOutput(int use) {
    return output.get(use);
  }

  long address(int use) {
    Facts known = facts.get(tensor(use));
    return known == null ? -1 : known.address();
  }

  int type(int use) {
    Facts known = facts.get(tensor(use));
    return known == null ? -1 : known.type();
  }

  /** The tensor was not seen before. */
  boolean isMadeHere(int use) {
    return madeIn.getOrDefault(tensor(use), Spans.NONE) == operation(use);
  }

  /** One of the inputs of the operation whose uses begin there lies at the address. */
  boolean hasInputAt(int from, long address) {
    for (int i = from; i < size() && operation(i) == operation(from) && !isOutput(i); i++) {
      if (address(i) == address) {
        return true;
      }
    }
    return false;
  }
}
