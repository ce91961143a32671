package dev.tilescope.internal.logs;

import dev.tilescope.profile.internal.table.Column;
import dev.tilescope.profile.internal.table.Column.HostFunction;
import dev.tilescope.profile.internal.table.Column.KernelSize;
import dev.tilescope.profile.internal.table.Column.Tensor;
import dev.tilescope.profile.internal.table.OpsColumn;
import dev.tilescope.profile.internal.table.OpsRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which columns {@code ops_perf_results} has, in the order that viewers rely on. */
final class OpsPerfColumns {
  private static final Set<OpsColumn> BEFORE_TENSORS =
      EnumSet.range(OpsColumn.OP_CODE, OpsColumn.DISPATCH_GO_SEND_WAIT);
  private static final Set<OpsColumn> OF_TRACES =
      EnumSet.range(OpsColumn.TRACE_FIRMWARE_DURATION, OpsColumn.TRACE_KERNEL_DURATION);
  private static final Set<OpsColumn> AFTER_TENSORS =
      EnumSet.range(OpsColumn.METAL_TRACE_ID, OpsColumn.PROGRAM_CACHE_HIT);
  private static final Set<OpsColumn> AFTER_KERNEL_SIZES =
      EnumSet.range(OpsColumn.PM_IDEAL, OpsColumn.NPE_CONG_IMPACT);
  private static final Set<Tensor.Part> PARTS = EnumSet.range(Tensor.Part.W, Tensor.Part.MEMORY);

  private static final List<String> KERNEL_CLASSES =
      List.of("TENSIX DM", "TENSIX COMPUTE", "ACTIVE ETH DM", "IDLE ETH DM");
  private static final Pattern NUMBERED = Pattern.compile("(.*?) ?(\\d{1,9})?", Pattern.DOTALL);

  private OpsPerfColumns() {}

  /** Whether the device may fill this column. */
  static boolean isOfDevice(Column column) {
    return column instanceof OpsColumn && BEFORE_TENSORS.contains(column);
  }

  /**
   * The whole header: the fixed columns, and those of tensors, kernels, counters and zones that
   * occur. Those of the network are always empty: their numbers are tt-npe's.
   */
  static List<Column> complete(Collection<OpsRow> rows) {
    Set<Column> used = used(rows);
    List<Column> header = new ArrayList<>(BEFORE_TENSORS);
    OF_TRACES.stream().filter(used::contains).forEach(header::add);
    tensors(Tensor.Side.INPUT, used, header);
    tensors(Tensor.Side.OUTPUT, used, header);
    header.addAll(AFTER_TENSORS);
    all(KernelSize.class, used).sorted(byKernelClass()).forEach(header::add);
    header.addAll(AFTER_KERNEL_SIZES);
    PerfMetrics.COLUMNS.stream().filter(used::contains).forEach(header::add);
    all(HostFunction.class, used)
        .sorted(Comparator.comparing(HostFunction::header))
        .forEach(header::add);
    return header;
  }

  /** Only the columns that occur, in the same order: the report without host logs. */
  static List<Column> occurring(Collection<OpsRow> rows) {
    Set<Column> used = used(rows);
    return complete(rows).stream().filter(used::contains).toList();
  }

  private static Set<Column> used(Collection<OpsRow> rows) {
    Set<Column> used = new HashSet<>();
    rows.forEach(row -> used.addAll(row.columns()));
    return used;
  }

  private static <C extends Column> Stream<C> all(Class<C> kind, Set<Column> used) {
    return used.stream().filter(kind::isInstance).map(kind::cast);
  }

  private static void tensors(Tensor.Side side, Set<Column> used, List<Column> header) {
    int most =
        all(Tensor.class, used)
            .filter(tensor -> tensor.side() == side)
            .mapToInt(Tensor::index)
            .max()
            .orElse(-1);
    for (int i = 0; i <= most; i++) {
      for (Tensor.Part part : PARTS) {
        header.add(new Tensor(side, i, part));
      }
    }
  }

  private static Comparator<KernelSize> byKernelClass() {
    return Comparator.comparingInt(OpsPerfColumns::classRank)
        .thenComparing(column -> matched(column).group(1))
        .thenComparingInt(OpsPerfColumns::number)
        .thenComparing(KernelSize::header);
  }

  private static int classRank(KernelSize column) {
    int rank = KERNEL_CLASSES.indexOf(matched(column).group(1));
    return rank < 0 ? KERNEL_CLASSES.size() : rank;
  }

  private static int number(KernelSize column) {
    String digits = matched(column).group(2);
    return digits == null ? -1 : Integer.parseInt(digits);
  }

  private static Matcher matched(KernelSize column) {
    Matcher matcher = NUMBERED.matcher(column.kernel());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a kernel: " + column.kernel());
    }
    return matcher;
  }
}
