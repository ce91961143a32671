package dev.tilescope.internal.perf;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Device time summed up, the most first. Gaps between operations are not in it.
 *
 * @param byDevice whether each device has groups, and 100 %, of its own
 */
public record StackedReport(GroupBy groupBy, boolean byDevice, List<Group> groups) {
  /** What makes operations one group. */
  public enum GroupBy {
    /** The name. */
    OP,
    /** The name, and where input 0 is. */
    MEMORY,
    /** The {@link OperationCategory}. */
    CATEGORY
  }

  /**
   * Operations of one kind; statistics of FLOPs are in percent of the peak and NaN if none counts
   * them.
   *
   * @param device null if devices are not told apart
   * @param flopsDeviation of the sample: NaN for fewer than two
   * @param flopsWeightedMean by device time
   */
  public record Group(
      String name,
      @Nullable Integer device,
      double percent,
      double timeMicros,
      int count,
      OperationCategory category,
      double flopsMin,
      double flopsMax,
      double flopsMean,
      double flopsDeviation,
      double flopsWeightedMean) {}

  private record Key(int device, String name) {}

  public StackedReport {
    groups = List.copyOf(groups);
  }

  public static StackedReport of(PerfReport report, GroupBy groupBy) {
    boolean byDevice = !report.devicesMerged();
    TreeMap<Key, List<PerfOperation>> members =
        new TreeMap<>(Comparator.comparing(Key::name).thenComparingInt(Key::device));
    TreeMap<Integer, Double> totals = new TreeMap<>();
    for (PerfOperation operation : report.operations()) {
      Integer device = operation.row().device();
      // The host is none of the devices.
      if (!operation.isSignpost() && !(byDevice && device == null)) {
        int part = byDevice && device != null ? device : 0;
        members
            .computeIfAbsent(new Key(part, groupName(operation, groupBy)), _ -> new ArrayList<>())
            .add(operation);
        totals.merge(part, PerfOperation.orZero(operation.timeMicros()), Double::sum);
      }
    }
    List<Group> groups = new ArrayList<>();
    members.forEach((key, operations) ->
        groups.add(
            group(
                key.name(),
                byDevice ? key.device() : null,
                totals.getOrDefault(key.device(), 0.0),
                operations)));
    groups.sort(Comparator.comparingDouble(Group::timeMicros).reversed());
    return new StackedReport(groupBy, byDevice, groups);
  }

  private static String groupName(PerfOperation operation, GroupBy groupBy) {
    String name = firstWord(operation.name());
    return switch (groupBy) {
      case OP -> name;
      case MEMORY -> name + memoryText(operation.row().input0().memory());
      case CATEGORY -> OperationCategory.of(operation).toString();
    };
  }

  static String firstWord(String name) {
    return name.strip().split("\\s+", 2)[0];
  }

  /** The last two words of {@code DEV_1_L1_HEIGHT_SHARDED}. */
  private static String memoryText(@Nullable String memory) {
    if (memory == null) {
      return "";
    }
    int last = memory.lastIndexOf('_');
    int before = memory.lastIndexOf('_', last - 1);
    return " (in0:" + memory.substring(before + 1).toLowerCase(Locale.ROOT) + ")";
  }

  private static Group group(
      String name, @Nullable Integer device, double total, List<PerfOperation> operations) {
    double time = timeMicros(operations);
    double weighted = 0;
    double weights = 0;
    DoubleSummaryStatistics flops = new DoubleSummaryStatistics();
    for (PerfOperation operation : operations) {
      double micros = PerfOperation.orZero(operation.timeMicros());
      if (!Double.isNaN(operation.flopsPercent())) {
        flops.accept(operation.flopsPercent());
        weighted += operation.flopsPercent() * micros;
        weights += micros;
      }
    }
    boolean counted = flops.getCount() > 0;
    return new Group(
        name,
        device,
        total == 0 ? 0 : time / total * 100,
        time,
        operations.size(),
        OperationCategory.of(operations.getFirst()),
        counted ? flops.getMin() : Double.NaN,
        counted ? flops.getMax() : Double.NaN,
        counted ? flops.getAverage() : Double.NaN,
        deviation(operations, flops),
        weights == 0 ? Double.NaN : weighted / weights);
  }

  /** Kahan's sum in the steps pandas takes: else a printed last digit may differ. */
  private static double timeMicros(List<PerfOperation> operations) {
    double sum = 0;
    double excess = 0;
    for (PerfOperation operation : operations) {
      double next = PerfOperation.orZero(operation.timeMicros()) - excess;
      double larger = sum + next;
      excess = larger - sum - next;
      sum = larger;
    }
    return sum;
  }

  private static double deviation(List<PerfOperation> operations, DoubleSummaryStatistics flops) {
    double squares = 0;
    for (PerfOperation operation : operations) {
      double distance = operation.flopsPercent() - flops.getAverage();
      squares += Double.isNaN(distance) ? 0 : distance * distance;
    }
    return flops.getCount() < 2 ? Double.NaN : Math.sqrt(squares / (flops.getCount() - 1));
  }
}
