package dev.tilescope.profile.internal.markers;

import dev.tilescope.device.marker.FirmwareZones;
import dev.tilescope.device.marker.MarkerWords.Packet;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.internal.csv.CsvWriter;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.profile.internal.table.OpsColumn;
import dev.tilescope.profile.internal.table.OpsRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Adds up the runs of one chip into rows of {@code cpp_device_perf_report.csv}: what TT-Metal's
 * runtime makes of its markers itself, in its columns. Programs that one read brought are compared
 * with those before them in the same read or an earlier one, for the latency between operations.
 */
final class RunAnalysis implements MarkerSink {
  private static final List<OpsColumn> COLUMNS =
      List.of(
          OpsColumn.GLOBAL_CALL_COUNT,
          OpsColumn.METAL_TRACE_ID,
          OpsColumn.METAL_TRACE_REPLAY_SESSION_ID,
          OpsColumn.DEVICE_ID,
          OpsColumn.DEVICE_ARCH,
          OpsColumn.OP_NAME,
          OpsColumn.CORE_COUNT,
          OpsColumn.AVAILABLE_WORKER_CORE_COUNT,
          OpsColumn.TRACE_FIRMWARE_DURATION,
          OpsColumn.TRACE_KERNEL_DURATION,
          OpsColumn.KERNEL_FIRST_TO_LAST_START,
          OpsColumn.FIRMWARE_DURATION,
          OpsColumn.FIRMWARE_START,
          OpsColumn.FIRMWARE_END,
          OpsColumn.KERNEL_DURATION,
          OpsColumn.KERNEL_START,
          OpsColumn.KERNEL_END,
          OpsColumn.KERNEL_DURATION_DM_START,
          OpsColumn.KERNEL_DM_START,
          OpsColumn.KERNEL_DM_END,
          OpsColumn.BRISC_KERNEL_DURATION,
          OpsColumn.NCRISC_KERNEL_DURATION,
          OpsColumn.TRISC0_KERNEL_DURATION,
          OpsColumn.TRISC1_KERNEL_DURATION,
          OpsColumn.TRISC2_KERNEL_DURATION,
          OpsColumn.ERISC_KERNEL_DURATION,
          OpsColumn.QUASAR_DM_KERNEL_DURATION,
          OpsColumn.QUASAR_DM_KERNEL_START,
          OpsColumn.QUASAR_DM_KERNEL_END,
          OpsColumn.QUASAR_TRISC_KERNEL_DURATION,
          OpsColumn.QUASAR_TRISC_KERNEL_START,
          OpsColumn.QUASAR_TRISC_KERNEL_END,
          OpsColumn.DM_FIRMWARE_DURATION,
          OpsColumn.TRISC_FIRMWARE_DURATION,
          OpsColumn.LATENCY,
          OpsColumn.DATA_MOVEMENT_LATENCY);

  private static final String HEAD =
      COLUMNS.stream().map(OpsColumn::header).collect(Collectors.joining(",")) + "\n";

  private static final List<Risc> DATA_MOVEMENT = List.of(Risc.BRISC, Risc.NCRISC, Risc.ERISC);

  /** From the first to the last of the times it was shown. */
  private static final class Span {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;

    void start(long cycles) {
      first = Math.min(first, cycles);
    }

    void end(long cycles) {
      last = Math.max(last, cycles);
    }

    boolean isEmpty() {
      return first > last;
    }
  }

  private static final class Run {
    final RunKey key;
    final Span firmware = new Span();
    final Span kernel = new Span();
    final Map<Risc, Span> kernels = new EnumMap<>(Risc.class);
    long lastKernelStart = Long.MIN_VALUE;
    int cores;

    Run(RunKey key) {
      this.key = key;
    }

    long dataMovementStart() {
      long first = Long.MAX_VALUE;
      for (Risc risc : DATA_MOVEMENT) {
        Span span = kernels.get(risc);
        first = span == null ? first : Math.min(first, span.first);
      }
      return first;
    }
  }

  private final LogFolder folder;
  private final int chipId;
  private final String architecture;
  private final int clockMhz;
  private final int workers;
  private final Map<RunKey, Run> runs = new HashMap<>();
  private Risc risc = Risc.BRISC;
  private long previousKernelEnd = -1;

  RunAnalysis(LogFolder folder, int chipId, String architecture, int clockMhz, int workers) {
    this.folder = folder;
    this.chipId = chipId;
    this.architecture = architecture;
    this.clockMhz = clockMhz;
    this.workers = workers;
  }

  @Override
  public void stream(CoreCoord physical, Risc of) {
    risc = of;
  }

  @Override
  public void marker(
      int programNumber,
      Replay replay,
      Packet packet,
      int zoneId,
      long cycles,
      long data,
      long moreData) {
    FirmwareZones zones = FirmwareZones.of(risc);
    if (zoneId == zones.firmware()) {
      firmware(run(programNumber, replay), packet, cycles);
    } else if (zoneId == zones.kernel()) {
      kernel(run(programNumber, replay), packet, cycles);
    }
  }

  private Run run(int programNumber, Replay replay) {
    return runs.computeIfAbsent(new RunKey(programNumber, replay), Run::new);
  }

  private void firmware(Run run, Packet packet, long cycles) {
    if (packet == Packet.ZONE_START) {
      run.firmware.start(cycles);
      run.cores += risc == Risc.BRISC || risc == Risc.TENSIX_RISC_AGG ? 1 : 0;
    } else if (packet == Packet.ZONE_END) {
      run.firmware.end(cycles);
    }
  }

  private void kernel(Run run, Packet packet, long cycles) {
    Span span = run.kernels.computeIfAbsent(risc, r -> new Span());
    if (packet == Packet.ZONE_START) {
      span.start(cycles);
      run.kernel.start(cycles);
      run.lastKernelStart = Math.max(run.lastKernelStart, cycles);
    } else if (packet == Packet.ZONE_END) {
      span.end(cycles);
      run.kernel.end(cycles);
    }
  }

  /** Writes the rows of what was heard since the last time, by program number and replay. */
  @Override
  public void endOfRead() throws IOException {
    List<Run> byStart = new ArrayList<>(runs.values());
    byStart.sort(Comparator.comparingLong(run -> run.kernel.first));
    SortedMap<RunKey, OpsRow> rows = new TreeMap<>(RunKey.ORDER);
    for (Run run : byStart) {
      rows.put(run.key, row(run));
    }
    StringBuilder text = new StringBuilder();
    CsvWriter csv = new CsvWriter(text);
    for (OpsRow row : rows.values()) {
      csv.row(row.texts(COLUMNS));
    }
    runs.clear();
    folder.append(DeviceLogs.ANALYSIS, HEAD, text);
  }

  private OpsRow row(Run run) {
    OpsRow cells = new OpsRow();
    cells.put(OpsColumn.GLOBAL_CALL_COUNT, OperationId.of(run.key.programNumber(), chipId));
    if (!run.key.replay().isNone()) {
      cells.put(OpsColumn.METAL_TRACE_ID, run.key.replay().traceId());
      cells.put(OpsColumn.METAL_TRACE_REPLAY_SESSION_ID, run.key.replay().session());
    }
    cells.put(OpsColumn.DEVICE_ID, chipId);
    cells.put(OpsColumn.DEVICE_ARCH, architecture);
    cells.put(OpsColumn.CORE_COUNT, run.cores);
    cells.put(OpsColumn.AVAILABLE_WORKER_CORE_COUNT, workers);
    if (!run.firmware.isEmpty()) {
      duration(cells, OpsColumn.FIRMWARE_DURATION, run.firmware);
      cells.put(OpsColumn.FIRMWARE_START, run.firmware.first);
      cells.put(OpsColumn.FIRMWARE_END, run.firmware.last);
    }
    if (run.kernels.containsKey(Risc.TENSIX_RISC_AGG)) {
      duration(cells, OpsColumn.TRACE_FIRMWARE_DURATION, run.firmware);
    }
    if (!run.kernel.isEmpty()) {
      kernel(cells, run);
    }
    return cells;
  }

  private void kernel(OpsRow cells, Run run) {
    long start = run.kernel.first;
    long end = run.kernel.last;
    cells.put(
        OpsColumn.KERNEL_FIRST_TO_LAST_START, nanos(Math.max(0, run.lastKernelStart - start)));
    duration(cells, OpsColumn.KERNEL_DURATION, run.kernel);
    cells.put(OpsColumn.KERNEL_START, start);
    cells.put(OpsColumn.KERNEL_END, end);
    run.kernels.forEach((of, span) -> duration(cells, OpsColumn.kernelDuration(of), span));
    long dataMovementStart = run.dataMovementStart();
    if (dataMovementStart <= end) {
      cells.put(OpsColumn.KERNEL_DURATION_DM_START, nanos(end - dataMovementStart));
      cells.put(OpsColumn.KERNEL_DM_START, dataMovementStart);
      cells.put(OpsColumn.KERNEL_DM_END, end);
      latency(cells, OpsColumn.DATA_MOVEMENT_LATENCY, dataMovementStart);
    }
    latency(cells, OpsColumn.LATENCY, start);
    previousKernelEnd = end;
  }

  /** Empty where a program began before the one before it ended. */
  private void latency(OpsRow cells, OpsColumn column, long start) {
    if (previousKernelEnd < 0) {
      cells.put(column, 0);
    } else if (start >= previousKernelEnd) {
      cells.put(column, nanos(start - previousKernelEnd));
    }
  }

  private long nanos(long cycles) {
    return Math.round(cycles * 1000.0 / clockMhz);
  }

  private void duration(OpsRow cells, OpsColumn column, Span span) {
    if (!span.isEmpty()) {
      cells.put(column, nanos(span.last - span.first));
    }
  }
}
