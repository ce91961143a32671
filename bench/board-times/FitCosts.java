import dev.tilescope.device.Architecture;
import dev.tilescope.device.Board;
import dev.tilescope.device.CostConstants;
import dev.tilescope.internal.board.BoardTimes;
import dev.tilescope.internal.board.BoardTimes.Compared;
import dev.tilescope.internal.board.Question;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/**
 * Fits the constants of the cost model to the times of boards and prints them as cost-constants.txt has them.
 *
 * <pre>bench/board-times/fit.sh DATA [--real REAL] [--half 0|1] [--only PREFIX[,PREFIX]] [--rounds 6]</pre>
 *
 * Each constant is moved in turn, up and down, for as long as the rows that depend on it come nearer to what boards
 * took. With {@code --half} every second row only; the other rows then say what the fit is worth. With {@code --only}
 * just the constants whose names begin so. With {@code --real} whole profiles of models too, a folder of {@code
 * ops_perf_results} files: each configuration that they hold counts once.
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

  /** How near the model comes to a row of a board, and what the rows of its source weigh. */
  record Sample(String source, DoubleSupplier modelledToMeasured, double weight, boolean wormhole) {
    double ratio() {
      return modelledToMeasured.getAsDouble();
    }
  }

  /** A call of a whole profile, asked for by its arguments. */
  record Asked(Board board, Question question) {}

  public static void main(String[] arguments) throws Exception {
    int half = -1;
    int rounds = 6;
    String only = "";
    String real = "";
    for (int i = 1; i + 1 < arguments.length; i += 2) {
      switch (arguments[i]) {
        case "--half" -> half = Integer.parseInt(arguments[i + 1]);
        case "--only" -> only = arguments[i + 1];
        case "--real" -> real = arguments[i + 1];
        case "--rounds" -> rounds = Integer.parseInt(arguments[i + 1]);
        default -> throw new IllegalArgumentException(arguments[i] + " is no option");
      }
    }
    List<Score.Row> fitted = new ArrayList<>();
    List<Score.Row> others = new ArrayList<>();
    read(Path.of(arguments[0]), half, fitted, others);
    List<Sample> samples = new ArrayList<>(weighed(fitted));
    List<Sample> otherProfiles = new ArrayList<>();
    if (!real.isEmpty()) {
      List<Sample> configurations = real(Path.of(real));
      for (int i = 0; i < configurations.size(); i++) {
        if (half < 0 || i % 2 == half) {
          samples.add(configurations.get(i));
        } else {
          otherProfiles.add(configurations.get(i));
        }
      }
    }
    System.err.printf("%d rows, loss %.2f%n", samples.size(), loss(samples));
    Map<String, List<Sample>> touched = touched(samples, List.of(only.split(",", -1)));
    for (int round = 0; round < rounds; round++) {
      touched.forEach(FitCosts::move);
      CostConstants.use(constants);
      System.err.printf("round %d: %.2f%n", round, loss(samples));
    }
    within("fitted", samples);
    within("others", weighed(others));
    within("others", otherProfiles);
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
        .map(row ->
            new Sample(
                source(row), () -> Score.answer(row).ratio(), weight(row, counts.get(source(row))), row.get("board").startsWith("n")))
        .toList();
  }

  /** Configurations of whole profiles; all of a device operation weigh half of what a source does. */
  static List<Sample> real(Path folder) throws Exception {
    Map<Asked, List<Compared>> found = new LinkedHashMap<>();
    try (var files = Files.list(folder)) {
      for (Path file : files.filter(Bands::isOfToday).sorted().toList()) {
        BoardTimes times = BoardTimes.read(file, null);
        times.compared().forEach(row ->
            found.computeIfAbsent(new Asked(times.board(), row.question()), k -> new ArrayList<>()).add(row));
      }
    }
    Map<String, Integer> counts = new TreeMap<>();
    found.values().forEach(rows -> counts.merge(rows.getFirst().operation(), 1, Integer::sum));
    List<Sample> samples = new ArrayList<>();
    found.forEach((asked, rows) -> {
      double[] nanos = rows.stream().mapToDouble(Compared::measuredNanos).sorted().toArray();
      double median = nanos[nanos.length / 2];
      String operation = rows.getFirst().operation();
      samples.add(
          new Sample(
              "whole profiles " + operation,
              () -> asked.question().modelledNanos(asked.board()) / median,
              0.5 / Math.sqrt(counts.get(operation)),
              asked.board().architecture() == Architecture.WORMHOLE_B0));
    });
    return samples;
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

  /** The rows that depend on a constant, by its name; bands and a board's own factors say nothing of the model. */
  static Map<String, List<Sample>> touched(List<Sample> samples, List<String> prefixes) {
    List<Double> usual = samples.stream().map(Sample::ratio).toList();
    Map<String, List<Sample>> touched = new LinkedHashMap<>();
    for (String name : constants.names()) {
      if (prefixes.stream().noneMatch(name::startsWith) || name.startsWith("band.") || name.startsWith("factor.")) {
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
        || (name.equals("product.math_factor") && Math.min(wormhole, blackhole) < 1)
        || (SHARED_RATES.contains(name) && (wormhole > 277 || blackhole > 550));
  }

  static void within(String name, List<Sample> samples) {
    Map<String, List<Double>> ratios = new TreeMap<>();
    for (Sample sample : samples) {
      ratios.computeIfAbsent(sample.source(), k -> new ArrayList<>()).add(sample.ratio());
    }
    ratios.forEach((source, each) -> {
      each.sort(null);
      long within = each.stream().filter(ratio -> Math.abs(Math.log(ratio)) <= WITHIN).count();
      System.err.printf(
          "%s %s: %d rows, median %.2f, %.0f %% within 25 %%%n",
          name, source, each.size(), each.get(each.size() / 2), 100.0 * within / each.size());
    });
  }
}
