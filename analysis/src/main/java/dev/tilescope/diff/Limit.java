package dev.tilescope.diff;

import dev.tilescope.diff.Metric.Reading;
import dev.tilescope.diff.Metric.Unit;
import dev.tilescope.memory.Headline;
import dev.tilescope.memory.Headline.Amount;
import dev.tilescope.model.TilescopeException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A bound to fail on: on the change from one report to the next, or on what one report took.
 *
 * <pre>{@code
 * limit      --> metric comparison amount           spaces between them or not
 * metric     --> peak-l1-per-core | l1-headroom | peak-dram-per-bank | peak-l1 | peak-dram
 *                | host-time | device-time | op-device-time
 *                | operations | added | removed | changed
 * comparison --> > | >= | < | <= | != | ==
 * amount     --> [+|-] number unit
 * unit       --> %                                  of what it was before
 *                | B | KiB | MiB | GiB              for memory
 *                | ns | us | ms | s                 for host-time, device-time, op-device-time
 *                | nothing                          for counts, and for 0
 * }</pre>
 *
 * <p>It is exceeded if the comparison holds for the metric's change, on any device: {@code
 * peak-l1>+5%} if some device's peak grew by more than a twentieth, {@code operations!=0} if there
 * are more or fewer operations. A limit of a time that a report lacks counts as exceeded: a check
 * that cannot be made must not pass.
 *
 * @param percent whether the amount is a part of what it was before, not bytes, nanoseconds or a
 *     count
 */
public record Limit(
    String text, Metric metric, Comparison comparison, double amount, boolean percent) {
  private static final Pattern FORM =
      Pattern.compile(
          "([a-z0-9-]+?)\\s*(>=|<=|!=|==|>|<)\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*([A-Za-z%]*)");

  private static final Map<String, Double> BYTES =
      Map.of("B", 1.0, "KiB", 1024.0, "MiB", 1048576.0, "GiB", 1073741824.0);
  private static final Map<String, Double> NANOS =
      Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9);

  /** How a change is held against the amount. */
  public enum Comparison {
    MORE(">"),
    AT_LEAST(">="),
    LESS("<"),
    AT_MOST("<="),
    OTHER_THAN("!="),
    EXACTLY("==");

    private final String sign;

    Comparison(String sign) {
      this.sign = sign;
    }

    boolean holds(double change, double amount) {
      return switch (this) {
        case MORE -> change > amount;
        case AT_LEAST -> change >= amount;
        case LESS -> change < amount;
        case AT_MOST -> change <= amount;
        case OTHER_THAN -> change != amount;
        case EXACTLY -> change == amount;
      };
    }
  }

  /** A reading that is beyond a limit. */
  public record Exceeded(Limit limit, Reading reading) {}

  /** The readings of a diff that exceed this limit; none if it is kept. */
  public List<Exceeded> exceededBy(ReportDiff diff) {
    return exceededAmong(metric.of(diff));
  }

  /** Those of some readings that exceed this limit. */
  public List<Exceeded> exceededAmong(List<Reading> readings) {
    return readings.stream()
        .filter(r -> !metric.isKnown(r) || comparison.holds(changeOf(r), amount))
        .map(r -> new Exceeded(this, r))
        .toList();
  }

  /**
   * The devices that exceed this limit by what they took, not by how it changed: a percentage is of
   * what the device has. What is not known exceeds.
   *
   * @throws TilescopeException if it is no limit of what decides whether a program fits
   */
  public List<Headline> exceededBy(List<Headline> devices) {
    return devices.stream().filter(device -> isExceededBy(device)).toList();
  }

  private boolean isExceededBy(Headline device) {
    Amount amountOf =
        switch (metric) {
          case PEAK_L1_PER_CORE -> device.l1();
          case L1_HEADROOM -> device.headroom();
          case PEAK_DRAM_PER_BANK -> device.dram();
          case PEAK_L1,
              PEAK_DRAM,
              HOST_TIME,
              DEVICE_TIME,
              OP_DEVICE_TIME,
              OPERATIONS,
              ADDED,
              REMOVED,
              CHANGED ->
              throw wrong(
                  text,
                  "of one report there are peak-l1-per-core, l1-headroom and peak-dram-per-bank;"
                      + " %s is for diff".formatted(metric.word()));
        };
    Amount capacity = metric == Metric.PEAK_DRAM_PER_BANK ? device.dram() : device.l1();
    if (amountOf == null || !device.isWhole() || (percent && capacity.capacityBytes() <= 0)) {
      return true;
    }
    double value = percent ? 100.0 * amountOf.bytes() / capacity.capacityBytes() : amountOf.bytes();
    return comparison.holds(value, amount);
  }

  private double changeOf(Reading reading) {
    return percent ? reading.percent() : reading.change();
  }

  /**
   * @throws TilescopeException that says what is wrong with the text and what would be right
   */
  public static Limit parse(String written) {
    String text = written.strip();
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw wrong(text, "it must be METRIC, comparison and amount, such as peak-l1>+5%");
    }
    Metric metric = metric(text, form.group(1));
    double number = Double.parseDouble(form.group(3));
    String unit = form.group(4);
    boolean percent = unit.equals("%");
    return new Limit(
        text,
        metric,
        comparison(form.group(2)),
        percent ? checkedPercent(text, metric, number) : number * factor(text, metric, form),
        percent);
  }

  private static Metric metric(String text, String word) {
    return Arrays.stream(Metric.values())
        .filter(m -> m.word().equals(word))
        .findFirst()
        .orElseThrow(() ->
            wrong(
                text,
                "there is no metric '"
                    + word
                    + "'; there are "
                    + Arrays.stream(Metric.values())
                        .map(Metric::word)
                        .collect(Collectors.joining(", "))));
  }

  private static Comparison comparison(String sign) {
    return Arrays.stream(Comparison.values()).filter(c -> c.sign.equals(sign)).findFirst().get();
  }

  private static double checkedPercent(String text, Metric metric, double number) {
    return switch (metric) {
      case ADDED, REMOVED, CHANGED ->
          throw wrong(text, metric.word() + " is a count of its own and has no percentage");
      case PEAK_L1_PER_CORE,
          L1_HEADROOM,
          PEAK_DRAM_PER_BANK,
          PEAK_L1,
          PEAK_DRAM,
          HOST_TIME,
          DEVICE_TIME,
          OP_DEVICE_TIME,
          OPERATIONS ->
          number;
    };
  }

  private static double factor(String text, Metric metric, Matcher form) {
    boolean zero = Double.parseDouble(form.group(3)) == 0;
    String unit = form.group(4);
    if (unit.isEmpty() && (zero || metric.unit() == Unit.COUNT)) {
      return countFactor(text, form.group(3), metric);
    }
    Map<String, Double> factors = factors(metric.unit());
    Double factor = factors.get(unit);
    if (factor == null) {
      throw wrong(
          text,
          (unit.isEmpty() ? "the amount needs a unit" : "'" + unit + "' is no unit")
              + " of "
              + metric.word()
              + "; "
              + (factors.isEmpty()
                  ? "a count has none"
                  : "use % or one of " + String.join(", ", new TreeMap<>(factors).keySet())));
    }
    return factor;
  }

  private static double countFactor(String text, String number, Metric metric) {
    if (metric.unit() == Unit.COUNT && number.contains(".")) {
      throw wrong(text, metric.word() + " counts operations, so the amount must be whole");
    }
    return 1;
  }

  private static Map<String, Double> factors(Unit unit) {
    return switch (unit) {
      case BYTES -> BYTES;
      case NANOS -> NANOS;
      case COUNT -> Map.of();
    };
  }

  private static TilescopeException wrong(String text, String why) {
    return new TilescopeException("limit '" + text + "': " + why);
  }
}
