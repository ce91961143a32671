package dev.tilescope.internal.cli;

import dev.tilescope.internal.export.StackedBarSvg;
import dev.tilescope.internal.export.StackedBarSvg.Bar;
import dev.tilescope.internal.export.StackedBarSvg.Part;
import dev.tilescope.internal.perf.OperationCategory;
import dev.tilescope.internal.perf.StackedReport;
import dev.tilescope.internal.perf.StackedReport.Group;
import dev.tilescope.internal.perf.StackedReport.GroupBy;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The sums of a performance report as a picture: one bar, or one for each device. */
final class PerfChart {
  private static final List<OperationCategory> BOTTOM_UP =
      List.of(
          OperationCategory.COMPUTE,
          OperationCategory.TENSOR_MANIPULATION,
          OperationCategory.DATA_MOVEMENT,
          OperationCategory.OTHER,
          OperationCategory.HOST);

  private PerfChart() {}

  /**
   * @param byCategory operations of a category beside each other, in shades of one colour
   */
  static void of(StackedReport sums, boolean byCategory, Appendable out) throws IOException {
    Comparator<Group> largestFirst = Comparator.comparingDouble(Group::timeMicros).reversed();
    Comparator<Group> order =
        byCategory
            ? Comparator.<Group>comparingInt(g -> BOTTOM_UP.indexOf(g.category()))
                .thenComparing(largestFirst)
            : largestFirst;
    TreeMap<Integer, List<Group>> devices =
        sums.groups().stream()
            .sorted(order)
            .collect(
                Collectors.groupingBy(
                    g -> g.device() == null ? 0 : g.device(), TreeMap::new, Collectors.toList()));
    List<Bar> bars =
        devices.entrySet().stream()
            .map(device ->
                bar(sums.byDevice() ? "Device " + device.getKey() : "", device.getValue()))
            .toList();
    double total = sums.groups().stream().mapToDouble(Group::timeMicros).sum();
    String title = "Device time: " + PerfColumn.number(total, 1, "μs");
    StackedBarSvg.of(
        sums.groupBy() == GroupBy.CATEGORY ? title + " by category" : title, bars, byCategory, out);
  }

  private static Bar bar(String name, List<Group> groups) {
    return new Bar(
        name,
        groups.stream()
            .map(g -> new Part(g.category().toString(), label(g), g.timeMicros()))
            .toList());
  }

  private static String label(Group group) {
    String label =
        String.format(
            Locale.ROOT,
            "%s  %s  %s, %d operations",
            PerfColumn.number(group.percent(), 1, "%"),
            group.name(),
            PerfColumn.number(group.timeMicros(), 1, "μs"),
            group.count());
    return Double.isNaN(group.flopsWeightedMean())
        ? label
        : label + ", " + PerfColumn.number(group.flopsWeightedMean(), 1, "%") + " of FLOPs";
  }
}
