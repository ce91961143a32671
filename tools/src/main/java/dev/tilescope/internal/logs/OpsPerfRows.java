package dev.tilescope.internal.logs;

import dev.tilescope.profile.internal.table.Column;
import dev.tilescope.profile.internal.table.OpsColumn;
import dev.tilescope.profile.internal.table.OpsRow;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the report, each from its columns to its cells.
 *
 * <p>A call that ran has one row. A call recorded into a trace has a row for the recording, with
 * the host's columns only, and one for each replay. A signpost has a row of its own.
 */
final class OpsPerfRows {
  private record Row(long nanos, OpsRow cells, @Nullable DeviceRecord record) {}

  private static final Set<Column> NOT_OF_REPLAYS =
      Stream.concat(Stream.of(OpsColumn.SUB_DEVICE_ID), PerfMetrics.COLUMNS.stream())
          .collect(Collectors.toUnmodifiableSet());

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
  static List<OpsRow> ofDevice(
      List<DeviceRecord> records, DeviceLogHeader clock, boolean upstreamQuirks) {
    Latencies latencies = new Latencies(clock);
    List<OpsRow> rows = new ArrayList<>();
    for (DeviceRecord record : records) {
      OpsRow cells = new OpsRow(record.cells());
      cells.put(OpsColumn.GLOBAL_CALL_COUNT, record.key().id());
      if (upstreamQuirks) {
        withoutPlace(record.key(), cells);
      } else {
        cells.put(OpsColumn.DEVICE_ID, record.key().device());
        replay(record.key(), cells);
      }
      latencies.add(record, cells);
      rows.add(cells);
    }
    return rows;
  }

  /** TT-NN looks for a replay's sub-device and counters as if it were none, and finds nothing. */
  private static void withoutPlace(RunKey key, OpsRow cells) {
    cells.removeIf(column ->
        column == OpsColumn.CORE_COUNT || key.isReplay() && NOT_OF_REPLAYS.contains(column));
  }

  /** In the order of host time; at equal times calls, then replays, then signposts. */
  List<OpsRow> joined(DeviceLogHeader clock) {
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
    OpsRow cells = hostCells(operation);
    OperationInfo info = operation.info;
    RunKey key = new RunKey((int) info.deviceId(), operation.id, Marker.NONE, Marker.NONE);
    DeviceRecord record = info.runsOnDevice() ? records.get(key) : null;
    if (record != null) {
      deviceCells(record, cells);
    } else if (operation.traceId != Marker.NONE) {
      if (!upstreamQuirks) {
        cells.put(OpsColumn.METAL_TRACE_ID, operation.traceId);
      }
    } else if (info.runsOnDevice()) {
      timelessCalls++;
      problems.found(
          file.resolveSibling(HostLog.MESSAGES),
          operation.row,
          key + " has no rows in " + file.getFileName());
    }
    return new Row(operation.startNanos, cells, record);
  }

  private static OpsRow hostCells(HostOperation operation) {
    OpsRow cells = new OpsRow(operation.info.cells());
    cells.put(OpsColumn.GLOBAL_CALL_COUNT, operation.id);
    cells.put(OpsColumn.PROGRAM_CACHE_HIT, operation.cacheHit);
    cells.put(OpsColumn.HOST_START, operation.startNanos);
    cells.put(OpsColumn.HOST_END, operation.startNanos + operation.durationNanos);
    cells.put(OpsColumn.HOST_DURATION, operation.durationNanos);
    operation.childNanos.forEach((name, nanos) -> cells.put(new Column.HostFunction(name), nanos));
    return cells;
  }

  private static void deviceCells(DeviceRecord record, OpsRow cells) {
    cells.putAll(record.cells());
    if (cells.has(OpsColumn.PM_COMPUTE) && cells.has(OpsColumn.KERNEL_DURATION)) {
      double computeNanos = cells.number(OpsColumn.PM_COMPUTE);
      long kernelNanos = cells.whole(OpsColumn.KERNEL_DURATION, 0);
      cells.put(OpsColumn.PM_FPU_UTIL, utilization(computeNanos, kernelNanos));
    }
  }

  /** In per cent, with three digits. */
  private static double utilization(double computeNanos, long kernelNanos) {
    double percent = kernelNanos == 0 ? 0 : 100 * computeNanos / kernelNanos;
    return new BigDecimal(percent).setScale(3, RoundingMode.HALF_EVEN).doubleValue();
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
    OpsRow cells = hostCells(operation);
    deviceCells(record, cells);
    replay(record.key(), cells);
    return new Row(nanos, cells, record);
  }

  private static void replay(RunKey key, OpsRow cells) {
    if (key.isReplay()) {
      cells.put(OpsColumn.METAL_TRACE_ID, key.traceId());
      cells.put(OpsColumn.METAL_TRACE_REPLAY_SESSION_ID, key.replay());
    }
  }

  private static Row signpost(HostLog.Signpost signpost) {
    OpsRow cells = new OpsRow();
    cells.put(OpsColumn.OP_CODE, signpost.header());
    cells.put(OpsColumn.OP_TYPE, OpsRow.SIGNPOST);
    cells.put(OpsColumn.ATTRIBUTES, signpost.message());
    cells.put(OpsColumn.HOST_START, signpost.nanos());
    return new Row(signpost.nanos(), cells, null);
  }
}
