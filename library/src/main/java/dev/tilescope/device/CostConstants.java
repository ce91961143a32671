package dev.tilescope.device;

import dev.tilescope.model.TilescopeException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The figures that times of real boards show, by name: a rate, a wait, the cycles of a tile. They
 * are in {@code cost-constants.txt}, which says what they come from and what fits them again.
 */
public final class CostConstants {
  private static final String FILE = "cost-constants.txt";

  /** Of one name: Grayskull was never measured and takes Wormhole's. */
  record Figure(double wormhole, double blackhole) {
    double of(Architecture architecture) {
      return switch (architecture) {
        case GRAYSKULL, WORMHOLE_B0 -> wormhole;
        case BLACKHOLE -> blackhole;
      };
    }
  }

  private static volatile CostConstants inUse = fitted();

  private final Map<String, Figure> figures;

  private CostConstants(Map<String, Figure> figures) {
    this.figures = Collections.unmodifiableMap(figures);
  }

  /** Those of all devices of this process. */
  public static CostConstants inUse() {
    return inUse;
  }

  /** From now on, for devices that are open too. */
  public static void use(CostConstants constants) {
    inUse = constants;
  }

  /** Those that come with the library. */
  public static CostConstants fitted() {
    try (InputStream in =
            Objects.requireNonNull(CostConstants.class.getResourceAsStream(FILE), FILE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      Map<String, Figure> figures = new TreeMap<>();
      lines
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split(" +"))
          .forEach(words -> figures.put(words[0], figure(words)));
      return new CostConstants(figures);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Figure figure(String[] words) {
    if (words.length != 3) {
      throw new TilescopeException(
          "%s: a line is NAME WORMHOLE BLACKHOLE, got %s".formatted(FILE, String.join(" ", words)));
    }
    return new Figure(Double.parseDouble(words[1]), Double.parseDouble(words[2]));
  }

  public double of(String name, Architecture architecture) {
    Figure figure = figures.get(name);
    if (figure == null) {
      throw new TilescopeException(
          "%s has no \"%s\"; it has %s".formatted(FILE, name, figures.keySet()));
    }
    return figure.of(architecture);
  }

  /**
   * Cycles that a core takes for a tile, in and out of its registers included.
   *
   * @param family of operations, whose usual figure serves those that were not measured
   */
  public long tileCycles(String family, String operation, Architecture architecture) {
    Figure own = figures.get("tile." + family + "." + operation);
    return Math.round(own == null ? of("tile." + family, architecture) : own.of(architecture));
  }

  /** In the order of the alphabet. */
  public List<String> names() {
    return List.copyOf(figures.keySet());
  }

  /** The same figures but for one. */
  public CostConstants with(String name, double wormhole, double blackhole) {
    Map<String, Figure> changed = new TreeMap<>(figures);
    changed.put(name, new Figure(wormhole, blackhole));
    return new CostConstants(changed);
  }

  /** As the file has them, without its opening words. */
  public String text() {
    StringBuilder text = new StringBuilder();
    figures.forEach((name, figure) ->
        text.append(name)
            .append(' ')
            .append(shortest(figure.wormhole))
            .append(' ')
            .append(shortest(figure.blackhole))
            .append('\n'));
    return text.toString();
  }

  /** Three digits say all that a fit knows. */
  private static String shortest(double value) {
    double rounded =
        new java.math.BigDecimal(value).round(new java.math.MathContext(3)).doubleValue();
    return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
  }
}
