package dev.tilescope.internal.logs;

import dev.tilescope.internal.logs.HostLog.TraceKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which operations were recorded into which trace: those between its beginning and its end on the
 * same device, and where the log also names the programs of the trace, of those only these. The
 * other command queue of a device may run programs, or record another trace, meanwhile.
 */
final class RecordedTraces {
  private static final int DEVICE_BITS = 10;

  private record Program(long device, long runtimeId) {}

  private final Map<Long, List<Long>> open = new HashMap<>();
  private final Map<Program, Long> traceOf = new HashMap<>();
  private final Set<TraceKey> named = new HashSet<>();

  @Nullable String begin(TraceKey trace) {
    open.computeIfAbsent(trace.device(), _ -> new ArrayList<>()).add(trace.traceId());
    return null;
  }

  /** What is wrong, or null. */
  @Nullable String end(TraceKey trace) {
    List<Long> begun = open.getOrDefault(trace.device(), new ArrayList<>());
    return begun.remove((Long) trace.traceId())
        ? null
        : "trace %d of device %d ends, but %s was being recorded; a report of traces wants TT_METAL_PROFILER_TRACE_TRACKING=1, which -r sets"
            .formatted(trace.traceId(), trace.device(), begun.isEmpty() ? "none" : begun);
  }

  @Nullable String enqueued(TraceKey trace, long runtimeId) {
    traceOf.put(new Program(trace.device(), runtimeId), trace.traceId());
    named.add(trace);
    return null;
  }

  /** The trace that a device is recording, or {@link Marker#NONE}. */
  long current(long device) {
    List<Long> begun = open.getOrDefault(device, List.of());
    return begun.isEmpty() ? Marker.NONE : begun.getLast();
  }

  /** All messages were heard: those that name programs may have come after the operations'. */
  void settle(Collection<HostOperation> operations) {
    for (HostOperation operation : operations) {
      long device = operation.info.deviceId();
      Long trace = traceOf.get(new Program(device, operation.id >> DEVICE_BITS));
      boolean isNamed = named.contains(new TraceKey(device, operation.traceId));
      operation.traceId = trace != null ? trace : isNamed ? Marker.NONE : operation.traceId;
    }
  }
}
