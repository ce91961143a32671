package dev.tilescope.profile.internal.markers;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The columns of {@code profile_log_device.csv}, in its order; see {@code DeviceLogWriter}. */
public enum DeviceLogColumn {
  DEVICE("PCIe slot"),
  CORE_X("core_x"),
  CORE_Y("core_y"),
  RISC("RISC processor type"),
  TIMER("timer_id"),
  CYCLES("time[cycles since reset]"),
  DATA("data"),
  RUN_HOST_ID("run host ID"),
  TRACE_ID("trace id"),
  TRACE_COUNTER("trace id counter"),
  ZONE("zone name"),
  TYPE("type"),
  LINE("source line"),
  FILE("source file"),
  META_DATA("meta data");

  private final String header;

  DeviceLogColumn(String header) {
    this.header = header;
  }

  public String header() {
    return header;
  }

  /** The line that names them all. */
  public static String line(String separator) {
    return Stream.of(values()).map(column -> column.header).collect(Collectors.joining(separator));
  }
}
