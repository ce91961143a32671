package dev.tilescope.internal.logs;

import java.util.Map;
import java.util.TreeMap;

/** One call of an operation, as the host's messages and zones tell it. */
final class HostOperation {
  final long id;
  final OperationInfo info;
  final String cacheHit;

  /** The trace that it was recorded into, or {@link Marker#NONE}. */
  long traceId;

  /** Where its message is. */
  final long row;

  /** From its zone; {@link Marker#NONE} until that was read. */
  long startNanos = Marker.NONE;

  long durationNanos;
  final Map<String, Long> childNanos = new TreeMap<>();

  HostOperation(long id, OperationInfo info, String cacheHit, long traceId, long row) {
    this.id = id;
    this.info = info;
    this.cacheHit = cacheHit;
    this.traceId = traceId;
    this.row = row;
  }
}
