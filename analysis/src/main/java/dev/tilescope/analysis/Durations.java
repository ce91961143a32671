package dev.tilescope.analysis;

import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.CaptureEnd;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the host's time went.
 *
 * @param totalNanos of the whole capture, 0 if it did not end
 * @param lastNanosByName of the last call of each name, as TT-NN's utility answers
 * @param byName sums over all calls of a name, most time of its own first
 */
public record Durations(
    long totalNanos, Map<String, Long> lastNanosByName, List<OperationTime> byName) {
  public Durations {
    byName = List.copyOf(byName);
  }

  /**
   * @param totalNanos sum over the calls; a call inside one of the same name counts in both
   * @param selfNanos the total without the time of the operations they called
   * @param modelledDeviceNanos device time from the cost model
   */
  public record OperationTime(
      String name, long calls, long totalNanos, long selfNanos, long modelledDeviceNanos) {
    private OperationTime plus(OperationTime other) {
      return new OperationTime(
          name,
          calls + other.calls,
          totalNanos + other.totalNanos,
          selfNanos + other.selfNanos,
          modelledDeviceNanos + other.modelledDeviceNanos);
    }
  }

  public static Durations of(Trace trace) {
    Map<String, OperationTime> sums = new HashMap<>();
    for (Operation operation : CallTree.of(trace).operations()) {
      sums.merge(operation.name(), timeOf(operation), OperationTime::plus);
    }
    List<OperationTime> byName =
        sums.values().stream()
            .sorted(
                Comparator.comparingLong(OperationTime::selfNanos)
                    .reversed()
                    .thenComparing(OperationTime::name))
            .toList();
    return new Durations(captureNanos(trace), lastByName(trace), byName);
  }

  private static OperationTime timeOf(Operation operation) {
    long total = operation.durationNanos();
    long inside = operation.children().stream().mapToLong(Operation::durationNanos).sum();
    return new OperationTime(
        operation.name(), 1, total, Math.max(0, total - inside), operation.modelledDeviceNanos());
  }

  private static long captureNanos(Trace trace) {
    for (int i = trace.size() - 1; i >= 0; i--) {
      if (trace.event(i) instanceof CaptureEnd end) {
        return end.durationNanos();
      }
    }
    return 0;
  }

  private static Map<String, Long> lastByName(Trace trace) {
    Map<String, Long> last = new LinkedHashMap<>();
    trace.nodes().stream()
        .map(TraceNode::event)
        .filter(FunctionEnd.class::isInstance)
        .map(FunctionEnd.class::cast)
        .forEach(end -> last.put(end.name(), end.durationNanos()));
    return last;
  }
}
