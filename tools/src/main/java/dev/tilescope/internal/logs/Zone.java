package dev.tilescope.internal.logs;

import java.util.Set;

/**
 * What the report needs to know of a zone's name.
 *
 * @param countsCore its core counts as one the operation ran on
 */
record Zone(String name, Kind kind, boolean countsCore) {
  enum Kind {
    FIRMWARE,
    DATA_MOVEMENT_KERNEL,
    OTHER_KERNEL,
    /** Of a whole replay, where nothing else is profiled. */
    TRACE_FIRMWARE,
    TRACE_KERNEL,
    WAIT_FRONT,
    RESERVE_BACK,
    DISPATCH,
    OTHER,
    /** The profiler writes no name for a hash it does not know. */
    UNNAMED
  }

  private static final Set<String> DATA_MOVEMENT_KERNELS =
      Set.of("BRISC-KERNEL", "NCRISC-KERNEL", "ERISC-KERNEL");
  private static final Set<String> OTHER_KERNELS =
      Set.of("TRISC-KERNEL", "TENSIX_RISC_AGG-KERNEL", "DM-KERNEL");
  private static final Set<String> FIRMWARE =
      Set.of("BRISC-FW", "NCRISC-FW", "TRISC-FW", "ERISC-FW", "TENSIX_RISC_AGG-FW", "DM-FW");

  static Zone of(String name) {
    return new Zone(name, kindOf(name), name.contains("FW"));
  }

  private static Kind kindOf(String name) {
    if (name.isEmpty()) {
      return Kind.UNNAMED;
    } else if (FIRMWARE.contains(name)) {
      return Kind.FIRMWARE;
    } else if (DATA_MOVEMENT_KERNELS.contains(name)) {
      return Kind.DATA_MOVEMENT_KERNEL;
    } else if (OTHER_KERNELS.contains(name)) {
      return Kind.OTHER_KERNEL;
    } else if (name.contains("CQ-DISPATCH") || name.contains("CQ-PREFETCH")) {
      return Kind.DISPATCH;
    }
    return switch (name) {
      case "TRACE-FW" -> Kind.TRACE_FIRMWARE;
      case "TRACE-KERNEL" -> Kind.TRACE_KERNEL;
      case "CB-COMPUTE-WAIT-FRONT" -> Kind.WAIT_FRONT;
      case "CB-COMPUTE-RESERVE-BACK" -> Kind.RESERVE_BACK;
      default -> Kind.OTHER;
    };
  }

  /** The kernels that wait for an operation before: those of a Tensix core that move data. */
  boolean movesTensixData() {
    return kind == Kind.DATA_MOVEMENT_KERNEL && !name.startsWith("E");
  }
}
