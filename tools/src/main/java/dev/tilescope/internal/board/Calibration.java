package dev.tilescope.internal.board;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.CostConstants;
import dev.tilescope.device.TimeBand;
import dev.tilescope.device.TimeFamily;
import dev.tilescope.internal.board.BoardTimes.Compared;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A board's own factors: what the times of a family are multiplied with, so that half of its
 * configurations took longer and half shorter, and the band of what is left then.
 *
 * @param fitted by family, those of which the board ran enough
 */
public record Calibration(Architecture architecture, Map<TimeFamily, Fitted> fitted) {
  /** Fewer say more of their noise than of the board. */
  public static final int FEWEST = 5;

  /**
   * @param configurations of which each counts once, however often it ran
   * @param factor measured / modelled, the median
   * @param band that boards keep to once times are multiplied with it
   */
  public record Fitted(int configurations, double factor, TimeBand band) {}

  public Calibration {
    fitted = Map.copyOf(fitted);
  }

  /**
   * @param runs of one architecture, asked with factors of 1
   */
  public static Calibration of(List<BoardTimes> runs) {
    List<Architecture> architectures =
        runs.stream().map(run -> run.board().architecture()).distinct().toList();
    if (architectures.size() != 1) {
      throw new TilescopeException(
          "the files come from boards of %s; calibrate one architecture at a time"
              .formatted(architectures));
    }
    Map<TimeFamily, Fitted> fitted = new EnumMap<>(TimeFamily.class);
    ratios(runs)
        .forEach((family, ratios) -> {
          if (ratios.length >= FEWEST) {
            fitted.put(family, fitted(ratios));
          }
        });
    return new Calibration(architectures.getFirst(), fitted);
  }

  /** Measured / modelled of each configuration, by family, from low to high. */
  public static Map<TimeFamily, double[]> ratios(List<BoardTimes> runs) {
    Map<TimeFamily, List<Double>> found = new EnumMap<>(TimeFamily.class);
    runs.stream()
        .flatMap(run -> run.compared().stream())
        .collect(Collectors.groupingBy(row -> row.operation() + " " + row.modelledNanos()))
        .values()
        .forEach(rows ->
            found
                .computeIfAbsent(
                    TimeFamily.of(rows.getFirst().operation()), family -> new ArrayList<>())
                .add(middle(rows)));
    Map<TimeFamily, double[]> ratios = new EnumMap<>(TimeFamily.class);
    found.forEach((family, each) ->
        ratios.put(family, each.stream().mapToDouble(Double::doubleValue).sorted().toArray()));
    return ratios;
  }

  private static double middle(Collection<Compared> rows) {
    double[] sorted = rows.stream().mapToDouble(row -> 1 / row.ratio()).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private static Fitted fitted(double[] ratios) {
    double factor = ratios[ratios.length / 2];
    double[] left = Arrays.stream(ratios).map(ratio -> ratio / factor).toArray();
    return new Fitted(
        ratios.length, factor, new TimeBand(left[left.length / 10], left[left.length * 9 / 10]));
  }

  /** What the file holds: only what this board has of its own. */
  public String text() {
    CostConstants constants = CostConstants.fitted();
    List<String> names = new ArrayList<>();
    for (Map.Entry<TimeFamily, Fitted> each : fitted.entrySet()) {
      TimeFamily family = each.getKey();
      Fitted found = each.getValue();
      names.addAll(
          List.of(CostConstants.factor(family), TimeBand.low(family), TimeBand.high(family)));
      constants =
          constants
              .with(CostConstants.factor(family), architecture, found.factor())
              .with(TimeBand.low(family), architecture, found.band().low())
              .with(TimeBand.high(family), architecture, found.band().high());
    }
    return constants.text(names.stream().sorted().toList());
  }
}
