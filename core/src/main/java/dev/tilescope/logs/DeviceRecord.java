package dev.tilescope.logs;

import java.util.HashMap;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;

/**
 * The device columns of one run, ready for the report.
 *
 * @param row where the log first names the run
 */
record DeviceRecord(
    RunKey key,
    long row,
    Map<String, String> cells,
    long kernelStartCycles,
    long kernelEndCycles,
    long dataMovementStartCycles) {

  static final String KERNEL_DURATION = "DEVICE KERNEL DURATION [ns]";
  static final String TRACE_FIRMWARE_DURATION = "DEVICE TRACE FIRMWARE DURATION [ns]";
  static final String TRACE_KERNEL_DURATION = "DEVICE TRACE KERNEL DURATION [ns]";
  private static final Set<String> ALWAYS = Set.of("CORE COUNT", "SUB DEVICE ID");
  private static final String PER_CORE = "DEVICE KERNEL DURATION PER CORE ";

  DeviceRecord withKey(RunKey other) {
    return new DeviceRecord(
        other, row, cells, kernelStartCycles, kernelEndCycles, dataMovementStartCycles);
  }

  /** Without performance counters. */
  static DeviceRecord of(DeviceRun run, DeviceLogHeader clock, LogOptions options) {
    Map<String, String> cells = new HashMap<>();
    cells.put("CORE COUNT", Integer.toString(run.coreCount()));
    if (run.subDeviceId != Marker.NONE) {
      cells.put("SUB DEVICE ID", Long.toString(run.subDeviceId));
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
      Set<String> wanted = DeviceAnalysis.columns(analyses);
      cells.keySet().removeIf(column -> !ALWAYS.contains(column) && !wanted.contains(column));
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

  private static void traces(DeviceRun run, DeviceLogHeader clock, Map<String, String> cells) {
    if (!run.traceFirmware.isEmpty()) {
      cells.put(TRACE_FIRMWARE_DURATION, clock.roundedNanos(run.traceFirmware.cycles()));
    }
    if (!run.traceKernel.isEmpty()) {
      cells.put(TRACE_KERNEL_DURATION, clock.roundedNanos(run.traceKernel.cycles()));
    }
  }

  private static void firmware(DeviceRun run, DeviceLogHeader clock, Map<String, String> cells) {
    if (!run.firmware.isEmpty()) {
      cells.put("DEVICE FW START CYCLE", Long.toString(run.firmware.first()));
      cells.put("DEVICE FW END CYCLE", Long.toString(run.firmware.last()));
      cells.put("DEVICE FW DURATION [ns]", clock.roundedNanos(run.firmware.cycles()));
    }
  }

  private static void kernels(DeviceRun run, DeviceLogHeader clock, Map<String, String> cells) {
    if (!run.kernel.isEmpty()) {
      cells.put(KERNEL_DURATION, clock.roundedNanos(run.kernel.cycles()));
    }
    if (!run.dataMovement.isEmpty()) {
      cells.put(
          "DEVICE KERNEL DURATION DM START [ns]",
          clock.roundedNanos(run.kernel.last() - run.dataMovement.first()));
    }
  }

  private static void starts(
      DeviceRun run, DeviceLogHeader clock, Map<String, String> cells, int fewest) {
    if (run.kernelStarts.count() >= fewest) {
      cells.put(
          "DEVICE KERNEL FIRST TO LAST START [ns]", clock.roundedNanos(run.kernelStarts.cycles()));
    }
  }

  private static void perCore(DeviceRun run, DeviceLogHeader clock, Map<String, String> cells) {
    LongSummaryStatistics cycles =
        run.coresWithKernel().mapToLong(run::kernelCycles).summaryStatistics();
    if (cycles.getCount() > 0) {
      cells.put(PER_CORE + "MIN [ns]", clock.roundedNanos(cycles.getMin()));
      cells.put(PER_CORE + "MAX [ns]", clock.roundedNanos(cycles.getMax()));
      double meanNanos = clock.nanos(cycles.getSum()) / cycles.getCount();
      cells.put(PER_CORE + "AVG [ns]", Long.toString((long) Math.rint(meanNanos)));
    }
  }

  private static void perRisc(DeviceRun run, DeviceLogHeader clock, Map<String, String> cells) {
    for (int i = 0; i < run.kernelByRisc.length; i++) {
      CycleSpan span = run.kernelByRisc[i];
      if (!span.isEmpty()) {
        String risc = RiscStream.WITH_COLUMN.get(i).replace("_", "");
        cells.put("DEVICE " + risc + " KERNEL DURATION [ns]", clock.roundedNanos(span.cycles()));
      }
    }
  }

  private static void sums(DeviceRun run, DeviceLogHeader clock, Map<String, String> cells) {
    put("DEVICE COMPUTE CB WAIT FRONT [ns]", run.waitFrontCycles, clock, cells);
    put("DEVICE COMPUTE CB RESERVE BACK [ns]", run.reserveBackCycles, clock, cells);
    put("DISPATCH TOTAL CQ CMD OP TIME [ns]", run.dispatchCycles, clock, cells);
    put("DISPATCH GO SEND WAIT TIME [ns]", run.goSendWaitCycles, clock, cells);
  }

  private static void put(
      String column, long cycles, DeviceLogHeader clock, Map<String, String> cells) {
    if (cycles != Marker.NONE) {
      cells.put(column, clock.roundedNanos(cycles));
    }
  }
}
