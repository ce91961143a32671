package dev.tilescope.internal.logs;

import dev.tilescope.profile.internal.table.OpsColumn;
import dev.tilescope.profile.internal.table.OpsRow;
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
  void add(DeviceRecord record, OpsRow cells) {
    if (record.kernelStartCycles() == Marker.NONE) {
      return;
    }
    Long before = kernelEndByDevice.put(record.key().device(), record.kernelEndCycles());
    add(OpsColumn.LATENCY, before, record.kernelStartCycles(), cells);
    if (record.dataMovementStartCycles() != Marker.NONE) {
      add(OpsColumn.DATA_MOVEMENT_LATENCY, before, record.dataMovementStartCycles(), cells);
    }
  }

  private void add(OpsColumn column, @Nullable Long before, long cycles, OpsRow cells) {
    if (!cells.has(column)) {
      cells.put(column, before == null ? 0 : clock.wholeNanos(cycles - before));
    }
  }
}
