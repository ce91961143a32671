package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.analysis.ResourceUsagePerCore;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.Rehearsal.Shortage;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions about operations that nobody runs. */
class OperationQueryTest {
  private static Tensor empty(MeshDevice device, MemoryConfig memory, int... shape) {
    return Ttnn.empty(Shape.of(shape), DataType.BFLOAT16, Layout.TILE, device, memory);
  }

  private static Fit softmax(MemoryConfig memory, int rows) {
    return OperationQuery.run("n150", device -> Ttnn.softmax(empty(device, memory, rows, 1024)));
  }

  @Test
  void peaksAreWhatTheAllocatorsWouldGive() {
    Fit fit = softmax(MemoryConfig.L1, 2048);
    assertThat(fit.fits()).isTrue();
    // 2048 tiles of 2048 B over 64 cores, once for the input and once for the result.
    assertThat(fit.l1OutputBytes()).isEqualTo(32 * 2048);
    assertThat(fit.l1BufferPeakBytes()).isEqualTo(2 * 32 * 2048);
    // Two rows of 32 tiles, two blocks of eight for the result, a tile each for maximum, sum, its
    // reciprocal, the scalers of both and the mask of padding: no row of masks without a mask.
    assertThat(fit.circularBufferPeakBytes()).isEqualTo((2 * 32 + 2 * 8 + 5) * 2048);
    assertThat(fit.l1PeakBytes())
        .isEqualTo(fit.l1BufferPeakBytes() + fit.circularBufferPeakBytes());
    assertThat(fit.l1CapacityBytes()).isEqualTo(1_393_472);
    assertThat(fit.dramPeakBytes()).isZero();
    assertThat(fit.outputs())
        .singleElement()
        .extracting(s -> s.shape())
        .isEqualTo(Shape.of(2048, 1024));
  }

  @Test
  void tensorsInDramAreCountedByBank() {
    Fit fit = softmax(MemoryConfig.DRAM, 2048);
    assertThat(fit.dramPeakBytes()).isEqualTo(2L * Math.ceilDiv(2048, 12) * 2048);
    assertThat(fit.l1BufferPeakBytes()).isZero();
    assertThat(fit.l1OutputBytes()).isZero();
  }

  @Test
  void peaksAgreeWithThoseOfACapture() {
    Function<MeshDevice, Tensor> program =
        device -> {
          Tensor a = empty(device, MemoryConfig.L1, 4, 128, 256);
          Tensor b = empty(device, MemoryConfig.L1, 256, 512);
          Tensor product =
              Ttnn.matmul(a, b, MatmulOptions.DEFAULT.withMemoryConfig(MemoryConfig.L1));
          Ttnn.deallocate(a);
          return Ttnn.softmax(product);
        };
    Fit fit = OperationQuery.run("n150", program);
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      program.apply(device);
      ResourceUsagePerCore usage = ResourceUsagePerCore.of(capture.end().trace());
      // matmul has circular buffers, softmax has dataflow buffers; neither has both.
      assertThat(fit.circularBufferPeakBytes())
          .isEqualTo(Math.max(usage.peakCbBytes(), usage.peakDataflowBufferBytes()));
      assertThat(fit.l1BufferPeakBytes()).isEqualTo(usage.peakL1Bytes());
      assertThat(fit.l1PeakBytes()).isEqualTo(usage.peakTotalBytes());
    }
  }

  /**
   * Rows of 1024 elements for an input and a result in L1: where they just fit, and just do not.
   */
  @ParameterizedTest
  @CsvSource({
    "n150, 17000",
    "n150, 19000",
    "n150, 21000",
    "n150, 24000",
    "e150, 14500",
    "e150, 20000"
  })
  void theAnswerIsThatOfARun(String board, int rows) {
    Function<MeshDevice, Tensor> program =
        device -> Ttnn.softmax(empty(device, MemoryConfig.L1, rows, 1024));
    Fit fit = OperationQuery.run(board, program);
    try (MeshDevice device = MeshDevice.open(board)) {
      if (fit.fits()) {
        program.apply(device);
      } else {
        Shortage shortage = Objects.requireNonNull(fit.shortage());
        assertThat(shortage.memory()).isEqualTo(BufferType.L1);
        assertThat(shortage.neededBytes()).isGreaterThan(shortage.availableBytes());
        assertThatThrownBy(() -> program.apply(device))
            .message()
            .satisfies(
                message -> assertThat(firstLine(message)).isEqualTo(firstLine(shortage.message())));
      }
    }
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("");
  }

  @Test
  void circularBuffersThatMeetTensorsDoNotFit() {
    Fit fit = softmax(MemoryConfig.L1, 21_000);
    Shortage shortage = Objects.requireNonNull(fit.shortage());
    assertThat(shortage.message()).contains("clash with L1 buffers");
    assertThat(fit.l1PeakBytes()).isGreaterThan(fit.l1CapacityBytes());
  }

  @Test
  void fragmentationCounts() {
    Fit fit =
        OperationQuery.run(
            "n150",
            device -> {
              Tensor first = empty(device, MemoryConfig.L1, 64 * 32 * 10, 512);
              empty(device, MemoryConfig.L1, 64 * 32 * 2, 512);
              empty(device, MemoryConfig.L1, 64 * 32 * 20, 512);
              Ttnn.deallocate(first);
              return empty(device, MemoryConfig.L1, 64 * 32 * 20, 512);
            });
    assertThat(Objects.requireNonNull(fit.shortage()).message()).contains("Fragmented, not full");
  }

  @Test
  void aCaptureHearsNothingAndARunningProgramStaysAsItIs() {
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor input = Ttnn.rand(Shape.of(32, 32), DataType.FLOAT32, device, 1);
      assertThat(softmax(MemoryConfig.L1, 1024).fits()).isTrue();
      Tensor result = Ttnn.softmax(input);
      assertThat(result.hasValues()).as("dispatch is not blocked afterwards").isTrue();
      Report report = capture.end();
      assertThat(report.calls())
          .extracting(call -> call.name())
          .containsExactly("ttnn::rand", "ttnn::softmax");
      assertThat(report.devices()).hasSize(1);
    }
    assertThat(Tracker.on()).isFalse();
    assertThat(Tracker.dispatchBlocked()).isFalse();
  }

  @Test
  void hugeTensorsAreAnsweredAtOnce() {
    Fit fit =
        OperationQuery.run(
            "p150", device -> Ttnn.exp(empty(device, MemoryConfig.DRAM, 1 << 20, 1 << 20)));
    assertThat(Objects.requireNonNull(fit.shortage()).memory()).isEqualTo(BufferType.DRAM);
  }

  @Test
  void aProgramThatFailsLeavesNothingBehind() {
    assertThatThrownBy(() ->
            OperationQuery.run(
                "n150", device -> Ttnn.softmax(empty(device, MemoryConfig.L1, 32, 32), 7, null)))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("dim");
    assertThat(Tracker.idle()).isTrue();
  }

  @Test
  void optionsOfADeviceCount() {
    Fit fit =
        OperationQuery.run(
            Board.named("n150"),
            DeviceOptions.DEFAULT.withL1SmallBytes(32_768),
            device -> empty(device, MemoryConfig.L1, 32, 32));
    assertThat(fit.l1CapacityBytes()).isEqualTo(1_393_472 - 32_768);
  }

  // ---- by name, with arguments as text

  private static Fit call(String operation, List<String> inputs, Map<String, String> arguments) {
    return OperationQuery.call(
        Board.named("n150"),
        operation,
        inputs.stream().map(QueryTensor::parse).toList(),
        arguments);
  }

  @Test
  void anOperationCanBeAskedForByName() {
    Fit byName =
        call("matmul", List.of("4x128x256:l1", "256x512:l1"), Map.of("memory_config", "l1"));
    Fit typed =
        OperationQuery.run(
            "n150",
            device ->
                Ttnn.matmul(
                    empty(device, MemoryConfig.L1, 4, 128, 256),
                    empty(device, MemoryConfig.L1, 256, 512),
                    MatmulOptions.DEFAULT.withMemoryConfig(MemoryConfig.L1)));
    assertThat(byName).isEqualTo(typed);
  }

  @Test
  void argumentsOfEveryKindAreTypedByTheOperation() {
    Fit fit =
        call(
            "ttnn.linear",
            List.of("bias=1x96", "64x32", "96x32:bfloat8_b"),
            Map.of("transpose_b", "true", "activation", "relu", "dtype", "float32"));
    assertThat(fit.outputs())
        .singleElement()
        .satisfies(spec -> {
          assertThat(spec.shape()).isEqualTo(Shape.of(64, 96));
          assertThat(spec.dtype()).isEqualTo(DataType.FLOAT32);
        });
    assertThat(call("permute", List.of("2x3x4"), Map.of("dims", "[2, 0, 1]")).outputs())
        .singleElement()
        .extracting(s -> s.shape())
        .isEqualTo(Shape.of(4, 2, 3));
    assertThat(call("add", List.of("2x3"), Map.of("input_tensor_b", "0.5")).fits()).isTrue();
    assertThat(call("ttnn::softmax", List.of("2x3"), Map.of("memory_config", "None")).fits())
        .isTrue();
    assertThat(
            call(
                    "zeros",
                    List.of(),
                    Map.of(
                        "shape",
                        "64x64",
                        "dtype",
                        "uint16",
                        "layout",
                        "row_major",
                        "memory_config",
                        "height_sharded/2x1/32x64"))
                .outputs()
                .getFirst()
                .memoryConfig()
                .memoryLayout())
        .isEqualTo(TensorMemoryLayout.HEIGHT_SHARDED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ttnn.softmacks | 2x2 | dim=1 | operation \"ttnn.softmacks\" is not known",
        "softmax | 2x2 | dimm=1 | ttnn.softmax takes no argument \"dimm\"; it takes input_tensor,"
            + " dim=-1",
        "softmax | 2x2 | dim=one | dim: an integer is expected, got \"one\"",
        "softmax | x=2x2 | dim=1 | takes no argument \"x\"",
        "matmul | 2x2 | transpose_a=yes | transpose_a: true or false is expected, got \"yes\"",
        "matmul | 2x2 | dtype=half | dtype: one of bfloat16, float32",
        "matmul | 2x2 | memory_config=l2 | memory_config: dram, l1 or shards such as",
        "matmul | 2x2 | memory_config=height_sharded/0x0/1x1 | ",
        "matmul | 2x2 | transpose_a=true | ttnn.matmul: the argument input_tensor_b is missing",
        "permute | 2x2 | dims=a | dims: a list of integers such as 8x384 is expected",
        "relu | 2x2:quick | output_tensor=1 | \"quick\" is no data type",
        "relu | 2xx2 | memory_config=l1 | a list of integers such as 8x384 is expected",
        "relu | 2x2 | output_tensor=1 | output_tensor: a Tensor cannot be written as text",
      })
  void mistakesAreNamed(String operation, String input, String argument, String message) {
    String[] named = argument.split("=", 2);
    assertThatThrownBy(() -> call(operation, List.of(input), Map.of(named[0], named[1])))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining(message == null ? "" : message);
  }

  @Test
  void moreTensorsThanAnOperationTakesAreRefused() {
    assertThatThrownBy(() -> call("relu", List.of("2x2", "2x2"), Map.of()))
        .hasMessageContaining("ttnn.relu: there is no place for 1 of the 2 tensors");
  }

  @ParameterizedTest
  @CsvSource({
    "gather, dim=1",
    "group_norm, num_groups=1",
    "interleaved_to_sharded, keep_l1_aligned=false"
  })
  void aTensorToWriteToIsTakenByNameAlone(String operation, String argument) {
    String[] named = argument.split("=", 2);
    Operations.Declared declared = Operations.find("ttnn." + operation).orElseThrow();
    List<String> places =
        declared.slots().slots().stream()
            .filter(slot -> slot.takesTensor() && !slot.isTarget())
            .map(slot -> "32x32")
            .toList();
    List<String> oneMore = new ArrayList<>(places);
    oneMore.add("32x32");
    assertThatThrownBy(() -> call(operation, oneMore, Map.of(named[0], named[1])))
        .hasMessageContaining(
            "there is no place for 1 of the %d tensors".formatted(oneMore.size()));
  }

  @Test
  void aThirdTensorOfGatherIsNotTakenForItsResult() {
    List<String> three = List.of("32x32", "32x32:uint32", "32x32");
    assertThatThrownBy(() -> call("gather", three, Map.of("dim", "1")))
        .hasMessageContaining("there is no place for 1 of the 3 tensors");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "=", ":", "x", "-1", "99999999999", "1x2:", "a=b=c", "1:l1:l1:?"})
  void aTensorThatMakesNoSenseIsRefusedInWords(String text) {
    assertThatThrownBy(
            () -> {
              QueryTensor tensor = QueryTensor.parse(text);
              call("relu", tensor.name() == null ? List.of() : List.of(text), Map.of());
            })
        .isInstanceOf(TilescopeException.class);
  }
}
