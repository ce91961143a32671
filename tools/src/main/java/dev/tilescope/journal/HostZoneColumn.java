package dev.tilescope.journal;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The columns of {@code tracy_ops_times.csv}, in its order, as Tracy's csvexport has them. */
public enum HostZoneColumn {
  NAME("name"),
  FILE("src_file"),
  LINE("src_line"),
  ZONE_NAME("zone_name"),
  TEXT("zone_text"),
  START("ns_since_start"),
  DURATION("exec_time_ns"),
  THREAD("thread"),
  /** Not in files of a csvexport from before zones had values. */
  VALUE("value"),
  PARENT_TEXT("special_parent_text");

  public static final String FILE_NAME = "tracy_ops_times.csv";

  private final String header;

  HostZoneColumn(String header) {
    this.header = header;
  }

  String header() {
    return header;
  }

  /** The line that names them all. */
  public static String line() {
    return line(Stream.of(values()));
  }

  /** The same without values. */
  public static String olderLine() {
    return line(Stream.of(values()).filter(column -> column != VALUE));
  }

  private static String line(Stream<HostZoneColumn> columns) {
    return columns.map(HostZoneColumn::header).collect(Collectors.joining(","));
  }
}
