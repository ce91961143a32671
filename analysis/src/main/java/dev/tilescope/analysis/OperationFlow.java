package dev.tilescope.analysis;

import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The operations of a program in order, and which takes what from which.
 *
 * @param names the different ones
 * @param nameOf by operation, which of the names
 * @param shapes by operation, a number that is equal where what it gives has equal shapes; 0 where
 *     it gives nothing
 * @param firstInput by operation, where its inputs begin, and at last their number
 * @param tensors by input, the tensor
 * @param makers by input, the operation that made it last, or -1
 */
@SuppressWarnings("ArrayRecordComponent") // Columns: a report has a hundred thousand operations.
public record OperationFlow(
    List<String> names,
    int[] nameOf,
    long[] shapes,
    int[] firstInput,
    int[] tensors,
    int[] makers) {
  public OperationFlow {
    names = List.copyOf(names);
  }

  /** Equal for operations of one name that give tensors of equal shapes. */
  record Sign(int name, long shapes) {}

  Sign sign(int operation) {
    return new Sign(nameOf[operation], shapes[operation]);
  }

  int size() {
    return nameOf.length;
  }

  String name(int operation) {
    return names.get(nameOf[operation]);
  }

  /** The name without what it is a part of: {@code linear} for {@code ttnn::linear}. */
  static String briefName(String name) {
    return name.substring(Math.max(name.lastIndexOf(':'), name.lastIndexOf('.')) + 1);
  }

  /** The calls that a program itself made, each with the tensors of the calls inside it. */
  public static OperationFlow of(Trace trace, CallTree tree) {
    TraceReading reading = new TraceReading(trace);
    for (Operation call : tree.operations()) {
      reading.add(call);
    }
    return reading.done();
  }

  private static final class TraceReading {
    private final Trace trace;
    private final Map<String, Integer> names = new LinkedHashMap<>();
    private final List<Integer> nameOf = new ArrayList<>();
    private final List<Long> shapes = new ArrayList<>();
    private final List<Integer> firstInput = new ArrayList<>();
    private final List<Integer> tensors = new ArrayList<>();
    private final List<Integer> makers = new ArrayList<>();
    private final Map<Long, Integer> numbers = new HashMap<>();
    private final Map<Long, Integer> lastMaker = new HashMap<>();

    TraceReading(Trace trace) {
      this.trace = trace;
    }

    void add(Operation call) {
      if (call.parent() == null) {
        nameOf.add(names.computeIfAbsent(call.name(), _ -> names.size()));
        shapes.add(0L);
        firstInput.add(tensors.size());
      }
      int operation = nameOf.size() - 1;
      trace.tensors(call.inputTensors()).forEach(taken -> take(taken.tensorId(), operation));
      trace
          .tensors(call.outputs())
          .forEach(given -> {
            shapes.set(
                operation, 31 * (shapes.get(operation) + 7) + Objects.hashCode(given.shape()));
            lastMaker.put(given.tensorId(), operation);
          });
    }

    private void take(long tensorId, int operation) {
      int maker = lastMaker.getOrDefault(tensorId, -1);
      if (maker != operation) {
        tensors.add(numbers.computeIfAbsent(tensorId, _ -> numbers.size()));
        makers.add(maker);
      }
    }

    OperationFlow done() {
      firstInput.add(tensors.size());
      return new OperationFlow(
          List.copyOf(names.keySet()),
          ints(nameOf),
          shapes.stream().mapToLong(l -> l).toArray(),
          ints(firstInput),
          ints(tensors),
          ints(makers));
    }

    private static int[] ints(List<Integer> list) {
      return list.stream().mapToInt(i -> i).toArray();
    }
  }
}
