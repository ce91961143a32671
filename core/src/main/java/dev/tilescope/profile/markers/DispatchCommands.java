package dev.tilescope.profile.markers;

import java.util.List;

/** The names of what a dispatcher is told to do, by the numbers that its markers carry. */
final class DispatchCommands {
  private static final String PREFIX = "CQ_DISPATCH_";
  private static final List<String> COMMANDS =
      List.of(
          "CMD_ILLEGAL",
          "CMD_WRITE_LINEAR",
          "CMD_WRITE_LINEAR_H",
          "CMD_WRITE_LINEAR_H_HOST",
          "CMD_WRITE_PAGED",
          "CMD_WRITE_PACKED",
          "CMD_WRITE_PACKED_LARGE",
          "CMD_WAIT",
          "CMD_SINK",
          "CMD_DEBUG",
          "CMD_DELAY",
          "CMD_EXEC_BUF_END",
          "CMD_SET_WRITE_OFFSET",
          "CMD_TERMINATE",
          "CMD_SEND_GO_SIGNAL",
          "NOTIFY_SUBORDINATE_GO_SIGNAL",
          "SET_NUM_WORKER_SEMS",
          "SET_GO_SIGNAL_NOC_DATA",
          "CMD_WRITE_PACKED_LARGE_UNICAST",
          "SET_SUB_DEVICE_WORKER_COUNTS",
          "CMD_RT_PROFILER_FLUSH");
  private static final List<String> PACKED =
      List.of("", "RTA", "LAUNCH", "SEMS", "EVENT", "GO_MSG_INDEX");
  private static final List<String> PACKED_LARGE =
      List.of("UNKNOWN", "CBS_SEMS_CRTAS", "PROGRAM_BINARIES");

  private DispatchCommands() {}

  static String command(long code) {
    return named(PREFIX, COMMANDS, code);
  }

  /**
   * What a packed write writes.
   *
   * @param data whether it is a multicast in bit 0, the type above
   */
  static String packed(long data) {
    String type = named(PREFIX + "CMD_PACKED_WRITE_FLAG_TYPE_", PACKED, data >>> 1);
    return (data & 1) != 0 ? "MCAST;" + type : type;
  }

  static String packedLarge(long data) {
    return named(PREFIX + "CMD_PACKED_WRITE_LARGE_TYPE_", PACKED_LARGE, data);
  }

  /** Empty for a number without a name, as TT-Metal has it. */
  private static String named(String prefix, List<String> names, long code) {
    boolean isKnown = code >= 0 && code < names.size() && !names.get((int) code).isEmpty();
    return isKnown ? prefix + names.get((int) code) : "";
  }
}
