package dev.tilescope.profile.internal.markers;

import dev.tilescope.device.internal.DispatchCode;
import dev.tilescope.device.internal.PackedLargeType;
import dev.tilescope.device.internal.PackedType;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The names of what a dispatcher is told to do, by the numbers that its markers carry. */
final class DispatchCommands {
  private static final String PREFIX = "CQ_DISPATCH_";

  /** Those whose names TT-Metal does not begin with CMD. */
  private static final Set<DispatchCode> WITHOUT_CMD =
      EnumSet.of(
          DispatchCode.NOTIFY_SUBORDINATE_GO_SIGNAL,
          DispatchCode.SET_NUM_WORKER_SEMS,
          DispatchCode.SET_GO_SIGNAL_NOC_DATA,
          DispatchCode.SET_SUB_DEVICE_WORKER_COUNTS);

  private static final List<String> COMMANDS =
      Stream.of(DispatchCode.values())
          .map(code -> (WITHOUT_CMD.contains(code) ? "" : "CMD_") + code)
          .toList();
  private static final List<String> PACKED =
      Stream.of(PackedType.values())
          .map(type -> type == PackedType.NONE ? "" : type.name())
          .toList();
  private static final List<String> PACKED_LARGE =
      Stream.of(PackedLargeType.values()).map(Enum::name).toList();

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
