import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Changed;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.Conv2dConfig;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.Fit;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.ops.OperationQuery;
import dev.tilescope.ops.QueryTensor;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * Modelled device times against those of boards, row by row of the board-times data.
 *
 * <pre>java --add-modules jdk.incubator.vector -cp tilescope.jar:lib/* Score.java [--rows OUT.tsv] [--by source|family|op|fits] DATA...</pre>
 *
 * A ratio is modelled / measured; "within" is 0.8 to 1.25. A row that Tilescope refuses counts as
 * not within, so an answer is never worse than none and refusing is no way to a better score. Only
 * rows of operations that it does not have, and those that the data cannot ask ("(data)"), are left
 * out, and counted at the end with their board time.
 */
public class Score {
  private static final Pattern SHARDED =
      Pattern.compile("(dram_)?(height|width|block)_sharded/([^/]+)/(\\d+)x(\\d+)(/col_major)?");

  record Row(Map<String, String> cells) {
    String get(String column) {
      return cells.getOrDefault(column, "");
    }

    String args(String name) {
      for (String part : get("args").split(";")) {
        if (part.startsWith(name + "=")) {
          return part.substring(name.length() + 1);
        }
      }
      return "";
    }
  }

  record Answer(Row row, double ratio, String refused) {}

  static class Refused extends RuntimeException {
    Refused(String why) {
      super(why);
    }
  }

  public static void main(String[] arguments) throws Exception {
    List<String> files = new ArrayList<>();
    String rowsFile = null;
    String by = "family";
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--rows" -> rowsFile = arguments[++i];
        case "--by" -> by = arguments[++i];
        default -> files.add(arguments[i]);
      }
    }
    List<Answer> answers = new ArrayList<>();
    for (String name : files) {
      Path path = Path.of(name);
      List<Path> found = new ArrayList<>();
      if (Files.isDirectory(path)) {
        try (var list = Files.list(path)) {
          list.filter(p -> p.toString().endsWith(".tsv.gz")).sorted().forEach(found::add);
        }
      } else {
        found.add(path);
      }
      for (Path file : found) {
        for (Row row : read(file)) {
          answers.add(answer(row));
        }
      }
    }
    if (rowsFile != null) {
      write(answers, rowsFile);
    }
    if (by.equals("fits")) {
      fits(answers);
    } else {
      print(answers, by);
    }
  }

  static List<Row> read(Path file) throws Exception {
    List<Row> rows = new ArrayList<>();
    try (BufferedReader in = new BufferedReader(new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), "UTF-8"))) {
      String[] header = in.readLine().split("\t", -1);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] cells = line.split("\t", -1);
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < header.length; i++) {
          map.put(header[i], cells[i]);
        }
        rows.add(new Row(map));
      }
    }
    return rows;
  }

  static Answer answer(Row row) {
    try {
      Fit fit = ask(row);
      if (!fit.fits()) {
        return new Answer(row, Double.NaN, "does not fit: " + reason(fit.shortage().message()));
      }
      if (fit.modelledNanos() <= 0) {
        return new Answer(row, Double.NaN, "no time modelled");
      }
      return new Answer(row, fit.modelledNanos() / Double.parseDouble(row.get("ns")), "");
    } catch (Refused | TilescopeException | IllegalArgumentException e) {
      return new Answer(row, Double.NaN, reason(e.getMessage()));
    } catch (RuntimeException e) {
      return new Answer(row, Double.NaN, "CRASH " + e.getClass().getSimpleName() + ": " + reason(e.getMessage()));
    }
  }

  static String reason(String message) {
    String first = String.valueOf(message).lines().findFirst().orElse("");
    String plain = first.replaceAll("\\d+", "N").replaceAll("\"[^\"]*\"", "\"..\"");
    return plain.length() > 110 ? plain.substring(0, 110) : plain;
  }

  static Board board(Row row) {
    Board board = Board.named(row.get("board"));
    String grid = row.get("grid");
    if (grid.isEmpty()) {
      return board;
    }
    String[] parts = grid.split("x");
    Board.Grid cores = new Board.Grid(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
    return board.compute().equals(cores) ? board : Changed.with(board, "compute", cores);
  }

  static MemoryConfig memory(String text) {
    if (text.equals("dram")) {
      return MemoryConfig.DRAM;
    }
    if (text.equals("l1")) {
      return MemoryConfig.L1;
    }
    Matcher m = SHARDED.matcher(text);
    if (!m.matches()) {
      throw new Refused("(data) shards not known");
    }
    List<CoreRange> ranges = new ArrayList<>();
    for (String range : m.group(3).split("\\+")) {
      int[] n = Arrays.stream(range.split("[-_x]")).mapToInt(Integer::parseInt).toArray();
      ranges.add(n.length == 2 ? CoreRange.of(0, 0, n[0] - 1, n[1] - 1) : CoreRange.of(n[0], n[1], n[2], n[3]));
    }
    return MemoryConfig.sharded(
        TensorMemoryLayout.valueOf(m.group(2).toUpperCase(Locale.ROOT) + "_SHARDED"),
        m.group(1) == null ? BufferType.L1 : BufferType.DRAM,
        new ShardSpec(
            CoreRangeSet.of(ranges.toArray(CoreRange[]::new)),
            Integer.parseInt(m.group(4)),
            Integer.parseInt(m.group(5)),
            m.group(6) == null ? ShardOrientation.ROW_MAJOR : ShardOrientation.COL_MAJOR));
  }

  static QueryTensor tensor(String text) {
    if (text.equals("?")) {
      throw new Refused("(data) shards not known");
    }
    int equals = text.indexOf('=');
    String[] words = text.substring(equals + 1).split(":");
    int[] dims = Arrays.stream(words[0].split("x")).mapToInt(Integer::parseInt).toArray();
    return new QueryTensor(
        equals < 0 ? null : text.substring(0, equals),
        new TensorSpec(
            Shape.of(dims),
            DataType.valueOf(words[1].toUpperCase(Locale.ROOT)),
            words[2].equals("tile") ? Layout.TILE : Layout.ROW_MAJOR,
            memory(words[3])));
  }

  static Tensor make(MeshDevice device, TensorSpec spec) {
    return Ttnn.empty(spec.shape(), spec.dtype(), spec.layout(), device, spec.memoryConfig());
  }

  static Fit ask(Row row) {
    String op = row.get("op");
    if (op.startsWith("device:")) {
      throw new Refused("(data) " + op.substring(7) + ": no public operation written for the row");
    }
    Board board = board(row);
    List<QueryTensor> inputs = new ArrayList<>();
    for (String text : row.get("inputs").split(" ")) {
      inputs.add(tensor(text));
    }
    MemoryConfig output = memory(row.get("output"));
    return switch (op) {
      case "ttnn.matmul", "ttnn.linear" -> matmul(board, row, inputs, output);
      case "ttnn.conv2d" -> conv2d(board, row, inputs.getFirst().spec());
      case "ttnn.to_memory_config" -> {
        if (!row.args("dtype").isEmpty()) {
          yield run(board, device -> Ttnn.toMemoryConfig(make(device, inputs.getFirst().spec()), output, dtype(row), null));
        }
        yield run(board, device -> Ttnn.toMemoryConfig(make(device, inputs.getFirst().spec()), output));
      }
      default -> call(board, op, row, inputs, output);
    };
  }

  static DataType dtype(Row row) {
    return DataType.valueOf(row.args("dtype").toUpperCase(Locale.ROOT));
  }

  static Fit run(Board board, Function<MeshDevice, ?> program) {
    return OperationQuery.run(board, DeviceOptions.DEFAULT, program);
  }

  /** By name; without memory_config where the result lies where the input does, or where there is no such argument. */
  static Fit call(Board board, String op, Row row, List<QueryTensor> inputs, MemoryConfig output) {
    Map<String, String> arguments = new LinkedHashMap<>();
    for (String part : row.get("args").split(";")) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        arguments.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    String text = row.get("output");
    if (output.equals(inputs.getFirst().spec().memoryConfig()) || op.equals("ttnn.move")) {
      return OperationQuery.call(board, op, inputs, arguments);
    }
    if (text.contains("+")) {
      throw new Refused("(scorer) cores that are no rectangle as text");
    }
    arguments.put("memory_config", text);
    try {
      return OperationQuery.call(board, op, inputs, arguments);
    } catch (TilescopeException e) {
      if (!String.valueOf(e.getMessage()).contains("takes no argument \"memory_config\"")) {
        throw e;
      }
      arguments.remove("memory_config");
      return OperationQuery.call(board, op, inputs, arguments);
    }
  }

  static ComputeKernelConfig compute(Row row) {
    String[] parts = row.get("compute").split(",");
    if (parts.length != 3) {
      return null;
    }
    ComputeKernelConfig config = ComputeKernelConfig.DEFAULT;
    for (MathFidelity fidelity : MathFidelity.values()) {
      if (fidelity.shortName().equals(parts[0])) {
        config = config.withMathFidelity(fidelity);
      }
    }
    return config.withFp32DestAccEn(parts[1].endsWith("1")).withPackerL1Acc(parts[2].endsWith("1"));
  }

  static int[] pair(Map<String, String> values, String name) {
    return Arrays.stream(values.getOrDefault(name, "1x1").split("x")).mapToInt(Integer::parseInt).toArray();
  }

  static MatmulProgramConfig program(String text) {
    if (text.isEmpty()) {
      return null;
    }
    Map<String, String> values = new HashMap<>();
    for (String part : text.split(",")) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        values.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    int[] grid = pair(values, "grid");
    CoreGrid cores = new CoreGrid(grid[1], grid[0]);
    int width = Integer.parseInt(values.get("in0_block_w"));
    int[] sub = pair(values, "subblock");
    int[] per = pair(values, "per_core");
    int[] block = values.containsKey("block") ? pair(values, "block") : per;
    String fused = values.get("fused");
    String kind = text.substring(0, text.indexOf(','));
    if (kind.equals("2d")) {
      var config = MatmulProgramConfig.MultiCoreReuseMultiCast.on(cores).withIn0BlockW(width).withOutSubblock(sub[0], sub[1])
          .withOutBlock(block[0], block[1]).withPerCore(per[0], per[1]).withTransposeMcast("1".equals(values.get("transpose_mcast")))
          .withFuseBatch(!"0".equals(values.get("fuse_batch")));
      return fused == null ? config : config.withFusedActivation(fused);
    }
    if (kind.equals("1d")) {
      var config = MatmulProgramConfig.MultiCoreReuseMultiCast1D.on(cores).withIn0BlockW(width).withOutSubblock(sub[0], sub[1])
          .withOutBlock(block[0], block[1]).withPerCore(per[0], per[1]).withFuseBatch(!"0".equals(values.get("fuse_batch")))
          .withMcastIn0("1".equals(values.get("mcast_in0")));
      return fused == null ? config : config.withFusedActivation(fused);
    }
    if (kind.equals("reuse")) {
      return MatmulProgramConfig.MultiCoreReuse.on(cores).withIn0BlockW(width).withOutSubblock(sub[0], sub[1]).withPerCore(per[0], per[1]);
    }
    throw new Refused("program config " + kind + " is not known");
  }

  static Fit matmul(Board board, Row row, List<QueryTensor> inputs, MemoryConfig output) {
    MatmulOptions made = MatmulOptions.DEFAULT.withMemoryConfig(output).withDtype(dtype(row)).withProgramConfig(program(row.get("program")))
        .withTransposeA(row.args("transpose_a").equals("true")).withTransposeB(row.args("transpose_b").equals("true"));
    if (compute(row) != null) {
      made = made.withComputeKernelConfig(compute(row));
    }
    if (!row.args("core_grid").isEmpty()) {
      String[] grid = row.args("core_grid").split("x");
      made = made.withCoreGrid(new CoreGrid(Integer.parseInt(grid[1]), Integer.parseInt(grid[0])));
    }
    if (!row.args("activation").isEmpty()) {
      made = made.withActivation(row.args("activation"));
    }
    MatmulOptions options = made;
    return run(
        board,
        device -> {
          Tensor a = make(device, inputs.get(0).spec());
          Tensor b = make(device, inputs.get(1).spec());
          return inputs.size() == 2 ? Ttnn.matmul(a, b, options) : Ttnn.linear(a, b, make(device, inputs.get(2).spec()), options);
        });
  }

  static int[] ints(Row row, String name) {
    return Arrays.stream(row.args(name).split("x")).mapToInt(Integer::parseInt).toArray();
  }

  static Fit conv2d(Board board, Row row, TensorSpec input) {
    int in = ints(row, "in_channels")[0];
    int out = ints(row, "out_channels")[0];
    int groups = ints(row, "groups")[0];
    int[] kernel = ints(row, "kernel_size");
    int[] stride = ints(row, "stride");
    int[] pad = ints(row, "padding");
    int[] dilation = ints(row, "dilation");
    Conv2dConfig config = Conv2dConfig.DEFAULT.withShardLayout(input.memoryConfig().memoryLayout()).withWeightsDtype(DataType.valueOf(row.args("weights").toUpperCase(Locale.ROOT)));
    if (!row.args("act_block_h").isEmpty()) {
      config = config.withActBlockHOverride(Integer.parseInt(row.args("act_block_h")));
    }
    Conv2dOptions options = Conv2dOptions.DEFAULT.withStride(stride[0], stride[1]).withPadding(pad[0], pad[1], pad[2], pad[3])
        .withDilation(dilation[0], dilation[1]).withGroups(groups).withDtype(dtype(row)).withConvConfig(config);
    Conv2dOptions made = compute(row) == null ? options : options.withComputeConfig(compute(row));
    return run(
        board,
        device -> {
          Tensor x = make(device, input);
          Tensor weight = Ttnn.empty(Shape.of(out, in / groups, kernel[0], kernel[1]), DataType.BFLOAT16, Layout.ROW_MAJOR, device, MemoryConfig.DRAM);
          Conv2dOptions with = row.args("bias").equals("true")
              ? made.withBiasTensor(Ttnn.empty(Shape.of(1, 1, 1, out), DataType.BFLOAT16, Layout.ROW_MAJOR, device, MemoryConfig.DRAM))
              : made;
          Ttnn.conv2d(x, weight, new dev.tilescope.ops.options.Conv2dSizes(in, out, ints(row, "batch_size")[0], ints(row, "input_height")[0], ints(row, "input_width")[0], Arrays.stream(kernel).boxed().toList()), with);
          return List.of();
        });
  }

  // ------------------------------------------------------------------ report
  static class Group {
    final List<Double> ratios = new ArrayList<>();
    int rows;
    double time;
    double answeredTime;
    double modelledTime;

    void add(Answer a) {
      rows++;
      double ns = Double.parseDouble(a.row.get("ns"));
      time += ns;
      if (a.refused.isEmpty()) {
        ratios.add(a.ratio);
        answeredTime += ns;
        modelledTime += ns * a.ratio;
      }
    }

    double within(double factor) {
      return ratios.stream().filter(r -> r >= 1 / factor && r <= factor).count() / (double) rows;
    }

    double quantile(double q) {
      double[] sorted = ratios.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      return sorted.length == 0 ? Double.NaN : sorted[(int) Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
    }

    /** Within, if every ratio were divided by the group's median: how good the shape is. */
    double shape(double factor) {
      double median = quantile(0.5);
      return ratios.stream().filter(r -> r / median >= 1 / factor && r / median <= factor).count() / (double) rows;
    }

    /** Mean of |ln ratio|: 0.22 is a typical factor of 1.25. */
    double spread() {
      return ratios.stream().mapToDouble(r -> Math.abs(Math.log(r))).average().orElse(Double.NaN);
    }
  }

  /** Whether a board found room, against whether the model does. */
  static void fits(List<Answer> answers) {
    Map<String, int[]> counts = new TreeMap<>();
    for (Answer a : answers) {
      boolean ran = a.row.get("family").equals("ran");
      boolean fits = !a.refused.startsWith("does not fit");
      String key = a.row.get("source") + "  " + a.row.get("inputs").replaceAll(".*:", "") + ">" + a.row.get("output");
      counts.computeIfAbsent(key, k -> new int[4])[(ran ? 0 : 2) + (fits ? 0 : 1)]++;
      if (ran != fits) {
        System.out.println("differs: board " + a.row.get("family") + "  " + a.row.get("source") + "  " + a.row.get("inputs") + " > " + a.row.get("output"));
      }
    }
    System.out.printf("%-30s %10s %12s %12s %12s%n", "board / model", "ran, fits", "ran, does not", "did not, fits", "neither");
    counts.forEach((k, n) -> System.out.printf("%-30s %10d %12d %12d %12d%n", k, n[0], n[1], n[2], n[3]));
  }

  static void print(List<Answer> answers, String by) {
    Map<String, Group> groups = new TreeMap<>();
    Map<String, Group> sources = new TreeMap<>();
    Map<String, Integer> refused = new TreeMap<>();
    Map<String, double[]> left = new TreeMap<>();
    Group all = new Group();
    Group current = new Group();
    for (Answer a : answers) {
      if (a.refused.startsWith("(data)") || a.refused.startsWith("operation \"..\" is not known")) {
        String why = a.refused.startsWith("(data)") ? a.refused : "operation not known";
        double[] sum = left.computeIfAbsent(a.row.get("source") + " " + a.row.get("board") + "  " + why, k -> new double[2]);
        sum[0]++;
        sum[1] += Double.parseDouble(a.row.get("ns")) * Double.parseDouble(a.row.get("runs"));
        continue;
      }
      String source = a.row.get("source") + " " + a.row.get("board");
      String key = by.equals("source") ? source : source + "  " + a.row.get(by);
      groups.computeIfAbsent(key, k -> new Group()).add(a);
      sources.computeIfAbsent(source, k -> new Group()).add(a);
      all.add(a);
      if (a.row.get("date").compareTo("2025-09") >= 0) {
        current.add(a);
      }
      if (!a.refused.isEmpty()) {
        refused.merge(a.row.get("source") + "  " + a.refused, 1, Integer::sum);
      }
    }
    System.out.printf("%-66s %6s %6s %6s %6s %6s %7s %7s %7s %8s%n", "modelled / measured", "rows", "answ.", "10 %", "median", "90 %", "in 25 %", "shape", "typical", "sum");
    groups.forEach(Score::line);
    System.out.println();
    sources.forEach(Score::line);
    line("all rows", all);
    line("rows of kernels since 2025-09", current);
    means("each source counts once", sources);
    means("each group above with 5 rows or more counts once", groups);
    System.out.println();
    refused.entrySet().stream().sorted((x, y) -> y.getValue() - x.getValue()).limit(60).forEach(e -> System.out.printf("refused %5d  %s%n", e.getValue(), e.getKey()));
    left.entrySet().stream().sorted((x, y) -> Double.compare(y.getValue()[1], x.getValue()[1])).limit(60).forEach(e ->
        System.out.printf("left out %5.0f rows, %8.3f ms of a board  %s%n", e.getValue()[0], e.getValue()[1] / 1e6, e.getKey()));
  }

  static void means(String name, Map<String, Group> groups) {
    Map<String, Group> young = new TreeMap<>(groups);
    young.keySet().removeIf(k -> k.contains(" 2025-0") && !k.contains(" 2025-09"));
    for (var each : List.of(Map.entry("since 2025-09", young), Map.entry("all", groups))) {
      var counted = each.getValue().values().stream().filter(g -> g.rows >= 5).toList();
      System.out.printf("%-66s %37s %6.0f%% %6.0f%%%n", name + ", " + each.getKey() + " (" + counted.size() + ")", "",
          100 * counted.stream().mapToDouble(g -> g.within(1.25)).average().orElse(0), 100 * counted.stream().mapToDouble(g -> g.shape(1.25)).average().orElse(0));
    }
  }

  static void line(String name, Group g) {
    System.out.printf("%-66s %6d %6d %6.2f %6.2f %6.2f %6.0f%% %6.0f%% %7.2f %8.2f%n", name, g.rows, g.ratios.size(), g.quantile(0.1), g.quantile(0.5), g.quantile(0.9), 100 * g.within(1.25), 100 * g.shape(1.25), Math.exp(g.spread()), g.modelledTime / g.answeredTime);
  }

  static void write(List<Answer> answers, String file) throws Exception {
    String[] columns = {"source", "family", "board", "grid", "op", "inputs", "output", "args", "program", "compute", "cores", "ns"};
    try (PrintWriter out = new PrintWriter(file, "UTF-8")) {
      out.println(String.join("\t", columns) + "\tratio\trefused");
      for (Answer a : answers) {
        StringBuilder line = new StringBuilder();
        for (String c : columns) {
          line.append(a.row.get(c)).append('\t');
        }
        out.println(line.append(a.refused.isEmpty() ? String.format(Locale.ROOT, "%.4f", a.ratio) : "").append('\t').append(a.refused));
      }
    }
  }
}
