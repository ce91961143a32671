package dev.tilescope.logs;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How long each device was idle before an operation, in the order of the report. */
final class Latencies {
  private final DeviceLogHeader clock;
  private final Map<Integer, Long> kernelEndByDevice = new HashMap<>();

  Latencies(DeviceLogHeader clock) {
    this.clock = clock;
  }

  /**
   * Adds both latencies to the cells if they have none; a run without kernels has none and does not
   * count.
   */
  void add(DeviceRecord record, Map<String, String> cells) {
    if (record.kernelStartCycles() == Marker.NONE) {
      return;
    }
    Long before = kernelEndByDevice.put(record.key().device(), record.kernelEndCycles());
    cells.putIfAbsent("OP TO OP LATENCY [ns]", since(before, record.kernelStartCycles()));
    if (record.dataMovementStartCycles() != Marker.NONE) {
      cells.putIfAbsent(
          "OP TO OP LATENCY BR/NRISC START [ns]", since(before, record.dataMovementStartCycles()));
    }
  }

  private String since(@Nullable Long before, long cycles) {
    return before == null ? "0" : clock.roundedNanos(cycles - before);
  }
}
