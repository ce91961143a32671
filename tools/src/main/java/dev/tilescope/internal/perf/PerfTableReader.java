package dev.tilescope.internal.perf;

import dev.tilescope.internal.csv.CsvException;
import dev.tilescope.internal.csv.CsvReader;
import dev.tilescope.internal.io.PackedFiles;
import dev.tilescope.internal.perf.PerfTable.FileRows;
import dev.tilescope.internal.perf.PerfTable.Format;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.internal.table.Column;
import dev.tilescope.profile.internal.table.Column.Tensor;
import dev.tilescope.profile.internal.table.Column.Tensor.Part;
import dev.tilescope.profile.internal.table.Column.Tensor.Side;
import dev.tilescope.profile.internal.table.OpsColumn;
import dev.tilescope.profile.internal.table.OpsRow;
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
  private static final List<OpsColumn> REQUIRED =
      List.of(
          OpsColumn.OP_CODE,
          OpsColumn.OP_TYPE,
          OpsColumn.GLOBAL_CALL_COUNT,
          OpsColumn.DEVICE_ID,
          OpsColumn.ATTRIBUTES,
          OpsColumn.LATENCY,
          OpsColumn.KERNEL_DURATION);

  /** Concatenations have more, which say no more. */
  private static final int MOST_INPUTS = 6;

  private final List<PerfRow> rows = new ArrayList<>();
  private final Map<String, String> texts = new HashMap<>();
  private final List<FileRows> read = new ArrayList<>();
  private Format format = Format.V1;
  private @Nullable String arch;
  private @Nullable Integer workerCores;
  private boolean hasHostStart = true;

  /** The first row after the header is 2; rows that are dropped keep theirs. */
  private int nextId = 2;

  private final Problems problems;

  /** Takes a row that cannot be used; returns if the rest is wanted. */
  interface Problems {
    void found(CsvException row);
  }

  private PerfTableReader(Problems problems) {
    this.problems = problems;
  }

  static PerfTable read(List<Path> files, Problems problems) {
    PerfTableReader reader = new PerfTableReader(problems);
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
        CsvReader.open(PackedFiles.plain(Files.newInputStream(file), file), file.toString())) {
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
    private final Map<Column, Integer> columns = new HashMap<>();
    private final RowEvidence evidence = new RowEvidence(columns);
    private List<String> cells = List.of();
    private int devices;

    OneFile(Path file, CsvReader csv) {
      this.file = file;
      this.csv = csv;
    }

    int read(int firstDevice) {
      header();
      for (var next = nextRow(); next != null; next = nextRow()) {
        cells = next;
        try {
          requireWhole();
          archOfRow();
          rows.add(row(nextId, firstDevice));
        } catch (CsvException e) {
          problems.found(e);
        }
        nextId++;
      }
      return devices;
    }

    /** What is left of a file that ends inside of quotes is no row. */
    private @Nullable List<String> nextRow() {
      try {
        return csv.next();
      } catch (CsvException e) {
        problems.found(e);
        return null;
      }
    }

    private void requireWhole() {
      if (cells.size() != columns.size()) {
        throw csv.error(
            cells.size(),
            "the row has %d cells, the header %d; the file is cut off or damaged here"
                .formatted(cells.size(), columns.size()));
      }
    }

    private void header() {
      List<String> names = csv.next();
      if (names == null) {
        throw new TilescopeException(file + ":1: the file is empty; " + wanted());
      }
      for (String name : names) {
        if (columns.put(Column.of(name), columns.size()) != null) {
          throw csv.error(columns.size() + 1, "the header names '" + name + "' twice; " + wanted());
        }
      }
      // Reports of --device-trace-profiler have that duration and not this.
      if (columns.containsKey(OpsColumn.TRACE_KERNEL_DURATION)
          && !columns.containsKey(OpsColumn.KERNEL_DURATION)) {
        throw csv.error(
            1,
            "this is a report of whole trace replays, a row for each and no operations; read its"
                + " times as they are, or profile again without --device-trace-profiler to have a"
                + " row for each operation");
      }
      for (OpsColumn column : REQUIRED) {
        if (!columns.containsKey(column)) {
          throw csv.error(1, "the header lacks the column '" + column.header() + "'; " + wanted());
        }
      }
      hasHostStart &= columns.containsKey(OpsColumn.HOST_START);
      Format found = formatOfHeader();
      format = found.compareTo(format) > 0 ? found : format;
    }

    private static String wanted() {
      return "expected an ops_perf_results CSV of the profiler";
    }

    private Format formatOfHeader() {
      if (columns.containsKey(OpsColumn.DEVICE_ARCH)
          || columns.containsKey(OpsColumn.AVAILABLE_WORKER_CORE_COUNT)) {
        return Format.V2_1;
      }
      return columns.keySet().stream().anyMatch(column -> column.header().contains(Tensor.PADDED))
          ? Format.V2
          : Format.V1;
    }

    private void archOfRow() {
      if (arch == null) {
        arch = textOrNull(OpsColumn.DEVICE_ARCH);
      }
      if (workerCores == null) {
        Integer count = integer(OpsColumn.AVAILABLE_WORKER_CORE_COUNT);
        workerCores = count != null && count == 0 ? null : count;
      }
    }

    private PerfRow row(int id, int firstDevice) {
      Integer device = integer(OpsColumn.DEVICE_ID);
      if (device != null) {
        devices = Math.max(devices, device + 1);
        device += firstDevice;
      } else if (text(OpsColumn.OP_TYPE).equals(OpsRow.DEVICE_OPERATION)) {
        throw csv.error(
            columns.getOrDefault(OpsColumn.DEVICE_ID, 0) + 1,
            "a device operation without DEVICE ID; the row is damaged");
      }
      return new PerfRow(
          id,
          keptText(OpsColumn.OP_CODE),
          keptText(OpsColumn.OP_TYPE),
          number(OpsColumn.GLOBAL_CALL_COUNT),
          device,
          keptText(OpsColumn.ATTRIBUTES),
          textOrNull(OpsColumn.MATH_FIDELITY),
          integer(OpsColumn.CORE_COUNT),
          number(OpsColumn.HOST_START),
          number(OpsColumn.LATENCY),
          number(OpsColumn.KERNEL_DURATION),
          tensor(Side.INPUT, 0),
          tensor(Side.INPUT, 1),
          tensor(Side.OUTPUT, 0),
          evidence.of(cells),
          others(),
          new PerfRow.Dispatch(
              number(OpsColumn.HOST_DURATION),
              textOrNull(OpsColumn.PROGRAM_HASH),
              flag(OpsColumn.PROGRAM_CACHE_HIT),
              integer(OpsColumn.METAL_TRACE_ID),
              integer(OpsColumn.METAL_TRACE_REPLAY_SESSION_ID)));
    }

    private List<PerfTensor> others() {
      List<PerfTensor> others = new ArrayList<>();
      for (int i = 2; i < MOST_INPUTS; i++) {
        PerfTensor tensor = tensor(Side.INPUT, i);
        if (!tensor.isKnown()) {
          break;
        }
        others.add(tensor);
      }
      return others;
    }

    private @Nullable Boolean flag(Column column) {
      String text = textOrNull(column);
      return text == null ? null : Boolean.valueOf(text);
    }

    private PerfTensor tensor(Side side, int index) {
      return new PerfTensor(
          dimension(side, index, Part.PLAIN_W, Part.W),
          dimension(side, index, Part.PLAIN_Z, Part.Z),
          dimension(side, index, Part.PLAIN_Y, Part.Y),
          dimension(side, index, Part.PLAIN_X, Part.X),
          textOrNull(new Tensor(side, index, Part.DATATYPE)),
          textOrNull(new Tensor(side, index, Part.MEMORY)),
          textOrNull(new Tensor(side, index, Part.LAYOUT)),
          logical(side, index));
    }

    private PerfTensor.@Nullable Extent logical(Side side, int index) {
      double w = logical(new Tensor(side, index, Part.W));
      double z = logical(new Tensor(side, index, Part.Z));
      double y = logical(new Tensor(side, index, Part.Y));
      double x = logical(new Tensor(side, index, Part.X));
      return w * z * y * x > 0 ? new PerfTensor.Extent(w, z, y, x) : null;
    }

    /** The 19 of {@code 32[19]}. */
    private double logical(Column column) {
      String text = text(column);
      int open = text.indexOf('[');
      int close = text.indexOf(']', open);
      return open < 0 || close < 0 ? Double.NaN : number(column, text.substring(open + 1, close));
    }

    /** {@code 32} or, padded and logical, {@code 32[19]}. */
    private double dimension(Side side, int index, Part plain, Part padded) {
      Column older = new Tensor(side, index, plain);
      Column column = columns.containsKey(older) ? older : new Tensor(side, index, padded);
      String text = text(column);
      int bracket = text.indexOf('[');
      return number(column, bracket < 0 ? text : text.substring(0, bracket));
    }

    private String text(Column column) {
      Integer index = columns.get(column);
      return index == null ? "" : cells.get(index);
    }

    /** To be kept: long files say the same over and over. */
    private String keptText(Column column) {
      return texts.computeIfAbsent(text(column), text -> text);
    }

    private @Nullable String textOrNull(Column column) {
      String text = keptText(column);
      return text.isEmpty() ? null : text;
    }

    private @Nullable Integer integer(Column column) {
      double value = number(column);
      if (Double.isNaN(value)) {
        return null;
      }
      if (value < 0 || value >= Integer.MAX_VALUE || value != Math.rint(value)) {
        throw notANumber(column, text(column), "a whole number from 0");
      }
      return (int) value;
    }

    private double number(Column column) {
      return number(column, text(column));
    }

    private double number(Column column, String text) {
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

    private CsvException notANumber(Column column, String text, String expected) {
      String shown = text.length() > 40 ? text.substring(0, 40) + "..." : text;
      return csv.error(
          columns.getOrDefault(column, 0) + 1,
          column.header() + " is '" + shown + "', expected " + expected);
    }
  }
}
