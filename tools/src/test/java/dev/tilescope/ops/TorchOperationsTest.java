package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.capture.Programs;
import dev.tilescope.device.Buffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.ops.options.FromTorchOptions;
import dev.tilescope.ops.options.ToTorchOptions;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchDtype;
import dev.tilescope.tensor.TorchTensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TorchOperationsTest {
  private static final FromTorchOptions DEFAULT = FromTorchOptions.DEFAULT;
  private static final ToTorchOptions TO = ToTorchOptions.DEFAULT;

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private static TorchTensor floats(float... values) {
    return TorchTensor.of(values, Shape.of(values.length));
  }

  private static void refused(String start, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(TilescopeException.class).hasMessageStartingWith(start);
  }

  @ParameterizedTest
  @CsvSource({
    "FLOAT32, FLOAT32",
    "FLOAT16, BFLOAT16",
    "BFLOAT16, BFLOAT16",
    "INT64, UINT32",
    "INT32, INT32",
    "INT16, UINT16",
    "UINT32, UINT32",
    "UINT16, UINT16",
    "UINT8, UINT8",
    "BOOL, UINT8"
  })
  void theTypeIsInferredAsTtNnInfersIt(TorchDtype from, DataType expected) {
    Tensor tensor = Ttnn.fromTorch(floats(0, 1, 1, 0).to(from));
    assertThat(tensor.dtype()).isEqualTo(expected);
    assertThat(tensor.layout()).isEqualTo(Layout.ROW_MAJOR);
    assertThat(tensor.isOnDevice()).isFalse();
    assertThat(Ttnn.toTorch(tensor).toFloats()).containsExactly(0, 1, 1, 0);
  }

  @Test
  void aTypeWithoutCounterpartNeedsADtype() {
    TorchTensor tensor = floats(1, 2).to(TorchDtype.FLOAT64);
    refused(
        "dtype: TT-NN has no counterpart of " + TorchDtype.FLOAT64, () -> Ttnn.fromTorch(tensor));
    assertThat(Ttnn.toTorch(Ttnn.fromTorch(tensor, DEFAULT.withDtype(DataType.INT32))).toFloats())
        .containsExactly(1, 2);
  }

  @ParameterizedTest
  @EnumSource(DataType.class)
  void aTensorOnTheDeviceComesBackWithoutPaddingInItsOwnType(DataType dtype) {
    TorchTensor given = TorchTensor.of(new int[] {0, 2, 4, 6, 6, 4}, Shape.of(3, 2));
    Tensor tensor =
        Ttnn.fromTorch(
            given,
            DEFAULT
                .withDtype(dtype)
                .withLayout(Layout.TILE)
                .withDevice(device)
                .withMemoryConfig(MemoryConfig.L1));
    assertThat(tensor.spec())
        .isEqualTo(new TensorSpec(Shape.of(3, 2), dtype, Layout.TILE, MemoryConfig.L1));
    TorchTensor back = Ttnn.toTorch(tensor);
    assertThat(back.dtype()).isEqualTo(TorchDtype.of(dtype));
    assertThat(back.shape()).isEqualTo(Shape.of(3, 2));
    assertThat(back.toFloats()).containsExactly(0, 2, 4, 6, 6, 4);
    assertThat(tensor.isAllocated()).isTrue();
  }

  @Test
  void floatsBecomeIntegersCutAndClampedAndIntegersKeepTheirLowBits() {
    TorchTensor floats = floats(-1.5f, 1.9f, 70_000, 1e20f, Float.NaN);
    assertThat(values(floats, DataType.UINT16)).containsExactly(0, 1, 65535, 65535, 0);
    assertThat(values(floats, DataType.INT32)).containsExactly(-1, 1, 70_000, 2147483647, 0);
    TorchTensor longs = TorchTensor.of(new long[] {-1, 65_537}, Shape.of(2));
    assertThat(values(longs, DataType.UINT16)).containsExactly(65535, 1);
    assertThat(values(longs, DataType.UINT32)).containsExactly(4294967295L, 65_537);
    TorchTensor precise = TorchTensor.of(new double[] {16_777_217}, Shape.of(1));
    assertThat(values(precise, DataType.INT32)).containsExactly(16_777_217);
  }

  private static long[] values(TorchTensor tensor, DataType dtype) {
    return Ttnn.toTorch(Ttnn.fromTorch(tensor, DEFAULT.withDtype(dtype))).toLongs();
  }

  @Test
  void bfloat16AgreesWithTheConversionOfArrays() {
    Random random = new Random(3);
    float[] values = new float[1000];
    IntStream.range(0, values.length)
        .forEach(i -> values[i] = Float.intBitsToFloat(random.nextInt()));
    Shape shape = Shape.of(values.length);
    Tensor array = Ttnn.fromArray(values, shape, DataType.BFLOAT16, Layout.ROW_MAJOR);
    Tensor torch =
        Ttnn.fromTorch(TorchTensor.of(values, shape), DEFAULT.withDtype(DataType.BFLOAT16));
    assertThat(Ttnn.toArray(torch)).containsExactly(Ttnn.toArray(array));
    assertThat(Ttnn.toTorch(torch).toFloats()).containsExactly(Ttnn.toArray(array));
    assertThat(TorchTensor.of(values, shape).to(TorchDtype.BFLOAT16).toFloats())
        .containsExactly(Ttnn.toArray(array));
  }

  @Test
  void blockFloatsAreTiledAndForeignTypesComeByWayOfBfloat16() {
    float tie = 1 + 0x1p-7f + 0x1p-20f;
    Tensor direct = Ttnn.fromTorch(floats(tie), DEFAULT.withDtype(DataType.BFLOAT8_B));
    assertThat(direct.layout()).isEqualTo(Layout.TILE);
    assertThat(Ttnn.toArray(direct)).as("just above the tie").containsExactly(1 + 0x1p-6f);
    Tensor twice =
        Ttnn.fromTorch(floats(tie).to(TorchDtype.FLOAT64), DEFAULT.withDtype(DataType.BFLOAT8_B));
    assertThat(Ttnn.toArray(twice)).as("bfloat16 makes it a tie").containsExactly(1);
    refused(
        "layout: ",
        () ->
            Ttnn.fromTorch(
                floats(1), DEFAULT.withDtype(DataType.BFLOAT4_B).withLayout(Layout.ROW_MAJOR)));
  }

  @Test
  void aSpecStandsForDtypeLayoutAndMemoryConfig() {
    TensorSpec spec = new TensorSpec(Shape.of(2), DataType.BFLOAT16, Layout.TILE, MemoryConfig.L1);
    FromTorchOptions options = DEFAULT.withSpec(spec).withDevice(device).withPadValue(7);
    assertThat(Ttnn.fromTorch(floats(1, 2), options).spec()).isEqualTo(spec);
    refused("spec: ", () -> Ttnn.fromTorch(floats(1, 2, 3), options));
    refused("dtype: ", () -> Ttnn.fromTorch(floats(1, 2), options.withDtype(DataType.FLOAT32)));
    refused("layout: ", () -> Ttnn.fromTorch(floats(1, 2), options.withLayout(Layout.TILE)));
    refused(
        "memory_config: ",
        () -> Ttnn.fromTorch(floats(1, 2), options.withMemoryConfig(MemoryConfig.DRAM)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
  void everyRankComesBack(int rank) {
    int[] dims = new int[rank];
    Arrays.fill(dims, 2);
    float[] values = new float[1 << rank];
    IntStream.range(0, values.length).forEach(i -> values[i] = i);
    TorchTensor given = TorchTensor.of(values, Shape.of(dims));
    TorchTensor back =
        Ttnn.toTorch(Ttnn.fromTorch(given, DEFAULT.withLayout(Layout.TILE).withDevice(device)));
    assertThat(back.shape()).isEqualTo(Shape.of(dims));
    assertThat(back.toFloats()).containsExactly(values);
  }

  @Test
  void anEmptyTensorComesBackEmpty() {
    TorchTensor empty = TorchTensor.of(new float[0], Shape.of(0, 3));
    for (DataType dtype : DataType.values()) {
      TorchTensor back = Ttnn.toTorch(Ttnn.fromTorch(empty, DEFAULT.withDtype(dtype)));
      assertThat(back.shape()).isEqualTo(Shape.of(0, 3));
      assertThat(back.toFloats()).isEmpty();
    }
  }

  @Test
  void torchRankDropsLeadingOnesOnly() {
    Tensor tensor = Ttnn.fromTorch(TorchTensor.of(new float[6], Shape.of(1, 1, 2, 3)));
    assertThat(Ttnn.toTorch(tensor, TO.withTorchRank(3)).shape()).isEqualTo(Shape.of(1, 2, 3));
    assertThat(Ttnn.toTorch(tensor, TO.withTorchRank(2)).shape()).isEqualTo(Shape.of(2, 3));
    assertThat(Ttnn.toTorch(tensor, TO.withTorchRank(9)).shape()).isEqualTo(tensor.shape());
    refused("torch_rank: ", () -> Ttnn.toTorch(tensor, TO.withTorchRank(1)));
    refused("torch_rank: ", () -> Ttnn.toTorch(tensor, TO.withTorchRank(-1)));
  }

  @Test
  void whatWasReadHasTheTypeThatWasAskedForAndIsACopy() {
    float[] values = {1.75f, -2};
    Tensor tensor = Ttnn.fromTorch(floats(values));
    assertThat(Ttnn.toTorch(tensor, TO.withDtype(TorchDtype.INT64)).toLongs())
        .containsExactly(1, -2);
    values[0] = 5;
    TorchTensor read = Ttnn.toTorch(tensor);
    read.elements().fill((byte) 0);
    assertThat(Ttnn.toArray(tensor)).containsExactly(1.75f, -2);
  }

  @Test
  void aFreedTensorIsRefused() {
    Tensor tensor = Ttnn.fromTorch(floats(1, 2), DEFAULT.withDevice(device));
    Ttnn.deallocate(tensor);
    refused("tensor", () -> Ttnn.toTorch(tensor));
  }

  @Test
  void aTraceShowsTheArrayAndTheWayToTheDeviceAndBack() {
    Report report;
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor tensor =
          Ttnn.fromTorch(
              floats(1, 2),
              DEFAULT.withDtype(DataType.BFLOAT16).withDevice(device).withPadValue(0.5f));
      Ttnn.toTorch(tensor, TO.withDtype(TorchDtype.FLOAT64));
      report = capture.end();
    }
    List<TraceEvent.FunctionStart> starts = Programs.events(report, TraceEvent.FunctionStart.class);
    assertThat(starts)
        .extracting(TraceEvent.FunctionStart::name)
        .containsExactly(
            "ttnn.from_torch",
            "ttnn::convert_python_tensor_to_tt_tensor",
            "Tensor::to_device",
            "ttnn.to_torch",
            "ttnn::from_device",
            "Tensor::cpu",
            "tt::tt_metal::detail::convert_tt_tensor_to_framework_tensor");
    assertThat(starts.getFirst().arguments())
        .startsWith(
            "torch.Tensor(shape=[2], dtype=torch.float32)",
            "DataType::BFLOAT16",
            "std::nullopt",
            "std::nullopt",
            "0.5");
    assertThat(starts.get(3).arguments())
        .endsWith("torch.float64", "std::nullopt", "std::nullopt", "std::nullopt");
  }

  @Test
  void inNoDispatchNothingIsReadAndTensorsOfAnySizeAreTraced() {
    TorchTensor unreadable =
        TorchTensor.deferred(
            Shape.of(4),
            TorchDtype.FLOAT32,
            () -> {
              throw new AssertionError("read");
            });
    TorchTensor huge = TorchTensor.meta(Shape.of(1 << 20, 1 << 20, 2), TorchDtype.FLOAT32);
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Ttnn.fromTorch(unreadable, DEFAULT.withDtype(DataType.BFLOAT8_B).withDevice(device));
      Tensor tensor = Ttnn.fromTorch(huge, DEFAULT.withLayout(Layout.TILE).withDevice(device));
      TorchTensor back = Ttnn.toTorch(tensor, TO.withDtype(TorchDtype.FLOAT16));
      assertThat(back)
          .hasToString("torch.Tensor(shape=[1048576, 1048576, 2], dtype=torch.float16)");
      refused("tensor: this torch.Tensor", back::toFloats);
      capture.end();
    }
    refused("tensor: this torch.Tensor", () -> Ttnn.fromTorch(huge));
  }

  @Test
  void aRefusedArrayLeavesNothingAllocated() {
    List<Buffer> before = device.liveBuffers();
    refused("tensor: ", () -> Ttnn.fromTorch(huge(), DEFAULT.withDevice(device)));
    assertThat(device.liveBuffers()).isEqualTo(before);
  }

  private static TorchTensor huge() {
    return TorchTensor.meta(Shape.of(1 << 20, 1 << 20), TorchDtype.FLOAT32);
  }
}
