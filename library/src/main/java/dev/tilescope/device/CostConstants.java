package dev.tilescope.device;

import dev.tilescope.model.TilescopeException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The figures that times of real boards show, by name: a rate, a wait, the cycles of a tile. They
 * are in {@code cost-constants.txt}, which says what they come from and what fits them again.
 *
 * <p>The environment variable {@code TILESCOPE_CALIBRATION} names a file of {@code tilescope
 * calibrate}, whose figures then take the place of these.
 */
public final class CostConstants {
  /** Names the file whose figures take the place of the fitted ones. */
  public static final String CALIBRATION = "TILESCOPE_CALIBRATION";

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

  private static volatile @Nullable CostConstants inUse;

  private static final String TILE = "tile.";

  private final Map<String, Figure> figures;

  /** By family and operation, "" for those of the family that were not measured. */
  private final Map<String, Map<String, Figure>> tiles = new HashMap<>();

  private final boolean isCalibrated;

  /** By architecture. */
  private final Map<Architecture, Map<TimeFamily, TimeBand>> bands =
      new EnumMap<>(Architecture.class);

  private CostConstants(Map<String, Figure> figures) {
    this.figures = Collections.unmodifiableMap(figures);
    figures.forEach((name, figure) -> {
      if (name.startsWith(TILE)) {
        String[] words = name.substring(TILE.length()).split("\\.", 2);
        tiles
            .computeIfAbsent(words[0], family -> new HashMap<>())
            .put(words.length == 1 ? "" : words[1], figure);
      }
    });
    this.isCalibrated =
        Arrays.stream(TimeFamily.values()).anyMatch(family -> !isOne(figures.get(factor(family))));
    for (Architecture architecture : Architecture.values()) {
      Map<TimeFamily, TimeBand> ofFamilies = new EnumMap<>(TimeFamily.class);
      for (TimeFamily family : TimeFamily.values()) {
        ofFamilies.put(
            family,
            new TimeBand(
                of(TimeBand.low(family), architecture), of(TimeBand.high(family), architecture)));
      }
      bands.put(architecture, ofFamilies);
    }
  }

  /** How far boards were from the model of a family. */
  TimeBand band(TimeFamily family, Architecture architecture) {
    return Objects.requireNonNull(Objects.requireNonNull(bands.get(architecture)).get(family));
  }

  private static boolean isOne(@Nullable Figure factor) {
    return factor == null || (factor.wormhole == 1 && factor.blackhole == 1);
  }

  /** Those of all devices of this process. */
  public static CostConstants inUse() {
    CostConstants now = inUse;
    if (now == null) {
      now = ofEnvironment(System.getenv());
      inUse = now;
    }
    return now;
  }

  /** The fitted ones, or with the figures of the file that the environment names. */
  static CostConstants ofEnvironment(Map<String, String> environment) {
    String file = environment.getOrDefault(CALIBRATION, "");
    return file.isBlank() ? fitted() : calibrated(Path.of(file));
  }

  /** The fitted ones, but for those of a file that {@code tilescope calibrate} wrote. */
  public static CostConstants calibrated(Path file) {
    Map<String, Figure> figures = new TreeMap<>(fitted().figures);
    try (Stream<String> lines = Files.lines(file)) {
      lines.forEach(line -> add(file.toString(), line, figures, true));
    } catch (IOException | UncheckedIOException e) {
      throw new TilescopeException(
          "%s: cannot be read (%s); %s names a file that tilescope calibrate wrote"
              .formatted(file, e.getMessage(), CALIBRATION),
          e);
    }
    return new CostConstants(figures);
  }

  /** What the times of a family are multiplied with. */
  public static String factor(TimeFamily family) {
    return "factor." + family.key();
  }

  /** 1 unless a board's own was fitted. */
  double factorOf(String deviceOperation, Architecture architecture) {
    return isCalibrated ? of(factor(TimeFamily.of(deviceOperation)), architecture) : 1;
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
      lines.lines().forEach(line -> add(FILE, line, figures, false));
      return new CostConstants(figures);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void add(
      String file, String line, Map<String, Figure> figures, boolean onlyKnown) {
    if (line.isBlank() || line.startsWith("#")) {
      return;
    }
    String[] words = line.strip().split(" +", -1);
    if (words.length != 3) {
      throw new TilescopeException(
          "%s: a line is NAME WORMHOLE BLACKHOLE, got \"%s\"".formatted(file, line));
    }
    if (onlyKnown && !figures.containsKey(words[0])) {
      throw new TilescopeException(
          "%s: \"%s\" is no constant of the cost model; take a file that this version's tilescope calibrate wrote"
              .formatted(file, words[0]));
    }
    figures.put(words[0], new Figure(number(file, line, words[1]), number(file, line, words[2])));
  }

  private static double number(String file, String line, String word) {
    try {
      double number = Double.parseDouble(word);
      if (number > 0 && Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, as for 0.
    }
    throw new TilescopeException(
        "%s: a figure is a number above 0, got \"%s\" in \"%s\"".formatted(file, word, line));
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
    Map<String, Figure> ofFamily = tiles.getOrDefault(family, Map.of());
    Figure own = ofFamily.getOrDefault(operation, ofFamily.get(""));
    return Math.round(own == null ? of(TILE + family, architecture) : own.of(architecture));
  }

  /** In the order of the alphabet. */
  public List<String> names() {
    return List.copyOf(figures.keySet());
  }

  /** The same figures but for one of one architecture. */
  public CostConstants with(String name, Architecture architecture, double value) {
    Figure now = Objects.requireNonNull(figures.get(name), name);
    return switch (architecture) {
      case GRAYSKULL, WORMHOLE_B0 -> with(name, value, now.blackhole);
      case BLACKHOLE -> with(name, now.wormhole, value);
    };
  }

  /** The same figures but for one. */
  public CostConstants with(String name, double wormhole, double blackhole) {
    Map<String, Figure> changed = new TreeMap<>(figures);
    changed.put(name, new Figure(wormhole, blackhole));
    return new CostConstants(changed);
  }

  /** As the file has them, without its opening words. */
  public String text() {
    return text(figures.keySet());
  }

  /** Only these. */
  public String text(Collection<String> names) {
    StringBuilder text = new StringBuilder();
    for (String name : names) {
      text.append(name)
          .append(' ')
          .append(shortest(of(name, Architecture.WORMHOLE_B0)))
          .append(' ')
          .append(shortest(of(name, Architecture.BLACKHOLE)))
          .append('\n');
    }
    return text.toString();
  }

  /** Three digits say all that a fit knows. */
  private static String shortest(double value) {
    double rounded =
        new java.math.BigDecimal(value).round(new java.math.MathContext(3)).doubleValue();
    return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
  }
}
