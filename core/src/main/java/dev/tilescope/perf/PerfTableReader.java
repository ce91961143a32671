package dev.tilescope.perf;

import dev.tilescope.csv.CsvException;
import dev.tilescope.csv.CsvReader;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.perf.PerfTable.FileRows;
import dev.tilescope.perf.PerfTable.Format;
import dev.tilescope.report.raw.ReportBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code ops_perf_results} CSVs into one {@link PerfTable}. */
final class PerfTableReader {
  private static final String KERNEL_DURATION = "DEVICE KERNEL DURATION [ns]";
  private static final List<String> REQUIRED =
      List.of(
          "OP CODE",
          "OP TYPE",
          "GLOBAL CALL COUNT",
          "DEVICE ID",
          "ATTRIBUTES",
          "OP TO OP LATENCY [ns]",
          KERNEL_DURATION);

  /** Reports of {@code --device-trace-profiler} have this duration and not that of kernels. */
  private static final String WHOLE_REPLAY = "DEVICE TRACE KERNEL DURATION [ns]";

  private static final String PADDED = "_PAD[LOGICAL]";

  private final List<PerfRow> rows = new ArrayList<>();
  private final List<FileRows> read = new ArrayList<>();
  private Format format = Format.V1;
  private @Nullable String arch;
  private @Nullable Integer workerCores;
  private boolean hasHostStart = true;

  private PerfTableReader() {}

  static PerfTable read(List<Path> files) {
    PerfTableReader reader = new PerfTableReader();
    int devices = 0;
    for (int i = 0; i < files.size(); i++) {
      int from = reader.rows.size();
      int found = reader.file(files.get(i), i * devices);
      reader.read.add(new FileRows(files.get(i), from, reader.rows.size()));
      if (i > 0 && found != devices) {
        throw new TilescopeException(
            files.get(i)
                + ": holds rows of "
                + found
                + " devices, but "
                + files.getFirst()
                + " of "
                + devices
                + "; give files of systems of one size");
      }
      devices = found;
    }
    return new PerfTable(
        reader.format,
        reader.arch,
        reader.workerCores,
        reader.hasHostStart,
        reader.rows,
        reader.read);
  }

  /** Returns how many devices the file's ids allow for. */
  private int file(Path file, int firstDevice) {
    try (CsvReader csv =
        CsvReader.open(ReportBytes.plain(Files.newInputStream(file), file), file.toString())) {
      return new OneFile(file, csv).read(firstDevice);
    } catch (CsvException e) {
      throw new TilescopeException(e.getMessage() + "", e);
    } catch (NoSuchFileException e) {
      throw new TilescopeException(
          file + ": no such file; give an ops_perf_results CSV of the profiler", e);
    } catch (IOException e) {
      throw new TilescopeException(file + ": cannot be read: " + e.getMessage(), e);
    } catch (UncheckedIOException e) {
      throw new TilescopeException(e.getMessage() + "", e);
    }
  }

  private final class OneFile {
    private final Path file;
    private final CsvReader csv;
    private final Map<String, Integer> columns = new HashMap<>();
    private List<String> cells = List.of();
    private int devices;

    OneFile(Path file, CsvReader csv) {
      this.file = file;
      this.csv = csv;
    }

    int read(int firstDevice) {
      header();
      for (var next = csv.next(); next != null; next = csv.next()) {
        cells = next;
        if (cells.size() != columns.size()) {
          throw csv.error(
              cells.size(),
              "the row has %d cells, the header %d; the file is cut off or damaged here"
                  .formatted(cells.size(), columns.size()));
        }
        archOfRow();
        rows.add(row(rows.size() + 2, firstDevice));
      }
      return devices;
    }

    private void header() {
      List<String> names = csv.next();
      if (names == null) {
        throw new TilescopeException(file + ":1: the file is empty; " + wanted());
      }
      for (String name : names) {
        if (columns.put(name, columns.size()) != null) {
          throw csv.error(columns.size() + 1, "the header names '" + name + "' twice; " + wanted());
        }
      }
      if (columns.containsKey(WHOLE_REPLAY) && !columns.containsKey(KERNEL_DURATION)) {
        throw csv.error(
            1,
            "this is a report of whole trace replays, a row for each and no operations; read its"
                + " times as they are, or profile again without --device-trace-profiler to have a"
                + " row for each operation");
      }
      for (String name : REQUIRED) {
        if (!columns.containsKey(name)) {
          throw csv.error(1, "the header lacks the column '" + name + "'; " + wanted());
        }
      }
      hasHostStart &= columns.containsKey("HOST START TS");
      Format found = formatOfHeader();
      format = found.compareTo(format) > 0 ? found : format;
    }

    private static String wanted() {
      return "expected an ops_perf_results CSV of the profiler";
    }

    private Format formatOfHeader() {
      if (columns.containsKey("DEVICE ARCH")
          || columns.containsKey("AVAILABLE WORKER CORE COUNT")) {
        return Format.V2_1;
      }
      return columns.keySet().stream().anyMatch(name -> name.contains(PADDED))
          ? Format.V2
          : Format.V1;
    }

    private void archOfRow() {
      if (arch == null) {
        arch = textOrNull("DEVICE ARCH");
      }
      if (workerCores == null) {
        Integer count = integer("AVAILABLE WORKER CORE COUNT");
        workerCores = count != null && count == 0 ? null : count;
      }
    }

    private PerfRow row(int id, int firstDevice) {
      Integer device = integer("DEVICE ID");
      if (device != null) {
        devices = Math.max(devices, device + 1);
        device += firstDevice;
      } else if (text("OP TYPE").equals("tt_dnn_device")) {
        throw csv.error(
            columns.getOrDefault("DEVICE ID", 0) + 1,
            "a device operation without DEVICE ID; the row is damaged");
      }
      return new PerfRow(
          id,
          text("OP CODE"),
          text("OP TYPE"),
          number("GLOBAL CALL COUNT"),
          device,
          text("ATTRIBUTES"),
          textOrNull("MATH FIDELITY"),
          integer("CORE COUNT"),
          number("HOST START TS"),
          number("OP TO OP LATENCY [ns]"),
          number("DEVICE KERNEL DURATION [ns]"),
          tensor("INPUT_0"),
          tensor("INPUT_1"),
          tensor("OUTPUT_0"));
    }

    private PerfTensor tensor(String prefix) {
      return new PerfTensor(
          dimension(prefix + "_W"),
          dimension(prefix + "_Z"),
          dimension(prefix + "_Y"),
          dimension(prefix + "_X"),
          textOrNull(prefix + "_DATATYPE"),
          textOrNull(prefix + "_MEMORY"));
    }

    /** {@code 32} or, padded and logical, {@code 32[19]}. */
    private double dimension(String name) {
      String column = columns.containsKey(name) ? name : name + PADDED;
      String text = text(column);
      int bracket = text.indexOf('[');
      return number(column, bracket < 0 ? text : text.substring(0, bracket));
    }

    private String text(String column) {
      Integer index = columns.get(column);
      return index == null ? "" : cells.get(index);
    }

    private @Nullable String textOrNull(String column) {
      String text = text(column);
      return text.isEmpty() ? null : text;
    }

    private @Nullable Integer integer(String column) {
      double value = number(column);
      if (Double.isNaN(value)) {
        return null;
      }
      if (value < 0 || value >= Integer.MAX_VALUE || value != Math.rint(value)) {
        throw notANumber(column, text(column), "a whole number from 0");
      }
      return (int) value;
    }

    private double number(String column) {
      return number(column, text(column));
    }

    private double number(String column, String text) {
      if (text.isEmpty()) {
        return Double.NaN;
      }
      try {
        double value = Double.parseDouble(text);
        if (Double.isFinite(value)) {
          return value;
        }
      } catch (NumberFormatException e) {
        // Said below, as for infinity.
      }
      throw notANumber(column, text, "a number");
    }

    private CsvException notANumber(String column, String text, String expected) {
      String shown = text.length() > 40 ? text.substring(0, 40) + "..." : text;
      return csv.error(
          columns.getOrDefault(column, 0) + 1,
          column + " is '" + shown + "', expected " + expected);
    }
  }
}
