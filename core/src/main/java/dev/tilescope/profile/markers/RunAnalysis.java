package dev.tilescope.profile.markers;

import dev.tilescope.csv.CsvWriter;
import dev.tilescope.device.marker.FirmwareZones;
import dev.tilescope.device.marker.MarkerWords.Packet;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreCoord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up the runs of one chip into rows of {@code cpp_device_perf_report.csv}: what TT-Metal's
 * runtime makes of its markers itself, in its columns. Programs that one read brought are compared
 * with those before them in the same read or an earlier one, for the latency between operations.
 */
final class RunAnalysis implements MarkerSink {
  private static final List<String> COLUMNS =
      List.of(
          "GLOBAL CALL COUNT",
          "METAL TRACE ID",
          "METAL TRACE REPLAY SESSION ID",
          "DEVICE ID",
          "DEVICE ARCH",
          "OP NAME",
          "CORE COUNT",
          "AVAILABLE WORKER CORE COUNT",
          "DEVICE TRACE FIRMWARE DURATION [ns]",
          "DEVICE TRACE KERNEL DURATION [ns]",
          "DEVICE KERNEL FIRST TO LAST START [ns]",
          "DEVICE FW DURATION [ns]",
          "DEVICE FW START CYCLE",
          "DEVICE FW END CYCLE",
          "DEVICE KERNEL DURATION [ns]",
          "DEVICE KERNEL START CYCLE",
          "DEVICE KERNEL END CYCLE",
          "DEVICE KERNEL DURATION DM START [ns]",
          "DEVICE KERNEL DM START CYCLE",
          "DEVICE KERNEL DM END CYCLE",
          "DEVICE BRISC KERNEL DURATION [ns]",
          "DEVICE NCRISC KERNEL DURATION [ns]",
          "DEVICE TRISC0 KERNEL DURATION [ns]",
          "DEVICE TRISC1 KERNEL DURATION [ns]",
          "DEVICE TRISC2 KERNEL DURATION [ns]",
          "DEVICE ERISC KERNEL DURATION [ns]",
          "DEVICE QUASAR_DM KERNEL DURATION [ns]",
          "DEVICE QUASAR_DM KERNEL START CYCLE",
          "DEVICE QUASAR_DM KERNEL END CYCLE",
          "DEVICE QUASAR_NEO_TRISC KERNEL DURATION [ns]",
          "DEVICE QUASAR_NEO_TRISC KERNEL START CYCLE",
          "DEVICE QUASAR_NEO_TRISC KERNEL END CYCLE",
          "DEVICE DM FW DURATION [ns]",
          "DEVICE TRISC FW DURATION [ns]",
          "OP TO OP LATENCY [ns]",
          "OP TO OP LATENCY BR/NRISC START [ns]");

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
    Map<Run, String[]> rows = new HashMap<>();
    for (Run run : byStart) {
      rows.put(run, row(run));
    }
    byStart.sort(Comparator.comparing(run -> run.key, RunKey.ORDER));
    StringBuilder text = new StringBuilder();
    CsvWriter csv = new CsvWriter(text);
    for (Run run : byStart) {
      csv.row(Arrays.asList(rows.get(run)));
    }
    runs.clear();
    folder.append(DeviceLogs.ANALYSIS, String.join(",", COLUMNS) + "\n", text);
  }

  private String[] row(Run run) {
    Cells cells = new Cells();
    cells.put("GLOBAL CALL COUNT", OperationId.of(run.key.programNumber(), chipId));
    if (!run.key.replay().isNone()) {
      cells.put("METAL TRACE ID", run.key.replay().traceId());
      cells.put("METAL TRACE REPLAY SESSION ID", run.key.replay().session());
    }
    cells.put("DEVICE ID", chipId);
    cells.put("DEVICE ARCH", architecture);
    cells.put("CORE COUNT", run.cores);
    cells.put("AVAILABLE WORKER CORE COUNT", workers);
    if (!run.firmware.isEmpty()) {
      cells.duration("DEVICE FW DURATION [ns]", run.firmware);
      cells.put("DEVICE FW START CYCLE", run.firmware.first);
      cells.put("DEVICE FW END CYCLE", run.firmware.last);
    }
    if (run.kernels.containsKey(Risc.TENSIX_RISC_AGG)) {
      cells.duration("DEVICE TRACE FIRMWARE DURATION [ns]", run.firmware);
    }
    if (!run.kernel.isEmpty()) {
      kernel(cells, run);
    }
    return cells.values;
  }

  private void kernel(Cells cells, Run run) {
    long start = run.kernel.first;
    long end = run.kernel.last;
    cells.put(
        "DEVICE KERNEL FIRST TO LAST START [ns]", nanos(Math.max(0, run.lastKernelStart - start)));
    cells.duration("DEVICE KERNEL DURATION [ns]", run.kernel);
    cells.put("DEVICE KERNEL START CYCLE", start);
    cells.put("DEVICE KERNEL END CYCLE", end);
    run.kernels.forEach((of, span) -> cells.duration(durationColumn(of), span));
    long dataMovementStart = run.dataMovementStart();
    if (dataMovementStart <= end) {
      cells.put("DEVICE KERNEL DURATION DM START [ns]", nanos(end - dataMovementStart));
      cells.put("DEVICE KERNEL DM START CYCLE", dataMovementStart);
      cells.put("DEVICE KERNEL DM END CYCLE", end);
      latency(cells, "OP TO OP LATENCY BR/NRISC START [ns]", dataMovementStart);
    }
    latency(cells, "OP TO OP LATENCY [ns]", start);
    previousKernelEnd = end;
  }

  private static String durationColumn(Risc risc) {
    String name = risc == Risc.TENSIX_RISC_AGG ? "TRACE" : risc.name().replace("_", "");
    return "DEVICE " + name + " KERNEL DURATION [ns]";
  }

  /** Empty where a program began before the one before it ended. */
  private void latency(Cells cells, String column, long start) {
    if (previousKernelEnd < 0) {
      cells.put(column, 0);
    } else if (start >= previousKernelEnd) {
      cells.put(column, nanos(start - previousKernelEnd));
    }
  }

  private long nanos(long cycles) {
    return Math.round(cycles * 1000.0 / clockMhz);
  }

  private final class Cells {
    final String[] values = new String[COLUMNS.size()];

    Cells() {
      Arrays.fill(values, "");
    }

    void put(String column, String value) {
      values[COLUMNS.indexOf(column)] = value;
    }

    void put(String column, long value) {
      put(column, Long.toString(value));
    }

    void duration(String column, Span span) {
      if (!span.isEmpty()) {
        put(column, nanos(span.last - span.first));
      }
    }
  }
}
