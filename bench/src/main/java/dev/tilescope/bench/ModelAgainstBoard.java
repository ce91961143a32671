package dev.tilescope.bench;

import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.internal.csv.CsvReader;
import dev.tilescope.model.Changed;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Fit;
import dev.tilescope.ops.OperationQuery;
import dev.tilescope.ops.QueryTensor;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Modelled device times against those that a board took: asks the model for every operation of
 * {@code ops_perf_results} files that it can make again from its row, and prints how the two
 * compare. Operations on sharded tensors are left out, since a row does not say how they are cut.
 *
 * <pre>
 * java --add-modules jdk.incubator.vector -cp 'bench/target/benchmarks.jar:bench/target/lib/*' \
 *     dev.tilescope.bench.ModelAgainstBoard p100=profile.csv p150/8x8=other.csv
 * </pre>
 *
 * <p>{@code p150/8x8} is a p150 of which a program had 8 by 8 cores.
 */
public final class ModelAgainstBoard {
  private static final Pattern DIM = Pattern.compile("\\d+(?:\\[(\\d+)])?");
  private static final Pattern FUNCTION = Pattern.compile("UnaryOpType::(\\w+)");
  private static final Pattern CONFIG =
      Pattern.compile("math_fidelity=(\\w+);.*?fp32_dest_acc_en=(\\d);packer_l1_acc=(\\d)");

  /** The dimensions that a transposition swaps, by TT-NN's name for it. */
  private static final Map<String, int[]> SWAPPED =
      Map.of(
          "WH",
          new int[] {2, 3},
          "HC",
          new int[] {1, 2},
          "CN",
          new int[] {0, 1},
          "NH",
          new int[] {0, 2},
          "NW",
          new int[] {0, 3},
          "CW",
          new int[] {1, 3});

  private static final Map<String, String> BINARY =
      Map.of("ADD", "ttnn.add", "MUL", "ttnn.multiply", "SUB", "ttnn.subtract");

  private ModelAgainstBoard() {}

  /** What a row says that cannot be asked again. */
  private static final class NotComparable extends RuntimeException {
    NotComparable(String why) {
      super(why);
    }
  }

  /**
   * @param cells by column
   */
  private record Row(Map<String, String> cells) {
    String cell(String column) {
      return cells.getOrDefault(column, "");
    }

    /** Without what newer profiles append. */
    String operation() {
      return cell("OP CODE").replace("DeviceOperation", "");
    }

    String attribute(String name) {
      Matcher found = Pattern.compile("'" + name + "': '([^']*)'").matcher(cell("ATTRIBUTES"));
      return found.find() ? found.group(1) : "";
    }

    /** As our command line writes lists. */
    String list(String attribute) {
      return attribute(attribute).replaceAll("[^0-9;]", "").replace(";", "x");
    }

    @Nullable TensorSpec tensor(String which) {
      String memory = cell(which + "_MEMORY");
      if (memory.isEmpty()) {
        return null;
      }
      if (!memory.endsWith("_INTERLEAVED")) {
        throw new NotComparable("sharded");
      }
      int[] dims = Stream.of("W", "Z", "Y", "X").mapToInt(axis -> dim(which, axis)).toArray();
      return new TensorSpec(
          Shape.of(dims),
          DataType.valueOf(cell(which + "_DATATYPE")),
          cell(which + "_LAYOUT").equals("TILE") ? Layout.TILE : Layout.ROW_MAJOR,
          memory.contains("DRAM") ? MemoryConfig.DRAM : MemoryConfig.L1);
    }

    /** The logical size, where a file has both. */
    private int dim(String tensor, String axis) {
      String column = tensor + "_" + axis;
      Matcher found = DIM.matcher(cell(column + "_PAD[LOGICAL]") + cell(column));
      if (!found.lookingAt()) {
        throw new NotComparable("no shape");
      }
      return Integer.parseInt(found.group(1) == null ? found.group() : found.group(1));
    }

    TensorSpec required(String which) {
      TensorSpec spec = tensor(which);
      if (spec == null) {
        throw new NotComparable("no " + which);
      }
      return spec;
    }
  }

  public static void main(String[] arguments) throws IOException {
    Map<String, List<Double>> ratios = new TreeMap<>();
    Map<String, Integer> left = new TreeMap<>();
    for (String argument : arguments) {
      String[] parts = argument.split("=", 2);
      compare(board(parts[0]), Path.of(parts[1]), ratios, left);
    }
    System.out.println("modelled / measured          rows   10 %  median    90 %");
    ratios.forEach(ModelAgainstBoard::print);
    print("all", ratios.values().stream().flatMap(List::stream).toList());
    left.forEach((why, rows) -> System.out.printf("left out: %4d  %s%n", rows, why));
  }

  private static Board board(String text) {
    String[] parts = text.split("/", 2);
    Board board = Board.named(parts[0]);
    if (parts.length == 1) {
      return board;
    }
    String[] grid = parts[1].split("x", 2);
    return Changed.with(
        board, "compute", new Board.Grid(Integer.parseInt(grid[0]), Integer.parseInt(grid[1])));
  }

  private static void print(String operation, List<Double> ratios) {
    double[] sorted = ratios.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length > 0) {
      System.out.printf(
          "%-28s %4d   %.2f    %.2f    %.2f%n",
          operation,
          sorted.length,
          sorted[sorted.length / 10],
          sorted[sorted.length / 2],
          sorted[sorted.length * 9 / 10]);
    }
  }

  private static void compare(
      Board board, Path file, Map<String, List<Double>> ratios, Map<String, Integer> left)
      throws IOException {
    try (CsvReader csv = CsvReader.open(file)) {
      List<String> header = csv.next();
      for (List<String> line = csv.next(); header != null && line != null; line = csv.next()) {
        Map<String, String> cells = new HashMap<>();
        for (int i = 0; i < Math.min(header.size(), line.size()); i++) {
          cells.put(header.get(i), line.get(i));
        }
        Row row = new Row(cells);
        if (row.cell("OP TYPE").equals("tt_dnn_device")) {
          compare(board, row, ratios, left);
        }
      }
    }
  }

  private static void compare(
      Board board, Row row, Map<String, List<Double>> ratios, Map<String, Integer> left) {
    String operation = row.operation();
    try {
      double measured = Double.parseDouble(row.cell("DEVICE KERNEL DURATION [ns]"));
      double ratio = ask(board, row).modelledNanos() / measured;
      ratios.computeIfAbsent(operation, name -> new ArrayList<>()).add(ratio);
    } catch (NotComparable | TilescopeException | NumberFormatException e) {
      String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      left.merge(operation + ": " + why, 1, Integer::sum);
    }
  }

  private static Fit ask(Board board, Row row) {
    TensorSpec a = row.required("INPUT_0");
    TensorSpec b = row.tensor("INPUT_1");
    TensorSpec result = row.required("OUTPUT_0");
    Map<String, String> arguments = new LinkedHashMap<>();
    arguments.put("memory_config", result.memoryConfig().bufferType().isDram() ? "dram" : "l1");
    String dtype = result.dtype().name().toLowerCase(Locale.ROOT);
    return switch (row.operation()) {
      case "Matmul" -> matmul(board, row, a, row.required("INPUT_1"), result);
      case "BinaryNg", "Binary" -> binary(board, row, a, b, arguments);
      case "Unary" -> call(board, unary(row), arguments, a);
      case "Typecast" -> call(board, "ttnn.typecast", with(arguments, "dtype", dtype), a);
      case "LayerNorm" -> layerNorm(board, row, a, arguments);
      case "Softmax" -> call(board, "ttnn.softmax", with(arguments, "dim", "-1"), a);
      case "Transpose" -> transpose(board, row, a, arguments);
      case "Permute" -> permute(board, row, a, arguments);
      case "Reshape" ->
          call(
              board, "ttnn.reshape", with(arguments, "shape", row.list("logical_output_shape")), a);
      case "TilizeWithValPadding" ->
          call(board, "ttnn.to_layout", with(with(arguments, "dtype", dtype), "layout", "tile"), a);
      case "Tilize" -> call(board, "ttnn.tilize", with(arguments, "dtype", dtype), a);
      case "Untilize" -> call(board, "ttnn.untilize", arguments, a);
      case "UntilizeWithUnpadding" ->
          call(
              board,
              "ttnn.untilize_with_unpadding",
              with(arguments, "output_tensor_end", row.list("output_tensor_end")),
              a);
      case "Slice" -> slice(board, row, a, arguments);
      case "Concat" -> concat(board, row, arguments);
      case "NLPConcatHeads" -> call(board, "ttnn.experimental.nlp_concat_heads", arguments, a);
      case "Embeddings" ->
          call(
              board,
              "ttnn.embedding",
              with(arguments, "layout", "tile"),
              a,
              row.required("INPUT_1"));
      default -> throw new NotComparable("not asked");
    };
  }

  private static Map<String, String> with(
      Map<String, String> arguments, String name, String value) {
    arguments.put(name, value);
    return arguments;
  }

  private static Fit call(
      Board board, String operation, Map<String, String> arguments, TensorSpec... inputs) {
    List<QueryTensor> tensors =
        Arrays.stream(inputs).map(spec -> new QueryTensor(null, spec)).toList();
    return OperationQuery.call(board, operation, tensors, arguments);
  }

  private static Fit binary(
      Board board, Row row, TensorSpec a, @Nullable TensorSpec b, Map<String, String> arguments) {
    String kind = row.attribute("binary_op_type").replace("BinaryOpType::", "");
    String operation = BINARY.get(kind);
    if (operation == null) {
      throw new NotComparable(kind);
    }
    return b == null
        ? call(board, operation, with(arguments, "input_tensor_b", row.attribute("scalar")), a)
        : call(board, operation, arguments, a, b);
  }

  private static String unary(Row row) {
    List<String> functions =
        FUNCTION.matcher(row.cell("ATTRIBUTES")).results().map(f -> f.group(1)).toList();
    if (functions.size() != 1) {
      throw new NotComparable("several functions");
    }
    return "ttnn." + functions.getFirst().toLowerCase(Locale.ROOT);
  }

  /** Takes as long as there are rows, of which older profiles count those of the padding too. */
  private static Fit permute(Board board, Row row, TensorSpec a, Map<String, String> arguments) {
    if (row.cell("INPUT_0_Y_PAD[LOGICAL]").isEmpty()) {
      throw new NotComparable("no logical shape");
    }
    return call(board, "ttnn.permute", with(arguments, "dims", row.list("dims")), a);
  }

  private static Fit transpose(Board board, Row row, TensorSpec a, Map<String, String> arguments) {
    int[] dims = SWAPPED.get(row.attribute("dim").replace("TransposeOpDim::", ""));
    if (dims == null) {
      throw new NotComparable("dimensions not known");
    }
    arguments.put("dim1", Integer.toString(dims[0]));
    arguments.put("dim2", Integer.toString(dims[1]));
    return call(board, "ttnn.transpose", arguments, a);
  }

  private static Fit slice(Board board, Row row, TensorSpec a, Map<String, String> arguments) {
    arguments.put("slice_start", row.list("slice_start"));
    arguments.put("slice_end", row.list("slice_end"));
    arguments.put("slice_step", row.list("step"));
    return call(board, "ttnn.slice", arguments, a);
  }

  private static Fit concat(Board board, Row row, Map<String, String> arguments) {
    List<TensorSpec> inputs = new ArrayList<>();
    for (TensorSpec next = row.tensor("INPUT_0");
        next != null;
        next = row.tensor("INPUT_" + inputs.size())) {
      inputs.add(next);
    }
    return call(
        board,
        "ttnn.concat",
        with(arguments, "dim", row.attribute("dim")),
        inputs.toArray(TensorSpec[]::new));
  }

  /** Weight and bias come last, in columns that are not always the same. */
  private static Fit layerNorm(Board board, Row row, TensorSpec a, Map<String, String> arguments) {
    List<QueryTensor> tensors = new ArrayList<>(List.of(new QueryTensor(null, a)));
    for (int i = 1; i < 6 && tensors.size() < 3; i++) {
      TensorSpec spec = row.tensor("INPUT_" + i);
      if (spec != null) {
        tensors.add(new QueryTensor(tensors.size() == 1 ? "weight" : "bias", spec));
      }
    }
    return OperationQuery.call(board, "ttnn.layer_norm", tensors, arguments);
  }

  private static Fit matmul(Board board, Row row, TensorSpec a, TensorSpec b, TensorSpec result) {
    TensorSpec bias = row.tensor("INPUT_2");
    MatmulOptions options =
        MatmulOptions.DEFAULT
            .withMemoryConfig(result.memoryConfig())
            .withDtype(result.dtype())
            .withComputeKernelConfig(config(row))
            .withProgramConfig(new BoardProgramConfig(row.attribute("program_config")).config())
            .withTransposeA(row.attribute("transpose_a").equals("true"))
            .withTransposeB(row.attribute("transpose_b").equals("true"));
    return OperationQuery.run(
        board,
        DeviceOptions.DEFAULT,
        device -> {
          Tensor first = Ttnn.empty(a.shape(), a.dtype(), a.layout(), device, a.memoryConfig());
          Tensor second = Ttnn.empty(b.shape(), b.dtype(), b.layout(), device, b.memoryConfig());
          return bias == null
              ? Ttnn.matmul(first, second, options)
              : Ttnn.linear(
                  first,
                  second,
                  Ttnn.empty(
                      bias.shape(), bias.dtype(), bias.layout(), device, bias.memoryConfig()),
                  options);
        });
  }

  private static ComputeKernelConfig config(Row row) {
    Matcher found = CONFIG.matcher(row.attribute("compute_kernel_config"));
    if (!found.find()) {
      throw new NotComparable("no compute kernel config");
    }
    MathFidelity fidelity =
        Stream.of(MathFidelity.values())
            .filter(each -> each.shortName().equals(found.group(1)))
            .findFirst()
            .orElseThrow(() -> new NotComparable("fidelity not known"));
    return ComputeKernelConfig.DEFAULT
        .withMathFidelity(fidelity)
        .withFp32DestAccEn(found.group(2).equals("1"))
        .withPackerL1Acc(found.group(3).equals("1"));
  }
}
