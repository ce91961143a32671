package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.Changed;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Modelled times beside those that boards took, kernel durations of their profiles. */
class BoardTimesTest {
  private static final Board P100 = Board.named("p100");

  /** Of whose cores 5x4 were used. */
  private static final Board TWENTY_CORES =
      Changed.with(Board.named("p150"), "compute", new Board.Grid(5, 4));

  private static void near(
      Board board, String operation, String input, Map<String, String> arguments, double nanos) {
    near(
        OperationQuery.call(board, operation, List.of(QueryTensor.parse(input)), arguments), nanos);
  }

  private static void near(Fit fit, double measuredNanos) {
    assertThat(fit.modelledNanos() / measuredNanos)
        .as("modelled %d ns, the board took %.0f ns", fit.modelledNanos(), measuredNanos)
        .isBetween(0.7, 1.3);
  }

  @ParameterizedTest
  @CsvSource({
    "relu, 1x1x32768x128:bfloat8_b, 27801",
    "relu, 1x1x32768x64:bfloat8_b, 14076",
    "relu, 1x1x8192x128:bfloat8_b, 7721",
    "relu, 1x1x2048x256:bfloat8_b, 4364",
    "relu, 1x1x1x256:bfloat8_b, 1309",
  })
  void functionsOfOneTensor(String operation, String input, double measuredNanos) {
    near(P100, operation, input, Map.of(), measuredNanos);
  }

  /** A core writes the padding of 31 rows word by word. */
  @ParameterizedTest
  @CsvSource({
    "1x1x1x256:bfloat16:row_major, 10481",
    "1x1x1x128:bfloat16:row_major, 5606",
    "32x48x1x128:bfloat16:row_major, 69422"
  })
  void paddedRows(String input, double measuredNanos) {
    Board board = Changed.with(Board.named("p150"), "compute", new Board.Grid(11, 10));
    near(board, "to_layout", input, Map.of("layout", "tile"), measuredNanos);
  }

  /** Of each tile the reader waits for four, one by one. */
  @ParameterizedTest
  @CsvSource({
    "1x32x128x128, 1x1x128x128, 29081",
    "1x16x17x64, 1x1x17x64, 4760",
    "32x32x128x128, 1x1x128x128, 404476"
  })
  void rotatedRows(String input, String angles, double measuredNanos) {
    List<QueryTensor> inputs =
        List.of(QueryTensor.parse(input), QueryTensor.parse(angles), QueryTensor.parse(angles));
    near(
        OperationQuery.call(Board.named("p150"), "experimental.rotary_embedding", inputs, Map.of()),
        measuredNanos);
  }

  /** A tile of marks is written number by number first. */
  @ParameterizedTest
  @CsvSource({"1x1x17x32, 3936", "1x1x24x2048, 4982", "1x32x8x2880, 33425"})
  void filledPadding(String input, double measuredNanos) {
    near(
        Board.named("p150"),
        "fill_implicit_tile_padding",
        input,
        Map.of("fill_value", "0"),
        measuredNanos);
  }

  @ParameterizedTest
  @CsvSource({"1x128x256x256, 74619", "1x64x128x256, 18974"})
  void castsToBlockFloats(String input, double measuredNanos) {
    near(P100, "typecast", input, Map.of("dtype", "bfloat8_b"), measuredNanos);
  }

  @ParameterizedTest
  @CsvSource({"1x128x256x256:bfloat8_b, 54672", "1x128x256x32:bfloat8_b, 7688"})
  void turnedTiles(String input, double measuredNanos) {
    near(P100, "transpose", input, Map.of("dim1", "2", "dim2", "3"), measuredNanos);
  }

  @ParameterizedTest
  @CsvSource({
    "1x48x160x256:uint32, 2x1x0x3, 5403413",
    "160x48x1x256:uint32, 2x1x0x3, 1604108",
    "1x24x80x256:uint32, 2x1x0x3, 1384901",
    "80x24x1x256:uint32, 2x1x0x3, 410367",
    "1x7x25281x256:row_major, 0x2x3x1, 16984672",
    "1x1x25281x9:row_major, 0x3x1x2, 61856",
  })
  void permutedRows(String input, String dims, double measuredNanos) {
    near(TWENTY_CORES, "permute", input, Map.of("dims", dims), measuredNanos);
  }

  @ParameterizedTest
  @CsvSource({
    "1x384x1280x3, 8699373",
    "1x7x25281x256, 3390000",
    "1x1x25281x256, 495354",
    "1x1x25281x1792, 977457",
  })
  void rowsPaddedToTiles(String shape, double measuredNanos) {
    near(TWENTY_CORES, "to_layout", shape + ":row_major", Map.of("layout", "tile"), measuredNanos);
  }

  @ParameterizedTest
  @CsvSource({
    "softmax, 1x20x19x19, dim, -1, 19000",
    "layer_norm, 1x1x19x1280, epsilon, 0.00001, 53400",
    "reshape, 1x1x19x1280, shape, 1x19x20x64, 19100",
    "reshape, 1x19x20x64, shape, 1x1x19x1280, 18600",
    "erf, 1x1x19x5120, memory_config, dram, 13400",
  })
  void operationsOnWormhole(
      String operation, String input, String argument, String value, double measuredNanos) {
    near(Board.named("n150"), operation, input, Map.of(argument, value), measuredNanos);
  }

  /** No constant of the model was chosen by these. */
  @ParameterizedTest
  @CsvSource({
    "slice, 1x32x3200x192, 1x32x3200x128, 157000",
    "slice, 1x1x3200x576, 1x1x3200x512, 19300",
    "slice, 1x1x3200x576, 1x1x3200x64, 3200",
    "slice, 1x32x3200x192, 1x32x3200x64, 79000",
  })
  void partsOfTensorsOnBoardsNotFittedTo(
      String operation, String input, String end, double measuredNanos) {
    near(
        Board.named("p150"),
        operation,
        input,
        Map.of("slice_start", "0x0x0x0", "slice_end", end),
        measuredNanos);
  }

  @ParameterizedTest
  @CsvSource({
    "1x1x25281x256, 1x159x159x256, 1706000",
    "1x1x1792x256, 1x256x7x256, 232800",
    "1x1x14784x6:row_major, 1x1x2112x42, 182000",
  })
  void reshapedRows(String input, String shape, double measuredNanos) {
    near(TWENTY_CORES, "reshape", input, Map.of("shape", shape), measuredNanos);
  }

  @ParameterizedTest
  @CsvSource("1x1x32768x256:bfloat8_b, 83813")
  void sums(String input, double measuredNanos) {
    QueryTensor tensor = QueryTensor.parse(input);
    near(OperationQuery.call(P100, "add", List.of(tensor, tensor), Map.of()), measuredNanos);
  }

  @ParameterizedTest
  @CsvSource({
    "32768, 256, 128, true, 75185",
    "32768, 256, 64, true, 54266",
    "8192, 512, 256, true, 42646",
    "2048, 2048, 256, true, 55621",
    "2048, 1280, 256, true, 36308",
    "2048, 1024, 2048, false, 107916",
    "2048, 512, 2048, false, 64003",
  })
  void matrixProducts(int m, int k, int n, boolean relu, double measuredNanos) {
    MatmulOptions options =
        MatmulOptions.DEFAULT
            .withActivation(relu ? "relu" : null)
            .withComputeKernelConfig(
                ComputeKernelConfig.DEFAULT
                    .withMathFidelity(MathFidelity.LO_FI)
                    .withFp32DestAccEn(true)
                    .withPackerL1Acc(false));
    near(
        OperationQuery.run(
            P100,
            DeviceOptions.DEFAULT,
            device ->
                Ttnn.linear(
                    empty(device, m, k), empty(device, k, n), empty(device, 1, n), options)),
        measuredNanos);
  }

  private static Tensor empty(MeshDevice device, int rows, int columns) {
    return Ttnn.empty(
        Shape.of(1, 1, rows, columns), DataType.BFLOAT8_B, Layout.TILE, device, MemoryConfig.DRAM);
  }
}
