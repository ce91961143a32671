package dev.tilescope.internal.logs;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.internal.table.Column;
import dev.tilescope.profile.internal.table.OpsColumn;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What can be made of a device log, by TT-NN's names, and the columns each fills. */
enum DeviceAnalysis {
  TRACE_FW_DURATION("trace_fw_duration", OpsColumn.TRACE_FIRMWARE_DURATION),
  TRACE_KERNEL_DURATION("trace_kernel_duration", OpsColumn.TRACE_KERNEL_DURATION),
  TRACE_TO_TRACE_FW("trace2trace - FW"),
  TRACE_TO_TRACE_KERNEL("trace2trace - kernel"),
  OP_TO_OP("op2op"),
  FIRST_TO_LAST_START("device_kernel_first_to_last_start", OpsColumn.KERNEL_FIRST_TO_LAST_START),
  KERNEL_DURATION_PER_CORE(
      "device_kernel_duration_per_core",
      OpsColumn.KERNEL_DURATION_PER_CORE_MIN,
      OpsColumn.KERNEL_DURATION_PER_CORE_MAX,
      OpsColumn.KERNEL_DURATION_PER_CORE_AVG),
  FW_DURATION(
      "device_fw_duration",
      OpsColumn.FIRMWARE_DURATION,
      OpsColumn.FIRMWARE_START,
      OpsColumn.FIRMWARE_END),
  KERNEL_DURATION("device_kernel_duration", OpsColumn.KERNEL_DURATION),
  KERNEL_DURATION_DM_START("device_kernel_duration_dm_start", OpsColumn.KERNEL_DURATION_DM_START),
  BRISC("device_brisc_kernel_duration", OpsColumn.BRISC_KERNEL_DURATION),
  NCRISC("device_ncrisc_kernel_duration", OpsColumn.NCRISC_KERNEL_DURATION),
  TRISC0("device_trisc0_kernel_duration", OpsColumn.TRISC0_KERNEL_DURATION),
  TRISC1("device_trisc1_kernel_duration", OpsColumn.TRISC1_KERNEL_DURATION),
  TRISC2("device_trisc2_kernel_duration", OpsColumn.TRISC2_KERNEL_DURATION),
  ERISC("device_erisc_kernel_duration", OpsColumn.ERISC_KERNEL_DURATION),
  WAIT_FRONT("device_compute_cb_wait_front", OpsColumn.CB_WAIT_FRONT),
  RESERVE_BACK("device_compute_cb_reserve_back", OpsColumn.CB_RESERVE_BACK),
  DISPATCH_TOTAL("dispatch_total_cq_cmd_op_time", OpsColumn.DISPATCH_TOTAL),
  DISPATCH_GO("dispatch_go_send_wait_time", OpsColumn.DISPATCH_GO_SEND_WAIT),
  PERF_COUNTERS("perf_counter_data");

  private final String word;
  private final List<Column> columns;

  DeviceAnalysis(String word, OpsColumn... columns) {
    this.word = word;
    this.columns = List.of(columns);
  }

  /** All if no name is given. */
  static Set<DeviceAnalysis> named(Collection<String> words) {
    if (words.isEmpty()) {
      return EnumSet.allOf(DeviceAnalysis.class);
    }
    return words.stream()
        .map(DeviceAnalysis::named)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(DeviceAnalysis.class)));
  }

  private static DeviceAnalysis named(String word) {
    return Stream.of(values())
        .filter(analysis -> analysis.word.equals(word))
        .findFirst()
        .orElseThrow(() ->
            new TilescopeException(
                "there is no device analysis \""
                    + word
                    + "\"; there are "
                    + Stream.of(values())
                        .map(analysis -> analysis.word)
                        .collect(Collectors.joining(", "))));
  }

  /** The columns of these analyses. */
  static Set<Column> columns(Set<DeviceAnalysis> analyses) {
    return analyses.stream()
        .flatMap(analysis -> analysis.columns.stream())
        .collect(Collectors.toSet());
  }
}
