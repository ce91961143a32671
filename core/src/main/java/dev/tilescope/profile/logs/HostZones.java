package dev.tilescope.profile.logs;

import dev.tilescope.model.TilescopeException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code tracy_ops_times.csv}: when each operation ran on the host, and its inner zones. */
final class HostZones {
  private static final String HEADER =
      "name,src_file,src_line,zone_name,zone_text,ns_since_start,exec_time_ns,thread,value,"
          + "special_parent_text";
  private static final int NAME = 0;
  private static final int TEXT = 4;
  private static final int START = 5;
  private static final int DURATION = 6;
  private static final int PARENT = 9;
  private static final Pattern ID = Pattern.compile(".*:\\s*(\\d{1,18})\\s*");

  private final Path file;
  private final HostLog log;
  private final InputProblems problems;
  private long row;

  HostZones(Path file, HostLog log, InputProblems problems) {
    this.file = file;
    this.log = log;
    this.problems = problems;
  }

  void read() {
    try (BufferedReader in = Files.newBufferedReader(file)) {
      row = 1;
      if (!HEADER.equals(in.readLine())) {
        throw new TilescopeException(
            file + ", row 1: expected the header " + HEADER + ", as csvexport writes zones");
      }
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

  private @Nullable String zone(List<String> fields) {
    String name = fields.getFirst();
    boolean isOperation = name.contains("TT_DNN") || name.contains("TT_METAL");
    boolean isChild = fields.size() > PARENT && fields.get(PARENT).contains("id:");
    if (!isOperation && !isChild) {
      return null;
    }
    if (fields.size() <= PARENT) {
      return "expected 10 columns, found " + fields.size();
    }
    try {
      long start = Long.parseLong(fields.get(START));
      long nanos = Long.parseLong(fields.get(DURATION));
      return isOperation
          ? operation(fields.get(TEXT), start, nanos)
          : child(fields.get(NAME), fields.get(PARENT), nanos);
    } catch (NumberFormatException e) {
      return "expected times in nanoseconds: " + e.getMessage();
    }
  }

  private @Nullable String operation(String text, long start, long nanos) {
    HostOperation operation = find(text);
    if (operation == null) {
      return "zone text \"" + text + "\" names no operation of " + HostLog.MESSAGES;
    }
    if (operation.startNanos != Marker.NONE) {
      return "operation id " + operation.id + " has a second zone";
    }
    operation.startNanos = start;
    operation.durationNanos = nanos;
    return null;
  }

  private @Nullable String child(String name, String parent, long nanos) {
    HostOperation operation = find(parent);
    if (operation == null) {
      return "parent \"" + parent + "\" names no operation of " + HostLog.MESSAGES;
    }
    operation.childNanos.merge(name, nanos, Long::sum);
    return null;
  }

  private @Nullable HostOperation find(String text) {
    Matcher matcher = ID.matcher(text);
    return matcher.matches() ? log.operations.get(Long.valueOf(matcher.group(1))) : null;
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
