package dev.tilescope.logs;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the report, each from its columns to its cells.
 *
 * <p>A call that ran has one row. A call recorded into a trace has a row for the recording, with
 * the host's columns only, and one for each replay. A signpost has a row of its own.
 */
final class OpsPerfRows {
  private record Row(long nanos, Map<String, String> cells, @Nullable DeviceRecord record) {}

  private final Path file;
  private final HostLog host;
  private final InputProblems problems;
  private final Map<RunKey, DeviceRecord> records = new LinkedHashMap<>();
  private final boolean allowsUnnamed;
  private final boolean upstreamQuirks;
  private int unnamedRuns;
  private int timelessCalls;

  /**
   * @param file where the records are from, for messages
   * @param allowsUnnamed runs the host log does not name are counted, and no problem
   * @param upstreamQuirks the row of a recording does not say into which trace
   */
  OpsPerfRows(
      Path file,
      HostLog host,
      List<DeviceRecord> records,
      boolean allowsUnnamed,
      boolean upstreamQuirks,
      InputProblems problems) {
    this.file = file;
    this.allowsUnnamed = allowsUnnamed;
    this.host = host;
    this.upstreamQuirks = upstreamQuirks;
    this.problems = problems;
    for (DeviceRecord record : records) {
      RunKey key = withTrace(record.key());
      this.records.put(key, record.withKey(key));
    }
  }

  /** A log that names no traces has the replays of one in order, and nothing else of it. */
  private RunKey withTrace(RunKey key) {
    HostOperation operation = host.operations.get(key.id());
    return operation == null || operation.traceId == Marker.NONE || key.isReplay()
        ? key
        : new RunKey(key.device(), key.id(), operation.traceId, Math.max(1, key.replay()));
  }

  /**
   * Without host logs: one row a run, device by device, as they ran.
   *
   * @param upstreamQuirks the rows do not say on which cores, of which device and replay they are
   */
  static List<Map<String, String>> ofDevice(
      List<DeviceRecord> records, DeviceLogHeader clock, boolean upstreamQuirks) {
    Latencies latencies = new Latencies(clock);
    List<Map<String, String>> rows = new ArrayList<>();
    for (DeviceRecord record : records) {
      Map<String, String> cells = new HashMap<>(record.cells());
      cells.put("GLOBAL CALL COUNT", Long.toString(record.key().id()));
      if (upstreamQuirks) {
        withoutPlace(record.key(), cells);
      } else {
        cells.put("DEVICE ID", Integer.toString(record.key().device()));
        replay(record.key(), cells);
      }
      latencies.add(record, cells);
      rows.add(cells);
    }
    return rows;
  }

  /** TT-NN looks for a replay's sub-device and counters as if it were none, and finds nothing. */
  private static void withoutPlace(RunKey key, Map<String, String> cells) {
    cells.remove("CORE COUNT");
    if (key.isReplay()) {
      cells.remove("SUB DEVICE ID");
      cells.keySet().removeAll(PerfMetrics.COLUMNS);
    }
  }

  /** In the order of host time; at equal times calls, then replays, then signposts. */
  List<Map<String, String>> joined(DeviceLogHeader clock) {
    List<Row> rows = new ArrayList<>();
    host.operations.values().forEach(operation -> rows.add(call(operation)));
    records.values().forEach(record -> addReplay(record, rows));
    host.signposts.forEach(signpost -> rows.add(signpost(signpost)));
    rows.sort(Comparator.comparingLong(Row::nanos));
    Latencies latencies = new Latencies(clock);
    for (Row row : rows) {
      if (row.record() != null) {
        latencies.add(row.record(), row.cells());
      }
    }
    return rows.stream().map(Row::cells).toList();
  }

  /** Calls that ran on a device, and have no times there. */
  int timelessCalls() {
    return timelessCalls;
  }

  int unnamedRuns() {
    return unnamedRuns;
  }

  private Row call(HostOperation operation) {
    Map<String, String> cells = hostCells(operation);
    OperationInfo info = operation.info;
    RunKey key = new RunKey((int) info.deviceId(), operation.id, Marker.NONE, Marker.NONE);
    DeviceRecord record = info.runsOnDevice() ? records.get(key) : null;
    if (record != null) {
      deviceCells(record, cells);
    } else if (operation.traceId != Marker.NONE) {
      cells.put("METAL TRACE ID", upstreamQuirks ? "" : Long.toString(operation.traceId));
    } else if (info.runsOnDevice()) {
      timelessCalls++;
      problems.found(
          file.resolveSibling(HostLog.MESSAGES),
          operation.row,
          key + " has no rows in " + file.getFileName());
    }
    return new Row(operation.startNanos, cells, record);
  }

  private static Map<String, String> hostCells(HostOperation operation) {
    Map<String, String> cells = new HashMap<>(operation.info.cells());
    cells.put("GLOBAL CALL COUNT", Long.toString(operation.id));
    cells.put("PROGRAM CACHE HIT", operation.cacheHit);
    cells.put("HOST START TS", Long.toString(operation.startNanos));
    cells.put("HOST END TS", Long.toString(operation.startNanos + operation.durationNanos));
    cells.put("HOST DURATION [ns]", Long.toString(operation.durationNanos));
    operation.childNanos.forEach(
        (name, nanos) -> cells.put(name + OpsPerfColumns.HOST_FUNCTION, Long.toString(nanos)));
    return cells;
  }

  private static void deviceCells(DeviceRecord record, Map<String, String> cells) {
    cells.putAll(record.cells());
    String compute = cells.get(OperationInfo.COMPUTE_NANOS);
    String kernel = cells.get(DeviceRecord.KERNEL_DURATION);
    if (compute != null && kernel != null) {
      cells.put("PM FPU UTIL (%)", utilization(compute, Long.parseLong(kernel)));
    }
  }

  private static String utilization(String computeNanos, long kernelNanos) {
    double percent = kernelNanos == 0 ? 0 : 100 * Double.parseDouble(computeNanos) / kernelNanos;
    BigDecimal rounded = new BigDecimal(percent).setScale(3, RoundingMode.HALF_EVEN);
    return Double.toString(rounded.doubleValue());
  }

  /** Every run that is not the plain run of a call must be the replay of one. */
  private void addReplay(DeviceRecord record, List<Row> rows) {
    RunKey key = record.key();
    HostOperation operation = host.operations.get(key.id());
    if (operation == null || operation.info.deviceId() != key.device()) {
      unnamedRuns++;
      if (allowsUnnamed) {
        return;
      }
      problems.found(file, record.row(), key + " is not in the host log");
    } else if (key.isReplay()) {
      Long nanos = replayNanos(key);
      if (nanos == null) {
        problems.found(file, record.row(), key + " has no TT_METAL_TRACE_REPLAY in the host log");
      } else {
        rows.add(replayRow(operation, record, nanos));
      }
    }
  }

  private @Nullable Long replayNanos(RunKey key) {
    List<Long> replays =
        host.replayNanos.getOrDefault(new HostLog.TraceKey(key.device(), key.traceId()), List.of());
    boolean known = key.replay() >= 1 && key.replay() <= replays.size();
    return known ? replays.get((int) key.replay() - 1) : null;
  }

  private static Row replayRow(HostOperation operation, DeviceRecord record, long nanos) {
    Map<String, String> cells = hostCells(operation);
    deviceCells(record, cells);
    replay(record.key(), cells);
    return new Row(nanos, cells, record);
  }

  private static void replay(RunKey key, Map<String, String> cells) {
    if (key.isReplay()) {
      cells.put("METAL TRACE ID", Long.toString(key.traceId()));
      cells.put("METAL TRACE REPLAY SESSION ID", Long.toString(key.replay()));
    }
  }

  private static Row signpost(HostLog.Signpost signpost) {
    Map<String, String> cells = new HashMap<>();
    cells.put("OP CODE", signpost.header());
    cells.put("OP TYPE", "signpost");
    cells.put("ATTRIBUTES", signpost.message());
    cells.put("HOST START TS", Long.toString(signpost.nanos()));
    return new Row(signpost.nanos(), cells, null);
  }
}
