package dev.tilescope.logs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The columns of {@code ops_perf_results} and their order, which viewers rely on. */
final class OpsPerfColumns {
  static final String KERNEL_SIZE = " MAX KERNEL SIZE [B]";
  static final String HOST_FUNCTION = "_TT_HOST_FUNC [ns]";
  static final List<String> TENSOR =
      List.of(
          "W_PAD[LOGICAL]",
          "Z_PAD[LOGICAL]",
          "Y_PAD[LOGICAL]",
          "X_PAD[LOGICAL]",
          "LAYOUT",
          "DATATYPE",
          "MEMORY");

  private static final List<String> BEFORE_TENSORS =
      List.of(
          "OP CODE",
          "OP TYPE",
          "GLOBAL CALL COUNT",
          "DEVICE ID",
          "DEVICE ARCH",
          "ATTRIBUTES",
          "MATH FIDELITY",
          "CORE COUNT",
          "AVAILABLE WORKER CORE COUNT",
          "SUB DEVICE ID",
          "PARALLELIZATION STRATEGY",
          "HOST START TS",
          "HOST END TS",
          "HOST DURATION [ns]",
          "DEVICE FW START CYCLE",
          "DEVICE FW END CYCLE",
          "OP TO OP LATENCY [ns]",
          "OP TO OP LATENCY BR/NRISC START [ns]",
          "DEVICE FW DURATION [ns]",
          "DEVICE KERNEL DURATION [ns]",
          "DEVICE KERNEL DURATION DM START [ns]",
          "DEVICE KERNEL DURATION PER CORE MIN [ns]",
          "DEVICE KERNEL DURATION PER CORE MAX [ns]",
          "DEVICE KERNEL DURATION PER CORE AVG [ns]",
          "DEVICE KERNEL FIRST TO LAST START [ns]",
          "DEVICE BRISC KERNEL DURATION [ns]",
          "DEVICE NCRISC KERNEL DURATION [ns]",
          "DEVICE TRISC0 KERNEL DURATION [ns]",
          "DEVICE TRISC1 KERNEL DURATION [ns]",
          "DEVICE TRISC2 KERNEL DURATION [ns]",
          "DEVICE ERISC KERNEL DURATION [ns]",
          "DEVICE COMPUTE CB WAIT FRONT [ns]",
          "DEVICE COMPUTE CB RESERVE BACK [ns]",
          "DISPATCH TOTAL CQ CMD OP TIME [ns]",
          "DISPATCH GO SEND WAIT TIME [ns]");

  /** Of a report of whole traces only. */
  private static final List<String> OF_TRACES =
      List.of(DeviceRecord.TRACE_FIRMWARE_DURATION, DeviceRecord.TRACE_KERNEL_DURATION);

  private static final List<String> AFTER_TENSORS =
      List.of(
          "METAL TRACE ID",
          "METAL TRACE REPLAY SESSION ID",
          "COMPUTE KERNEL SOURCE",
          "COMPUTE KERNEL HASH",
          "DATA MOVEMENT KERNEL SOURCE",
          "DATA MOVEMENT KERNEL HASH",
          "PROGRAM HASH",
          "PROGRAM CACHE HIT");

  private static final List<String> AFTER_KERNEL_SIZES =
      List.of(
          "PM IDEAL [ns]",
          "PM COMPUTE [ns]",
          "PM BANDWIDTH [ns]",
          "PM REQ I BW",
          "PM REQ O BW",
          "PM FPU UTIL (%)",
          "NOC UTIL (%)",
          "MULTICAST NOC UTIL (%)",
          "DRAM BW UTIL (%)",
          "DRAM BW UTIL PER CTRL (%)",
          "ETH BW UTIL (%)",
          "NPE CONG IMPACT (%)");

  private static final List<String> KERNEL_CLASSES =
      List.of("TENSIX DM", "TENSIX COMPUTE", "ACTIVE ETH DM", "IDLE ETH DM");
  private static final Pattern NUMBERED =
      Pattern.compile("(.*?) ?(\\d{1,9})?" + Pattern.quote(KERNEL_SIZE));
  private static final Pattern TENSOR_COLUMN = Pattern.compile("(IN|OUT)PUT_(\\d+)_.*");

  private OpsPerfColumns() {}

  /** Whether the device may fill this column. */
  static boolean isOfDevice(String column) {
    return BEFORE_TENSORS.contains(column);
  }

  /**
   * The whole header: the fixed columns, and those of tensors, kernels, counters and zones that
   * occur. Those of the network are always empty: their numbers are tt-npe's.
   */
  static List<String> complete(Collection<Map<String, String>> rows) {
    Set<String> used = used(rows);
    List<String> header = new ArrayList<>(BEFORE_TENSORS);
    OF_TRACES.stream().filter(used::contains).forEach(header::add);
    tensors("INPUT_", used, header);
    tensors("OUTPUT_", used, header);
    header.addAll(AFTER_TENSORS);
    used.stream()
        .filter(column -> column.endsWith(KERNEL_SIZE))
        .sorted(byKernelClass())
        .forEach(header::add);
    header.addAll(AFTER_KERNEL_SIZES);
    PerfMetrics.COLUMNS.stream().filter(used::contains).forEach(header::add);
    used.stream().filter(column -> column.endsWith(HOST_FUNCTION)).sorted().forEach(header::add);
    return header;
  }

  /** Only the columns that occur, in the same order: the report without host logs. */
  static List<String> occurring(Collection<Map<String, String>> rows) {
    Set<String> used = used(rows);
    return complete(rows).stream().filter(used::contains).toList();
  }

  private static Set<String> used(Collection<Map<String, String>> rows) {
    Set<String> used = new HashSet<>();
    rows.forEach(row -> used.addAll(row.keySet()));
    return used;
  }

  private static void tensors(String side, Set<String> used, List<String> header) {
    int most =
        used.stream()
            .filter(column -> column.startsWith(side))
            .map(TENSOR_COLUMN::matcher)
            .filter(Matcher::matches)
            .mapToInt(matcher -> Integer.parseInt(matcher.group(2)))
            .max()
            .orElse(-1);
    for (int i = 0; i <= most; i++) {
      for (String part : TENSOR) {
        header.add(side + i + "_" + part);
      }
    }
  }

  private static Comparator<String> byKernelClass() {
    return Comparator.comparingInt(OpsPerfColumns::classRank)
        .thenComparing(column -> matched(column).group(1))
        .thenComparingInt(OpsPerfColumns::number)
        .thenComparing(Comparator.naturalOrder());
  }

  private static int classRank(String column) {
    int rank = KERNEL_CLASSES.indexOf(matched(column).group(1));
    return rank < 0 ? KERNEL_CLASSES.size() : rank;
  }

  private static int number(String column) {
    String digits = matched(column).group(2);
    return digits == null ? -1 : Integer.parseInt(digits);
  }

  private static Matcher matched(String column) {
    Matcher matcher = NUMBERED.matcher(column);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a kernel size: " + column);
    }
    return matcher;
  }
}
