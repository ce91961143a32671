package dev.tilescope.analysis;

import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.Trace;
import java.util.Comparator;
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
   * @param modelledDeviceNanos of all programs launched inside, from the cost model
   */
  public record Total(String name, int calls, long hostNanos, long modelledDeviceNanos) {
    private Total plus(Total other) {
      return new Total(
          name,
          calls + other.calls,
          hostNanos + other.hostNanos,
          modelledDeviceNanos + other.modelledDeviceNanos);
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
        operation.modelledDeviceNanos());
  }
}
