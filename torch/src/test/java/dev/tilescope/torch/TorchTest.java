package dev.tilescope.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceNode;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.FromTorchOptions;
import dev.tilescope.ops.options.ToTorchOptions;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchDtype;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@NeedsPyTorch
class TorchTest {
  private static final FromTorchOptions DEFAULT = FromTorchOptions.DEFAULT;

  private NDManager manager;

  @BeforeEach
  void open() {
    manager = NDManager.newBaseManager();
  }

  @AfterEach
  void close() {
    manager.close();
  }

  private NDArray floats(float... values) {
    return manager.create(values, new Shape(values.length));
  }

  private NDArray ramp(long... dims) {
    return manager
        .arange(0, (int) new Shape(dims).size(), 1)
        .toType(ai.djl.ndarray.types.DataType.FLOAT32, false)
        .reshape(dims);
  }

  @ParameterizedTest
  @EnumSource(
      value = ai.djl.ndarray.types.DataType.class,
      names = {"FLOAT32", "FLOAT16", "INT64", "INT32", "UINT8", "BOOLEAN"})
  void everyTypeWithACounterpartComesBackWithItsValues(ai.djl.ndarray.types.DataType type) {
    NDArray array = floats(0, 1, 1, 0, 1).toType(type, true);
    NDArray back = Torch.toTorch(Torch.fromTorch(array), manager);
    assertThat(back.toType(type, true).contentEquals(array)).isTrue();
  }

  @Test
  void typesWithoutACounterpartNeedADtype() {
    NDArray doubles = manager.create(new double[] {1.5, -2}, new Shape(2));
    assertThatThrownBy(() -> Torch.fromTorch(doubles))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("dtype: ")
        .hasMessageContaining("torch.float64");
    Tensor tensor = Torch.fromTorch(doubles, DEFAULT.withDtype(DataType.FLOAT32));
    assertThat(Torch.toTorch(tensor, manager).toFloatArray()).containsExactly(1.5f, -2);
    NDArray bytes = manager.create(new byte[] {-1, 2}, new Shape(2));
    Tensor small = Torch.fromTorch(bytes, DEFAULT.withDtype(DataType.INT32));
    assertThat(Torch.toTorch(small, manager).toIntArray()).containsExactly(-1, 2);
  }

  @ParameterizedTest
  @EnumSource(DataType.class)
  void whatIsExactInATypeComesBackFromTheDeviceExactly(DataType dtype) {
    try (MeshDevice device = MeshDevice.open("n150")) {
      NDArray array = manager.create(new int[] {0, 1, 2, 4, 4, 2, 1, 0}, new Shape(2, 4));
      Tensor tensor =
          Torch.fromTorch(
              array, DEFAULT.withDtype(dtype).withLayout(Layout.TILE).withDevice(device));
      assertThat(tensor.isOnDevice()).isTrue();
      float[] expected = {0, 1, 2, 4, 4, 2, 1, 0};
      NDArray back = Torch.toTorch(tensor, manager);
      assertThat(back.getShape()).isEqualTo(array.getShape());
      assertThat(back.toType(ai.djl.ndarray.types.DataType.FLOAT32, true).toFloatArray())
          .containsExactly(expected);
    }
  }

  @Test
  void typesThatDjlLacksComeInTheNextWiderOne() {
    NDArray array = manager.create(new long[] {7, 4294967295L}, new Shape(2));
    NDArray wide = Torch.toTorch(Torch.fromTorch(array), manager);
    assertThat(wide.getDataType()).isEqualTo(ai.djl.ndarray.types.DataType.INT64);
    assertThat(wide.toLongArray()).containsExactly(7, 4294967295L);
    Tensor words = Torch.fromTorch(array, DEFAULT.withDtype(DataType.UINT16));
    NDArray ints = Torch.toTorch(words, manager);
    assertThat(ints.getDataType()).isEqualTo(ai.djl.ndarray.types.DataType.INT32);
    assertThat(ints.toIntArray()).containsExactly(7, 65535);
    Tensor halves = Torch.fromTorch(floats(1, 2), DEFAULT.withDtype(DataType.BFLOAT16));
    NDArray floats =
        Torch.toTorch(halves, manager, ToTorchOptions.DEFAULT.withDtype(TorchDtype.BFLOAT16));
    assertThat(floats.getDataType()).isEqualTo(ai.djl.ndarray.types.DataType.FLOAT32);
    assertThat(floats.toFloatArray()).containsExactly(1, 2);
  }

  @Test
  void bfloat16RoundsToNearestEvenAndKeepsNanAndInfinities() {
    float tieDown = Float.intBitsToFloat(0x3F808000);
    float tieUp = Float.intBitsToFloat(0x3F818000);
    float above = Float.intBitsToFloat(0x3F808001);
    float[] values = {
      tieDown, tieUp, above, -0f, Float.NaN, Float.NEGATIVE_INFINITY, Float.MAX_VALUE
    };
    Tensor tensor = Torch.fromTorch(floats(values), DEFAULT.withDtype(DataType.BFLOAT16));
    assertThat(Torch.toTorch(tensor, manager).toFloatArray())
        .containsExactly(
            1f,
            Float.intBitsToFloat(0x3F820000),
            Float.intBitsToFloat(0x3F810000),
            -0f,
            Float.NaN,
            Float.NEGATIVE_INFINITY,
            Float.POSITIVE_INFINITY);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
  void everyRankComesBack(int rank) {
    long[] dims = new long[rank];
    Arrays.fill(dims, 2);
    NDArray array = ramp(dims);
    try (MeshDevice device = MeshDevice.open("n150")) {
      Tensor tensor = Torch.fromTorch(array, DEFAULT.withLayout(Layout.TILE).withDevice(device));
      NDArray back = Torch.toTorch(tensor, manager);
      assertThat(back.getShape()).isEqualTo(new Shape(dims));
      assertThat(back.contentEquals(array)).isTrue();
    }
  }

  @Test
  void nineDimensionsComeBack() {
    NDArray nine = ramp(1, 1, 1, 1, 1, 1, 1, 2, 3);
    assertThat(Torch.toTorch(Torch.fromTorch(nine), manager)).isEqualTo(nine);
  }

  @Test
  void anEmptyArrayComesBackEmpty() {
    NDArray back = Torch.toTorch(Torch.fromTorch(manager.zeros(new Shape(0, 3))), manager);
    assertThat(back.getShape()).isEqualTo(new Shape(0, 3));
  }

  @Test
  void aTransposedViewIsReadInItsOwnOrder() {
    Tensor tensor = Torch.fromTorch(ramp(2, 3).transpose());
    assertThat(Ttnn.toArray(tensor)).containsExactly(0, 3, 1, 4, 2, 5);
  }

  @Test
  void aTensorKeepsItsValuesWhenTheArrayChangesOrCloses() {
    NDArray array = floats(1, 2);
    Tensor tensor = Torch.fromTorch(array);
    array.addi(10);
    array.close();
    assertThat(Ttnn.toArray(tensor)).containsExactly(1, 2);
  }

  @Test
  void aClosedArrayIsRefused() {
    NDArray array = floats(1, 2);
    array.close();
    assertThatThrownBy(() -> Torch.fromTorch(array))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void complexNumbersAreRefused() {
    NDArray complex = floats(1, 2).fft(2);
    assertThatThrownBy(() -> Torch.fromTorch(complex))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("got complex64");
  }

  @Test
  void aSparseArrayIsFilledUp() {
    NDArray sparse =
        manager.createCoo(
            FloatBuffer.wrap(new float[] {5}), new long[][] {{0}, {1}}, new Shape(2, 2));
    assertThat(Ttnn.toArray(Torch.fromTorch(sparse))).containsExactly(0, 5, 0, 0);
  }

  @Test
  void torchRankDropsLeadingOnes() {
    NDArray back =
        Torch.toTorch(
            Torch.fromTorch(ramp(1, 1, 2, 3)), manager, ToTorchOptions.DEFAULT.withTorchRank(2));
    assertThat(back.getShape()).isEqualTo(new Shape(2, 3));
  }

  @Test
  void aTraceShowsTheArrayAndTheWayToTheDeviceAndBack() {
    Report report;
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor tensor =
          Torch.fromTorch(
              ramp(2, 3),
              DEFAULT
                  .withDtype(DataType.BFLOAT16)
                  .withLayout(Layout.TILE)
                  .withDevice(device)
                  .withMemoryConfig(MemoryConfig.L1));
      Torch.toTorch(tensor, manager);
      report = capture.end();
    }
    List<TraceEvent.FunctionStart> starts =
        report.trace().nodes().stream()
            .map(TraceNode::event)
            .filter(TraceEvent.FunctionStart.class::isInstance)
            .map(TraceEvent.FunctionStart.class::cast)
            .toList();
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
    assertThat(starts.getFirst().arguments().toString())
        .contains("torch.Tensor(shape=[2, 3], dtype=torch.float32)");
  }

  @Test
  void inNoDispatchTheArrayIsNotReadAndNoneIsMade() {
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor tensor = Torch.fromTorch(ramp(2, 3), DEFAULT.withDevice(device));
      assertThat(tensor.hasValues()).isFalse();
      assertThatThrownBy(() -> Torch.toTorch(tensor, manager))
          .isInstanceOf(TilescopeException.class)
          .hasMessageContaining("NO_DISPATCH");
      capture.end();
    }
  }
}
