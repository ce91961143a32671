package dev.tilescope.ops;

import static dev.tilescope.ops.Refusal.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.assertj.core.data.Index;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Calls that TT-NN's own tests make, with the values they assert. A comment names the test, under
 * {@code tests/ttnn/unit_tests}, or the source.
 */
class AcceptedByBoardsTest {
  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private Tensor place(DataType dtype, Layout layout, Shape shape, float... values) {
    if (dtype.isFloat()) {
      return Ttnn.toDevice(Ttnn.fromArray(values, shape, dtype, layout), device);
    }
    int[] whole = IntStream.range(0, values.length).map(i -> (int) values[i]).toArray();
    return Ttnn.toDevice(Ttnn.fromArray(whole, shape, dtype, layout), device);
  }

  private Tensor floats(float... values) {
    return place(DataType.BFLOAT16, Layout.TILE, Shape.of(values.length), values);
  }

  /** The same call in NO_DISPATCH: the same specs, nothing allocated. */
  private Tensor alsoTraced(Supplier<Tensor> call) {
    Tensor made = call.get();
    int live = device.liveBuffers().size();
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor traced = call.get();
      assertThat(traced.spec()).isEqualTo(made.spec());
      assertThat(traced.hasValues()).isFalse();
      assertThat(capture.end()).isNotNull();
    }
    assertThat(device.liveBuffers()).hasSize(live);
    return made;
  }

  /** operations/eltwise/test_math.py, test_eq. */
  @ParameterizedTest
  @EnumSource(names = {"UINT16", "UINT32", "INT32"})
  void comparisonsOfFloatsAnswerInIntegers(DataType dtype) {
    BinaryOptions options = BinaryOptions.DEFAULT.withDtype(dtype);
    Tensor a = floats(50, 0.25f, 3);
    Tensor b = floats(50, 0.5f, 3);
    Tensor equal = alsoTraced(() -> Ttnn.eq(a, b, options));
    assertThat(equal.dtype()).isEqualTo(dtype);
    assertThat(Ttnn.toIntArray(equal)).containsExactly(1, 0, 1);
    Tensor into = place(dtype, Layout.TILE, Shape.of(3), 7, 7, 7);
    Ttnn.eq(a, b, options.withOutputTensor(into));
    assertThat(Ttnn.toIntArray(into)).containsExactly(1, 0, 1);
    assertThat(Ttnn.toIntArray(Ttnn.lt(a, 0.5, options))).containsExactly(0, 1, 0);
  }

  /** The defaults of addmm in ttnn/cpp/ttnn/operations/matmul/matmul_nanobind.cpp. */
  @Test
  void addmmNeedsNoFactors() {
    Tensor input = place(DataType.FLOAT32, Layout.TILE, Shape.of(1, 1), 5);
    Tensor row = place(DataType.FLOAT32, Layout.TILE, Shape.of(1, 2), 2, 3);
    Tensor column = place(DataType.FLOAT32, Layout.TILE, Shape.of(2, 1), 10, 100);
    Tensor sum =
        alsoTraced(() -> (Tensor) OperationCall.of("ttnn.addmm").with(input, row, column).run());
    assertThat(Ttnn.toArray(sum)).containsExactly(325);
  }

  /** operations/eltwise/test_fill.py, test_fill_int32, test_fill_uint32 and test_fill_uint16. */
  @ParameterizedTest
  @EnumSource(names = {"UINT16", "UINT32", "INT32"})
  void aFractionThatFillsIntegersIsCut(DataType dtype) {
    Tensor input = place(dtype, Layout.TILE, Shape.of(1, 2), 0, 1);
    Tensor filled = alsoTraced(() -> Ttnn.fill(input, 15.5));
    assertThat(filled.dtype()).isEqualTo(dtype);
    assertThat(Ttnn.toIntArray(filled)).containsExactly(15, 15);
  }

  /**
   * operations/reduce/test_argmax.py ({@code _case([], RM, None, True, ...)}), test_cumsum.py
   * ({@code ([], 0)}), test_reduction.py ({@code ([], True, None, "mean")}) and squeeze in
   * ttnn/cpp/ttnn/operations/data_movement/squeeze/squeeze.cpp.
   */
  @ParameterizedTest
  @EnumSource
  void aTensorOfRankZeroIsItsOwnReduction(Layout layout) {
    Tensor one = place(DataType.BFLOAT16, layout, Shape.of(), 2.5f);
    Tensor place = alsoTraced(() -> Ttnn.argmax(one, null, true, null));
    assertThat(place.spec()).isEqualTo(one.spec().withDtype(DataType.UINT32));
    assertThat(Ttnn.toIntArray(place)).containsExactly(0);
    assertThat(Ttnn.toIntArray(Ttnn.argmax(one, -1, false, null))).containsExactly(0);
    Tensor mean = alsoTraced(() -> Ttnn.mean(one, null, true, ReduceOptions.DEFAULT));
    assertThat(mean.spec()).isEqualTo(one.spec());
    assertThat(mean.buffer()).isNotSameAs(one.buffer());
    assertThat(Ttnn.toArray(mean)).containsExactly(2.5f);
    assertThat(Ttnn.toArray(Ttnn.sum(one, -1, true))).containsExactly(2.5f);
    assertThat(Ttnn.toArray(alsoTraced(() -> Ttnn.cumsum(one, 0)))).containsExactly(2.5f);
    assertThat(Ttnn.squeeze(one).shape()).isEqualTo(Shape.of());
    assertThat(Ttnn.toArray(Ttnn.squeeze(one, -1))).containsExactly(2.5f);
    refused(device, () -> Ttnn.squeeze(one, 1), "dim: of a tensor of rank 0 it is 0 or -1, got 1");
  }

  /**
   * operations/matmul/test_matmul.py, test_matmul_does_dot_product, and test_linear.py,
   * test_vector_linear.
   */
  @Test
  void vectorsAreRowsOnTheLeftAndColumnsOnTheRight() {
    Tensor a = floats(1, 2, 3);
    Tensor b = floats(4, 5, 6);
    Tensor matrix =
        place(DataType.BFLOAT16, Layout.TILE, Shape.of(3, 3), 1, 0, 0, 0, 2, 0, 0, 0, 3);
    Tensor dot = alsoTraced(() -> Ttnn.matmul(a, b));
    assertThat(dot.shape()).isEqualTo(Shape.of());
    assertThat(Ttnn.toArray(dot)).containsExactly(32);
    Tensor row = alsoTraced(() -> Ttnn.linear(a, matrix, b, MatmulOptions.DEFAULT));
    assertThat(row.shape()).isEqualTo(Shape.of(3));
    assertThat(Ttnn.toArray(row)).containsExactly(5, 9, 15);
    Tensor column = alsoTraced(() -> Ttnn.linear(matrix, a, floats(-4), relu()));
    assertThat(column.shape()).isEqualTo(Shape.of(3));
    assertThat(Ttnn.toArray(column)).containsExactly(0, 0, 5);
    List<String> live = Refusal.made(device);
    Ttnn.matmul(matrix, a, MatmulOptions.DEFAULT.withOptionalOutputTensor(column));
    assertThat(Ttnn.toArray(column)).containsExactly(1, 4, 9);
    assertThat(Refusal.made(device)).isEqualTo(live);
    Tensor shorter = floats(1, 2);
    refused(device, () -> Ttnn.matmul(a, shorter), "input_tensor_b: ");
  }

  private static MatmulOptions relu() {
    return MatmulOptions.DEFAULT.withActivation("relu");
  }

  /** operations/data_movement/test_pad.py, test_pad_rm and test_pad_padding_validation_length. */
  @ParameterizedTest
  @EnumSource
  void fewerPairsPadTheLastDimensions(Layout layout) {
    Tensor input = place(DataType.BFLOAT16, layout, Shape.of(1, 2, 2), 1, 2, 3, 4);
    int[][] pairs = {{0, 1}, {0, 1}};
    Tensor padded = alsoTraced(() -> Ttnn.pad(input, pairs, 9));
    assertThat(padded.shape()).isEqualTo(Shape.of(1, 3, 3));
    assertThat(Ttnn.toArray(padded)).containsExactly(1, 2, 9, 3, 4, 9, 9, 9, 9);
    int[][] tooMany = {{0, 1}, {0, 1}, {0, 1}, {0, 1}};
    refused(device, () -> Ttnn.pad(input, tooMany, 9), "padding: at most one pair for each dim");
  }

  /** base_functionality/test_multi_device.py, from_torch with ShardTensorToMesh and no device. */
  @Test
  void partsForAMeshAreMadeOnTheHost() {
    try (MeshDevice mesh = MeshDevice.open("t3000")) {
      TorchTensor whole = TorchTensor.of(new float[] {0, 1, 2, 3, 4, 5, 6, 7}, Shape.of(1, 8));
      MeshMapper mapper = MeshMapper.shard(1).on(mesh);
      FromTorchOptions options = FromTorchOptions.DEFAULT.withMeshMapper(mapper);
      Tensor parts = Ttnn.fromTorch(whole, options);
      assertThat(parts.isOnDevice()).isFalse();
      assertThat(parts.shape()).isEqualTo(Shape.of(1, 1));
      Tensor there = Ttnn.toDevice(parts, mesh);
      ToTorchOptions back = ToTorchOptions.DEFAULT.withMeshComposer(mapper);
      assertThat(Ttnn.toTorch(there, back).toFloats()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
      assertThat(Ttnn.toTorch(parts, back).toFloats()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
      assertThat(Ttnn.fromTorch(whole, options.withMeshMapper(MeshMapper.replicate())).shape())
          .isEqualTo(whole.shape());
    }
  }

  /**
   * operations/fused/test_distributed_layernorm_sharded.py, run_pre_allgather_layernorm: E(x) in
   * the first column and E(x^2) 32 behind it, the latter alone for RMS norm, on the first core.
   */
  @Test
  void statisticsOfShardsAreMeans() {
    MemoryConfig shards =
        MemoryConfig.sharded(
            TensorMemoryLayout.WIDTH_SHARDED,
            BufferType.L1,
            new ShardSpec(CoreRangeSet.grid(2, 2), 32, 64, ShardOrientation.ROW_MAJOR));
    Tensor half =
        Ttnn.full(
            Shape.of(1, 1, 32, 256), 0.5, DataType.BFLOAT16, Layout.TILE, device, shards);
    StatisticsOptions options =
        StatisticsOptions.DEFAULT
            .withProgramConfig(
                new LayerNormProgramConfig.ShardedMultiCore(new CoreGrid(2, 2), 2, 1, 2, false))
            .withResidualInputTensor(half);
    Tensor both = alsoTraced(() -> Ttnn.layerNormPreAllGather(half, options.withResidualInputTensor(null)));
    assertThat(both.shape()).isEqualTo(Shape.of(1, 1, 32, 64));
    assertThat(both.memoryConfig().shardSpec())
        .isEqualTo(new ShardSpec(CoreRangeSet.grid(1, 1), 32, 64, ShardOrientation.ROW_MAJOR));
    assertThat(Ttnn.toArray(both)).startsWith(0.5f).contains(0.25f, Index.atIndex(32));
    Tensor squares = alsoTraced(() -> Ttnn.rmsNormPreAllGather(half, options));
    assertThat(squares.shape()).isEqualTo(Shape.of(1, 1, 32, 32));
    assertThat(Ttnn.toArray(squares)).startsWith(1);
    refused(
        device,
        () -> Ttnn.layerNormPreAllGather(half),
        "program_config: a sharded input_tensor needs");
  }
}
