package dev.tilescope.internal.logs;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.internal.markers.DeviceLogs;
import dev.tilescope.profile.internal.table.Column;
import dev.tilescope.profile.internal.table.OpsColumn;
import dev.tilescope.profile.internal.table.OpsRow;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code cpp_device_perf_report.csv}: runs that the profiler's runtime added up itself. Where
 * it is there, its numbers are the report's, and the device log adds only the sub-device.
 */
final class AnalysedRuns {
  static final String FILE = DeviceLogs.ANALYSIS;

  private static final List<OpsColumn> NEEDED =
      List.of(
          OpsColumn.GLOBAL_CALL_COUNT,
          OpsColumn.METAL_TRACE_ID,
          OpsColumn.METAL_TRACE_REPLAY_SESSION_ID,
          OpsColumn.DEVICE_ID,
          OpsColumn.KERNEL_START,
          OpsColumn.KERNEL_END,
          OpsColumn.KERNEL_DM_START);

  private final Path file;
  private final InputProblems problems;
  private final Map<RunKey, Long> subDevices = new HashMap<>();
  private final Map<RunKey, DeviceRecord> records = new LinkedHashMap<>();
  private long row;

  AnalysedRuns(Path file, List<DeviceRecord> ofDeviceLog, InputProblems problems) {
    this.file = file;
    this.problems = problems;
    for (DeviceRecord record : ofDeviceLog) {
      if (record.cells().has(OpsColumn.SUB_DEVICE_ID)) {
        subDevices.put(record.key(), record.cells().whole(OpsColumn.SUB_DEVICE_ID, Marker.NONE));
      }
    }
  }

  /** Device by device, in the order their kernels started. */
  List<DeviceRecord> read() {
    try (BufferedReader in = Files.newBufferedReader(file)) {
      List<Column> header = header(in.readLine());
      row = 1;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        row++;
        String problem = record(header, List.of(line.split(",", -1)));
        if (problem != null) {
          problems.found(file, row, problem);
        }
      }
    } catch (IOException e) {
      throw new TilescopeException("cannot read " + file + ", row " + (row + 1) + ": " + e, e);
    }
    return records.values().stream()
        .sorted(
            Comparator.<DeviceRecord>comparingInt(record -> record.key().device())
                .thenComparingLong(DeviceRecord::kernelStartCycles))
        .toList();
  }

  private List<Column> header(@Nullable String line) {
    List<Column> header =
        line == null ? List.of() : Stream.of(line.split(",", -1)).map(Column::of).toList();
    for (OpsColumn needed : NEEDED) {
      if (!header.contains(needed)) {
        throw new TilescopeException(file + ", row 1: there is no column " + needed.header());
      }
    }
    return header;
  }

  private @Nullable String record(List<Column> header, List<String> fields) {
    if (fields.size() != header.size()) {
      return "expected %d columns, found %d".formatted(header.size(), fields.size());
    }
    OpsRow cells = new OpsRow();
    for (int i = 0; i < fields.size(); i++) {
      if (!fields.get(i).isEmpty()) {
        cells.read(header.get(i), fields.get(i));
      }
    }
    try {
      DeviceRecord record = record(cells);
      DeviceRecord before = records.putIfAbsent(record.key(), record);
      return before == null
          ? null
          : "%s is here twice, first in row %d".formatted(record.key(), before.row());
    } catch (NumberFormatException e) {
      return "expected whole numbers: " + e.getMessage();
    }
  }

  private DeviceRecord record(OpsRow cells) {
    RunKey key =
        new RunKey(
            (int) cells.whole(OpsColumn.DEVICE_ID, Marker.NONE),
            cells.whole(OpsColumn.GLOBAL_CALL_COUNT, Marker.NONE),
            cells.whole(OpsColumn.METAL_TRACE_ID, Marker.NONE),
            cells.whole(OpsColumn.METAL_TRACE_REPLAY_SESSION_ID, Marker.NONE));
    long kernelStart = cells.whole(OpsColumn.KERNEL_START, Marker.NONE);
    long kernelEnd = cells.whole(OpsColumn.KERNEL_END, Marker.NONE);
    long dataMovementStart = cells.whole(OpsColumn.KERNEL_DM_START, Marker.NONE);
    cells.whole(OpsColumn.KERNEL_DURATION, Marker.NONE); // must be one
    cells.removeIf(column -> !OpsPerfColumns.isOfDevice(column));
    Long subDevice = subDevices.get(key);
    if (subDevice != null) {
      cells.put(OpsColumn.SUB_DEVICE_ID, subDevice);
    }
    return new DeviceRecord(key, row, cells, kernelStart, kernelEnd, dataMovementStart);
  }
}
