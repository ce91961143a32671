package dev.tilescope.device.command;

import org.jspecify.annotations.Nullable;

/** What a dispatcher is told to do: byte 0 of a command is the ordinal. */
public enum DispatchCode {
  ILLEGAL,
  WRITE_LINEAR,
  WRITE_LINEAR_H,
  WRITE_LINEAR_H_HOST,
  WRITE_PAGED,
  WRITE_PACKED,
  WRITE_PACKED_LARGE,
  WAIT,
  SINK,
  DEBUG,
  DELAY,
  EXEC_BUF_END,
  SET_WRITE_OFFSET,
  TERMINATE,
  SEND_GO_SIGNAL,
  NOTIFY_SUBORDINATE_GO_SIGNAL,
  SET_NUM_WORKER_SEMS,
  SET_GO_SIGNAL_NOC_DATA,
  WRITE_PACKED_LARGE_UNICAST,
  SET_SUB_DEVICE_WORKER_COUNTS,
  RT_PROFILER_FLUSH;

  private static final DispatchCode[] ALL = values();

  static @Nullable DispatchCode of(int id) {
    return id < ALL.length ? ALL[id] : null;
  }
}
