package dev.tilescope.internal.logs;

import dev.tilescope.journal.HostZoneColumn;
import dev.tilescope.model.TilescopeException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code tracy_ops_times.csv}: when each operation ran on the host, and its inner zones.
 * Other zones are left out.
 */
public final class HostZones {
  public static final String FILE = HostZoneColumn.FILE_NAME;

  /**
   * A zone.
   *
   * @param text of an operation {@code id:} and its number
   * @param startNanos since the profiler of the host began
   * @param nanos how long it took; less than 0 if it was not over when the capture ended
   * @param thread its number, whatever that is
   * @param parent the text of the operation around it; empty for an operation
   */
  public record HostZone(
      String name, String text, long startNanos, long nanos, String thread, String parent) {
    public boolean isOperation() {
      return parent.isEmpty();
    }
  }

  /** Hears zones in the order of the file. */
  public interface Listener {
    /** Returns what is wrong with it, or null. */
    @Nullable String zone(HostZone zone);
  }

  private final Path file;
  private final InputProblems problems;
  private final Listener listener;
  private int columns;
  private long row;

  private HostZones(Path file, InputProblems problems, Listener listener) {
    this.file = file;
    this.problems = problems;
    this.listener = listener;
  }

  public static void read(Path file, InputProblems problems, Listener listener) {
    new HostZones(file, problems, listener).read();
  }

  private void read() {
    try (BufferedReader in = Files.newBufferedReader(file)) {
      row = 1;
      columns = columns(in.readLine());
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        row++;
        String problem = zone(split(line));
        if (problem != null) {
          problems.found(file, row, problem);
        }
      }
    } catch (IOException e) {
      throw new TilescopeException("cannot read " + file + ", row " + (row + 1) + ": " + e, e);
    }
  }

  private int columns(@Nullable String header) {
    if (header == null || !isHeader(header)) {
      throw new TilescopeException(
          file
              + ", row 1: expected the header "
              + HostZoneColumn.line()
              + ", as csvexport writes zones");
    }
    return split(header).size();
  }

  private static boolean isHeader(String line) {
    return line.equals(HostZoneColumn.line()) || line.equals(HostZoneColumn.olderLine());
  }

  /** Of a column before the one that older files lack. */
  private static String cell(HostZoneColumn column, List<String> fields) {
    return fields.get(column.ordinal());
  }

  private @Nullable String zone(List<String> fields) {
    String name = cell(HostZoneColumn.NAME, fields);
    boolean isOperation = name.contains("TT_DNN") || name.contains("TT_METAL");
    String parent = fields.size() < columns ? "" : fields.get(columns - 1);
    if (!isOperation && !parent.contains("id:")) {
      return null;
    }
    if (fields.size() < columns) {
      return "expected " + columns + " columns, found " + fields.size();
    }
    try {
      long start = Long.parseLong(cell(HostZoneColumn.START, fields));
      long nanos = Long.parseLong(cell(HostZoneColumn.DURATION, fields));
      return listener.zone(
          new HostZone(
              name,
              cell(HostZoneColumn.TEXT, fields),
              start,
              nanos,
              cell(HostZoneColumn.THREAD, fields),
              isOperation ? "" : parent));
    } catch (NumberFormatException e) {
      return "expected times in nanoseconds: " + e.getMessage();
    }
  }

  /** Fields of a line; between double quotes a comma is text. */
  private static List<String> split(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
