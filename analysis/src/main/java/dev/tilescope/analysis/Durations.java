package dev.tilescope.analysis;

import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.CaptureEnd;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Host time as TT-NN's utilities answer; {@link TopOperations} has the sums by name.
 *
 * @param totalNanos of the whole capture, 0 if it did not end
 * @param lastNanosByName of the last call of each name
 */
public record Durations(long totalNanos, Map<String, Long> lastNanosByName) {
  public static Durations of(Trace trace) {
    long total = 0;
    Map<String, Long> last = new LinkedHashMap<>();
    for (TraceNode node : trace.nodes()) {
      if (node.event() instanceof FunctionEnd end) {
        last.put(end.name(), end.durationNanos());
      } else if (node.event() instanceof CaptureEnd end) {
        total = end.durationNanos();
      }
    }
    return new Durations(total, last);
  }
}
