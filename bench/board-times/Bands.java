import dev.tilescope.device.Architecture;
import dev.tilescope.device.TimeBand;
import dev.tilescope.device.TimeFamily;
import dev.tilescope.internal.board.BoardTimes;
import dev.tilescope.internal.board.Calibration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How far boards were from the model, by family: prints the bands of cost-constants.txt.
 *
 * <pre>bench/board-times/bands.sh DATA REAL</pre>
 *
 * DATA is the folder of measured configurations, REAL one of {@code ops_perf_results} files. Each configuration counts
 * once, those before 2025-09 do not; 10 % and 90 % of measured / modelled are the band. A family of which an
 * architecture has fewer than ten takes the band of both.
 */
public class Bands {
  static final int ENOUGH = 10;

  /** Of rows that are asked by an operation's name rather than by a program's. */
  static final Map<String, TimeFamily> OF_OPERATION =
      Map.of("unary", TimeFamily.ELEMENTWISE, "binary", TimeFamily.ELEMENTWISE, "ternary", TimeFamily.ELEMENTWISE,
          "reduction", TimeFamily.REDUCTION, "matmul", TimeFamily.MATMUL, "halo+conv2d", TimeFamily.CONVOLUTION);

  public static void main(String[] arguments) throws Exception {
    Map<TimeFamily, Map<Architecture, List<Double>>> found = new LinkedHashMap<>();
    for (String file : List.of("nightly", "gemm-report", "profiles")) {
      for (Score.Row row : Score.read(Path.of(arguments[0]).resolve(file + ".tsv.gz"))) {
        Score.Answer answer = Score.answer(row);
        if (answer.refused().isEmpty() && row.get("date").compareTo("2025-09") >= 0) {
          String word = row.get("family").split(" ")[0];
          add(found, OF_OPERATION.getOrDefault(word, TimeFamily.of(word)), Score.board(row).architecture(), 1 / answer.ratio());
        }
      }
    }
    try (var files = Files.list(Path.of(arguments[1]))) {
      for (Path file : files.filter(Bands::isOfToday).sorted().toList()) {
        real(found, file);
      }
    }
    for (TimeFamily family : TimeFamily.values()) {
      TimeBand wormhole = band(found, family, Architecture.WORMHOLE_B0);
      TimeBand blackhole = band(found, family, Architecture.BLACKHOLE);
      System.out.printf(Locale.ROOT, "%s %.3g %.3g%n", TimeBand.high(family), wormhole.high(), blackhole.high());
      System.out.printf(Locale.ROOT, "%s %.3g %.3g%n", TimeBand.low(family), wormhole.low(), blackhole.low());
    }
  }

  /** Kernels of 2024, and times that a hand made up, say nothing of today's boards. */
  static boolean isOfToday(Path file) {
    String name = file.toString();
    return name.endsWith(".csv.gz") && !name.contains("_2024_") && !name.contains("fixtures");
  }

  static void real(Map<TimeFamily, Map<Architecture, List<Double>>> found, Path file) {
    BoardTimes times = BoardTimes.read(file, null);
    Calibration.ratios(List.of(times)).forEach((family, ratios) -> {
      for (double ratio : ratios) {
        add(found, family, times.board().architecture(), ratio);
      }
    });
  }

  static void add(Map<TimeFamily, Map<Architecture, List<Double>>> found, TimeFamily family, Architecture architecture, double ratio) {
    for (TimeFamily each : List.of(family, TimeFamily.OTHER)) {
      found.computeIfAbsent(each, k -> new LinkedHashMap<>()).computeIfAbsent(architecture, k -> new ArrayList<>()).add(ratio);
    }
  }

  static TimeBand band(Map<TimeFamily, Map<Architecture, List<Double>>> found, TimeFamily family, Architecture architecture) {
    Map<Architecture, List<Double>> all = found.getOrDefault(family, Map.of());
    List<Double> own = new ArrayList<>(all.getOrDefault(architecture, List.of()));
    if (own.size() < ENOUGH) {
      own = all.values().stream().flatMap(List::stream).collect(Collectors.toCollection(ArrayList::new));
    }
    Collections.sort(own);
    System.err.printf("%s %s: %d configurations, median %.2f%n", family, architecture, own.size(), own.get(own.size() / 2));
    return new TimeBand(own.get(own.size() / 10), own.get(own.size() * 9 / 10));
  }
}
