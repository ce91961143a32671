package dev.tilescope.logs;

import dev.tilescope.model.TilescopeException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code cpp_device_perf_report.csv}: runs that the profiler's runtime added up itself. Where
 * it is there, its numbers are the report's, and the device log adds only the sub-device.
 */
final class AnalysedRuns {
  static final String FILE = "cpp_device_perf_report.csv";

  private static final String SUB_DEVICE = "SUB DEVICE ID";
  private static final List<String> NEEDED =
      List.of(
          "GLOBAL CALL COUNT",
          "METAL TRACE ID",
          "METAL TRACE REPLAY SESSION ID",
          "DEVICE ID",
          "DEVICE KERNEL START CYCLE",
          "DEVICE KERNEL END CYCLE",
          "DEVICE KERNEL DM START CYCLE");

  private final Path file;
  private final InputProblems problems;
  private final Map<RunKey, String> subDevices = new HashMap<>();
  private final Map<RunKey, DeviceRecord> records = new LinkedHashMap<>();
  private long row;

  AnalysedRuns(Path file, List<DeviceRecord> ofDeviceLog, InputProblems problems) {
    this.file = file;
    this.problems = problems;
    for (DeviceRecord record : ofDeviceLog) {
      String subDevice = record.cells().get(SUB_DEVICE);
      if (subDevice != null) {
        subDevices.put(record.key(), subDevice);
      }
    }
  }

  /** Device by device, in the order their kernels started. */
  List<DeviceRecord> read() {
    try (BufferedReader in = Files.newBufferedReader(file)) {
      List<String> header = header(in.readLine());
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

  private List<String> header(@Nullable String line) {
    List<String> header = line == null ? List.of() : List.of(line.split(",", -1));
    for (String needed : NEEDED) {
      if (!header.contains(needed)) {
        throw new TilescopeException(file + ", row 1: there is no column " + needed);
      }
    }
    return header;
  }

  private @Nullable String record(List<String> header, List<String> fields) {
    if (fields.size() != header.size()) {
      return "expected %d columns, found %d".formatted(header.size(), fields.size());
    }
    Map<String, String> cells = new HashMap<>();
    for (int i = 0; i < fields.size(); i++) {
      if (!fields.get(i).isEmpty()) {
        cells.put(header.get(i), fields.get(i));
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

  private DeviceRecord record(Map<String, String> cells) {
    RunKey key =
        new RunKey(
            (int) number(cells, "DEVICE ID"),
            number(cells, "GLOBAL CALL COUNT"),
            number(cells, "METAL TRACE ID"),
            number(cells, "METAL TRACE REPLAY SESSION ID"));
    long kernelStart = number(cells, "DEVICE KERNEL START CYCLE");
    long kernelEnd = number(cells, "DEVICE KERNEL END CYCLE");
    long dataMovementStart = number(cells, "DEVICE KERNEL DM START CYCLE");
    number(cells, DeviceRecord.KERNEL_DURATION);
    cells.keySet().removeIf(column -> !OpsPerfColumns.isOfDevice(column));
    String subDevice = subDevices.get(key);
    if (subDevice != null) {
      cells.put(SUB_DEVICE, subDevice);
    }
    return new DeviceRecord(key, row, cells, kernelStart, kernelEnd, dataMovementStart);
  }

  private static long number(Map<String, String> cells, String column) {
    return Long.parseLong(Objects.requireNonNullElse(cells.get(column), "" + Marker.NONE));
  }
}
