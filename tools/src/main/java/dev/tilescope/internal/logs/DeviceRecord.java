package dev.tilescope.internal.logs;

import dev.tilescope.device.marker.Risc;
import dev.tilescope.profile.internal.table.Column;
import dev.tilescope.profile.internal.table.OpsColumn;
import dev.tilescope.profile.internal.table.OpsRow;
import java.util.LongSummaryStatistics;
import java.util.Set;

/**
 * The device columns of one run, ready for the report.
 *
 * @param row where the log first names the run
 */
record DeviceRecord(
    RunKey key,
    long row,
    OpsRow cells,
    long kernelStartCycles,
    long kernelEndCycles,
    long dataMovementStartCycles) {

  private static final Set<Column> ALWAYS = Set.of(OpsColumn.CORE_COUNT, OpsColumn.SUB_DEVICE_ID);

  DeviceRecord withKey(RunKey other) {
    return new DeviceRecord(
        other, row, cells, kernelStartCycles, kernelEndCycles, dataMovementStartCycles);
  }

  /** Without performance counters. */
  static DeviceRecord of(DeviceRun run, DeviceLogHeader clock, LogOptions options) {
    OpsRow cells = new OpsRow();
    cells.put(OpsColumn.CORE_COUNT, run.coreCount());
    if (run.subDeviceId != Marker.NONE) {
      cells.put(OpsColumn.SUB_DEVICE_ID, run.subDeviceId);
    }
    traces(run, clock, cells);
    firmware(run, clock, cells);
    kernels(run, clock, cells);
    starts(run, clock, cells, options.upstreamQuirks() ? 2 : 1);
    perCore(run, clock, cells);
    perRisc(run, clock, cells);
    sums(run, clock, cells);
    Set<DeviceAnalysis> analyses = DeviceAnalysis.named(options.analyses());
    if (!options.analyses().isEmpty()) {
      Set<Column> wanted = DeviceAnalysis.columns(analyses);
      cells.removeIf(column -> !ALWAYS.contains(column) && !wanted.contains(column));
    }
    boolean hasKernel = !run.kernel.isEmpty() && analyses.contains(DeviceAnalysis.KERNEL_DURATION);
    boolean movesData =
        !run.dataMovement.isEmpty() && analyses.contains(DeviceAnalysis.KERNEL_DURATION_DM_START);
    return new DeviceRecord(
        run.identity(),
        run.firstRow,
        cells,
        hasKernel ? run.kernel.first() : Marker.NONE,
        run.kernel.last(),
        movesData ? run.dataMovement.first() : Marker.NONE);
  }

  private static void traces(DeviceRun run, DeviceLogHeader clock, OpsRow cells) {
    if (!run.traceFirmware.isEmpty()) {
      cells.put(OpsColumn.TRACE_FIRMWARE_DURATION, clock.wholeNanos(run.traceFirmware.cycles()));
    }
    if (!run.traceKernel.isEmpty()) {
      cells.put(OpsColumn.TRACE_KERNEL_DURATION, clock.wholeNanos(run.traceKernel.cycles()));
    }
  }

  private static void firmware(DeviceRun run, DeviceLogHeader clock, OpsRow cells) {
    if (!run.firmware.isEmpty()) {
      cells.put(OpsColumn.FIRMWARE_START, run.firmware.first());
      cells.put(OpsColumn.FIRMWARE_END, run.firmware.last());
      cells.put(OpsColumn.FIRMWARE_DURATION, clock.wholeNanos(run.firmware.cycles()));
    }
  }

  private static void kernels(DeviceRun run, DeviceLogHeader clock, OpsRow cells) {
    if (!run.kernel.isEmpty()) {
      cells.put(OpsColumn.KERNEL_DURATION, clock.wholeNanos(run.kernel.cycles()));
    }
    if (!run.dataMovement.isEmpty()) {
      cells.put(
          OpsColumn.KERNEL_DURATION_DM_START,
          clock.wholeNanos(run.kernel.last() - run.dataMovement.first()));
    }
  }

  private static void starts(DeviceRun run, DeviceLogHeader clock, OpsRow cells, int fewest) {
    if (run.kernelStarts.count() >= fewest) {
      cells.put(OpsColumn.KERNEL_FIRST_TO_LAST_START, clock.wholeNanos(run.kernelStarts.cycles()));
    }
  }

  private static void perCore(DeviceRun run, DeviceLogHeader clock, OpsRow cells) {
    LongSummaryStatistics cycles =
        run.coresWithKernel().mapToLong(run::kernelCycles).summaryStatistics();
    if (cycles.getCount() > 0) {
      cells.put(OpsColumn.KERNEL_DURATION_PER_CORE_MIN, clock.wholeNanos(cycles.getMin()));
      cells.put(OpsColumn.KERNEL_DURATION_PER_CORE_MAX, clock.wholeNanos(cycles.getMax()));
      double meanNanos = clock.nanos(cycles.getSum()) / cycles.getCount();
      cells.put(OpsColumn.KERNEL_DURATION_PER_CORE_AVG, (long) Math.rint(meanNanos));
    }
  }

  private static void perRisc(DeviceRun run, DeviceLogHeader clock, OpsRow cells) {
    for (int i = 0; i < run.kernelByRisc.length; i++) {
      CycleSpan span = run.kernelByRisc[i];
      if (!span.isEmpty()) {
        Risc risc = Risc.valueOf(RiscStream.WITH_COLUMN.get(i));
        cells.put(OpsColumn.kernelDuration(risc), clock.wholeNanos(span.cycles()));
      }
    }
  }

  private static void sums(DeviceRun run, DeviceLogHeader clock, OpsRow cells) {
    put(OpsColumn.CB_WAIT_FRONT, run.waitFrontCycles, clock, cells);
    put(OpsColumn.CB_RESERVE_BACK, run.reserveBackCycles, clock, cells);
    put(OpsColumn.DISPATCH_TOTAL, run.dispatchCycles, clock, cells);
    put(OpsColumn.DISPATCH_GO_SEND_WAIT, run.goSendWaitCycles, clock, cells);
  }

  private static void put(OpsColumn column, long cycles, DeviceLogHeader clock, OpsRow cells) {
    if (cycles != Marker.NONE) {
      cells.put(column, clock.wholeNanos(cycles));
    }
  }
}
