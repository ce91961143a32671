package dev.tilescope.logs;

import dev.tilescope.model.TilescopeException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What can be made of a device log, by TT-NN's names, and the columns each fills. */
enum DeviceAnalysis {
  TRACE_FW_DURATION("trace_fw_duration", DeviceRecord.TRACE_FIRMWARE_DURATION),
  TRACE_KERNEL_DURATION("trace_kernel_duration", DeviceRecord.TRACE_KERNEL_DURATION),
  TRACE_TO_TRACE_FW("trace2trace - FW"),
  TRACE_TO_TRACE_KERNEL("trace2trace - kernel"),
  OP_TO_OP("op2op"),
  FIRST_TO_LAST_START("device_kernel_first_to_last_start"),
  KERNEL_DURATION_PER_CORE(
      "device_kernel_duration_per_core",
      "DEVICE KERNEL DURATION PER CORE MIN [ns]",
      "DEVICE KERNEL DURATION PER CORE MAX [ns]",
      "DEVICE KERNEL DURATION PER CORE AVG [ns]"),
  FW_DURATION(
      "device_fw_duration",
      "DEVICE FW DURATION [ns]",
      "DEVICE FW START CYCLE",
      "DEVICE FW END CYCLE"),
  KERNEL_DURATION("device_kernel_duration"),
  KERNEL_DURATION_DM_START("device_kernel_duration_dm_start"),
  BRISC("device_brisc_kernel_duration"),
  NCRISC("device_ncrisc_kernel_duration"),
  TRISC0("device_trisc0_kernel_duration"),
  TRISC1("device_trisc1_kernel_duration"),
  TRISC2("device_trisc2_kernel_duration"),
  ERISC("device_erisc_kernel_duration"),
  WAIT_FRONT("device_compute_cb_wait_front"),
  RESERVE_BACK("device_compute_cb_reserve_back"),
  DISPATCH_TOTAL("dispatch_total_cq_cmd_op_time"),
  DISPATCH_GO("dispatch_go_send_wait_time"),
  PERF_COUNTERS("perf_counter_data");

  private final String word;
  private final List<String> columns;

  DeviceAnalysis(String word, String... columns) {
    this.word = word;
    this.columns =
        columns.length > 0
            ? List.of(columns)
            : List.of(word.replace('_', ' ').toUpperCase(Locale.ROOT) + " [ns]");
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
  static Set<String> columns(Set<DeviceAnalysis> analyses) {
    return analyses.stream()
        .flatMap(analysis -> analysis.columns.stream())
        .collect(Collectors.toSet());
  }
}
