package dev.tilescope.analysis;

import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.Trace;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the program called, by name, with everything those calls caused.
 *
 * @param byName most host time first
 */
public record TopOperations(List<Total> byName) {
  public TopOperations {
    byName = List.copyOf(byName);
  }

  /**
   * @param hostNanos real time
   * @param modelledNanos of all programs launched inside, from the cost model, by device operation
   */
  public record Total(String name, int calls, long hostNanos, Map<String, Long> modelledNanos) {
    public Total {
      modelledNanos = Map.copyOf(modelledNanos);
    }

    public long modelledDeviceNanos() {
      return modelledNanos.values().stream().mapToLong(Long::longValue).sum();
    }

    private Total plus(Total other) {
      Map<String, Long> together = new HashMap<>(modelledNanos);
      other.modelledNanos.forEach((program, nanos) -> together.merge(program, nanos, Long::sum));
      return new Total(name, calls + other.calls, hostNanos + other.hostNanos, together);
    }
  }

  public static TopOperations of(Trace trace) {
    Map<String, Total> totals = new LinkedHashMap<>();
    String called = "";
    for (Operation operation : CallTree.of(trace).operations()) {
      called = operation.parent() == null ? operation.name() : called;
      totals.merge(called, share(operation, called), Total::plus);
    }
    return new TopOperations(
        totals.values().stream()
            .sorted(Comparator.comparingLong(Total::hostNanos).reversed())
            .toList());
  }

  /** What one operation adds to the total of the call that led to it. */
  private static Total share(Operation operation, String rootName) {
    boolean called = operation.parent() == null;
    return new Total(
        rootName,
        called ? 1 : 0,
        called ? operation.durationNanos() : 0,
        operation.modelledDeviceNanos() > 0
            ? Map.of(operation.name(), operation.modelledDeviceNanos())
            : Map.of());
  }
}
