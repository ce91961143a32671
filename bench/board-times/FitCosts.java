import dev.tilescope.device.Architecture;
import dev.tilescope.device.CostConstants;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Fits the constants of the cost model to the times of boards and prints them as cost-constants.txt has them.
 *
 * <pre>bench/board-times/fit.sh DATA [--half 0|1] [--only PREFIX]</pre>
 *
 * Each constant is moved in turn, up and down, for as long as the rows that depend on it come nearer to what boards
 * took. With {@code --half} every second row only; the other rows then say what the fit is worth. With {@code --only}
 * just the constants whose names begin so.
 */
public class FitCosts {
  /** Of the sweep of height-sharded products every so many rows are enough. */
  static final int SWEEP_STRIDE = 8;

  /** A tile is not taken in and out of registers in less, whatever a few rows may say. */
  static final double LEAST_TILE_CYCLES = 50;

  /** Of all cores together, which cannot exceed what the memory gives. */
  static final List<String> SHARED_RATES =
      List.of("dram.bytes_per_nano", "dram.read.bytes_per_nano", "dram.write.bytes_per_nano");

  static final double WITHIN = Math.log(1.25);
  static final double[] STEPS = {0.6, 0.8, 0.92, 0.97, 1.03, 1.08, 1.25, 1.6};
  static CostConstants constants = CostConstants.fitted();

  /** A row of a board, and what the rows of its source weigh. */
  record Sample(Score.Row row, double weight, boolean wormhole) {
    double ratio() {
      return Score.answer(row).ratio();
    }
  }

  public static void main(String[] arguments) throws Exception {
    int half = -1;
    String only = "";
    for (int i = 1; i + 1 < arguments.length; i += 2) {
      switch (arguments[i]) {
        case "--half" -> half = Integer.parseInt(arguments[i + 1]);
        case "--only" -> only = arguments[i + 1];
        default -> throw new IllegalArgumentException(arguments[i] + " is no option");
      }
    }
    List<Score.Row> fitted = new ArrayList<>();
    List<Score.Row> others = new ArrayList<>();
    read(Path.of(arguments[0]), half, fitted, others);
    List<Sample> samples = weighed(fitted);
    System.err.printf("%d rows, loss %.2f%n", samples.size(), loss(samples));
    Map<String, List<Sample>> touched = touched(samples, only);
    for (int round = 0; round < 6; round++) {
      touched.forEach(FitCosts::move);
      CostConstants.use(constants);
      System.err.printf("round %d: %.2f%n", round, loss(samples));
    }
    within("fitted", fitted);
    within("others", others);
    System.out.print(constants.text());
  }

  static void read(Path folder, int half, List<Score.Row> fitted, List<Score.Row> others) throws Exception {
    for (String file : List.of("nightly", "gemm-report", "matmul-height-sweep", "profiles")) {
      int number = 0;
      for (Score.Row row : Score.read(folder.resolve(file + ".tsv.gz"))) {
        number++;
        boolean isSweep = file.startsWith("matmul-height");
        if ((isSweep && number % SWEEP_STRIDE > 1) || !Score.answer(row).refused().isEmpty()) {
          continue;
        }
        (half < 0 || number % 2 == half ? fitted : others).add(row);
      }
    }
  }

  static String source(Score.Row row) {
    return row.get("source").replaceAll("^profile .*", "profile") + " " + row.get("board");
  }

  static List<Sample> weighed(List<Score.Row> rows) {
    Map<String, Integer> counts = new TreeMap<>();
    rows.forEach(row -> counts.merge(source(row), 1, Integer::sum));
    return rows.stream()
        .map(row -> new Sample(row, weight(row, counts.get(source(row))), row.get("board").startsWith("n")))
        .toList();
  }

  /** Large sources count more, but not in proportion; old kernels count half. */
  static double weight(Score.Row row, int count) {
    return (row.get("date").compareTo("2025-09") < 0 ? 0.5 : 1) / Math.sqrt(count);
  }

  static double loss(List<Sample> samples) {
    return samples.stream().mapToDouble(s -> s.weight() * loss(s.ratio())).sum();
  }

  static double loss(double ratio) {
    double error = Math.abs(Math.log(ratio));
    return Math.min(0.5, error) + (error > WITHIN ? 0.15 : 0);
  }

  /** The rows that depend on a constant, by its name. */
  static Map<String, List<Sample>> touched(List<Sample> samples, String prefix) {
    List<Double> usual = samples.stream().map(Sample::ratio).toList();
    Map<String, List<Sample>> touched = new LinkedHashMap<>();
    for (String name : constants.names()) {
      if (!name.startsWith(prefix)) {
        continue;
      }
      CostConstants.use(scaled(constants, name, 1.5, true, true));
      List<Sample> own = new ArrayList<>();
      for (int i = 0; i < samples.size(); i++) {
        if (Math.abs(samples.get(i).ratio() / usual.get(i) - 1) > 0.002) {
          own.add(samples.get(i));
        }
      }
      touched.put(name, own);
    }
    CostConstants.use(constants);
    return touched;
  }

  static CostConstants scaled(CostConstants from, String name, double factor, boolean wormhole, boolean blackhole) {
    double w = from.of(name, Architecture.WORMHOLE_B0);
    double b = from.of(name, Architecture.BLACKHOLE);
    return from.with(name, wormhole ? w * factor : w, blackhole ? b * factor : b);
  }

  /** A tile's cycles on both architectures at once, whose ratio is that of their clocks' work. */
  static void move(String name, List<Sample> samples) {
    if (name.startsWith("tile.")) {
      move(name, samples, true, true);
    } else {
      move(name, samples.stream().filter(Sample::wormhole).toList(), true, false);
      move(name, samples.stream().filter(s -> !s.wormhole()).toList(), false, true);
    }
  }

  static void move(String name, List<Sample> samples, boolean wormhole, boolean blackhole) {
    CostConstants start = constants;
    CostConstants.use(start);
    double best = loss(samples) * 0.9995;
    for (double step : STEPS) {
      CostConstants tried = scaled(start, name, step, wormhole, blackhole);
      if (isImpossible(name, tried)) {
        continue;
      }
      CostConstants.use(tried);
      double loss = loss(samples);
      if (loss < best) {
        best = loss;
        constants = tried;
      }
    }
    CostConstants.use(constants);
  }

  static boolean isImpossible(String name, CostConstants tried) {
    double wormhole = tried.of(name, Architecture.WORMHOLE_B0);
    double blackhole = tried.of(name, Architecture.BLACKHOLE);
    return (name.startsWith("tile.") && wormhole < LEAST_TILE_CYCLES)
        || (SHARED_RATES.contains(name) && (wormhole > 277 || blackhole > 550));
  }

  static void within(String name, List<Score.Row> rows) {
    Map<String, int[]> counts = new TreeMap<>();
    for (Score.Row row : rows) {
      int[] count = counts.computeIfAbsent(source(row), k -> new int[2]);
      count[0]++;
      count[1] += Math.abs(Math.log(Score.answer(row).ratio())) <= WITHIN ? 1 : 0;
    }
    counts.forEach((k, n) -> System.err.printf("%s %s: %d rows, %.0f %% within 25 %%%n", name, k, n[0], 100.0 * n[1] / n[0]));
  }
}
