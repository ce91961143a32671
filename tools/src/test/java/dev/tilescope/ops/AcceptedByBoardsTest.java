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
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.FromTorchOptions;
import dev.tilescope.ops.options.LayerNormProgramConfig;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.ReduceOptions;
import dev.tilescope.ops.options.StatisticsOptions;
import dev.tilescope.ops.options.ToTorchOptions;
import dev.tilescope.ops.options.UnaryWithParam;
import dev.tilescope.ops.options.ValuesAndIndices;
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
import org.junit.jupiter.params.provider.ValueSource;

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

  /**
   * The TYPECAST that binary_ng_program_factory.cpp puts behind the activations where is_typecast
   * in ttnn/cpp/ttnn/operations/eltwise/binary/common/binary_op_utils.cpp has the pair of types.
   */
  @ParameterizedTest
  @EnumSource(names = {"BFLOAT16", "FLOAT32"})
  void resultsOfFloatsAreCastAfterTheirActivations(DataType dtype) {
    Tensor a = place(dtype, Layout.TILE, Shape.of(3), 1.25f, -4, 2);
    Tensor b = place(dtype, Layout.TILE, Shape.of(3), 1.25f, 1, 0.75f);
    BinaryOptions whole = BinaryOptions.DEFAULT.withDtype(DataType.INT32);
    Tensor sum = alsoTraced(() -> Ttnn.add(a, b, whole));
    assertThat(sum.dtype()).isEqualTo(DataType.INT32);
    assertThat(Ttnn.toIntArray(sum)).containsExactly(2, -3, 2);
    BinaryOptions nearest = BinaryOptions.DEFAULT.withDtype(DataType.UINT16);
    assertThat(Ttnn.toIntArray(Ttnn.add(a, b, nearest))).containsExactly(3, 0, 3);
    List<UnaryWithParam> sqrt = List.of(UnaryWithParam.of(UnaryKind.SQRT));
    Tensor root = Ttnn.multiply(b, 16, whole.withActivations(sqrt));
    assertThat(Ttnn.toIntArray(root)).containsExactly(4, 4, 3);
  }

  /**
   * operations/eltwise/test_binary_dtype_validation.py,
   * test_binary_div_mul_int_float_promoted_allowed, and div in
   * ttnn/cpp/ttnn/operations/eltwise/binary/device/binary_composite_op.cpp.
   */
  @ParameterizedTest
  @EnumSource(names = {"UINT32", "INT32"})
  void quotientsOfIntegersAndFloatsAreRounded(DataType dtype) {
    Tensor a = place(dtype, Layout.TILE, Shape.of(2), 7, 9);
    Tensor b = floats(2, -2);
    Tensor floor = alsoTraced(() -> Ttnn.div(a, b, false, "floor", BinaryOptions.DEFAULT));
    assertThat(floor.dtype()).isEqualTo(DataType.BFLOAT16);
    assertThat(Ttnn.toArray(floor)).containsExactly(3, -5);
    assertThat(Ttnn.toArray(Ttnn.div(a, b, false, "trunc", BinaryOptions.DEFAULT)))
        .containsExactly(3, -4);
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
   * ({@code ([], 0)}), test_reduction.py ({@code ([], True, None, "mean")} and {@code "std"}), and
   * squeeze in ttnn/cpp/ttnn/operations/data_movement/squeeze/squeeze.cpp.
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
    ReduceOptions biased = ReduceOptions.DEFAULT.withCorrection(false);
    Tensor std = alsoTraced(() -> Ttnn.std(one, null, true, ReduceOptions.DEFAULT));
    assertThat(std.shape()).isEqualTo(Shape.of());
    assertThat(Ttnn.toArray(std)).containsExactly(Float.NaN);
    assertThat(Ttnn.toArray(Ttnn.var(one, List.of(-1), false, biased))).containsExactly(0);
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
    refused(
        device,
        () -> Ttnn.matmul(a, shorter),
        "The width of the first tensor must be equal to the height of the second tensor.");
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
    refused(device, () -> Ttnn.pad(input, tooMany, 9), "ttnn.pad: padding len can't be larger");
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
        Ttnn.full(Shape.of(1, 1, 32, 256), 0.5, DataType.BFLOAT16, Layout.TILE, device, shards);
    StatisticsOptions options =
        StatisticsOptions.DEFAULT
            .withProgramConfig(
                new LayerNormProgramConfig.ShardedMultiCore(new CoreGrid(2, 2), 2, 1, 2, false))
            .withResidualInputTensor(half);
    Tensor both =
        alsoTraced(() -> Ttnn.layerNormPreAllGather(half, options.withResidualInputTensor(null)));
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

  /** operations/data_movement/test_sort.py, test_sort_sharded_output. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 0})
  void sortedValuesAndIndicesGoToShards(int dim) {
    MemoryConfig shards =
        MemoryConfig.sharded(
            TensorMemoryLayout.HEIGHT_SHARDED,
            BufferType.L1,
            new ShardSpec(CoreRangeSet.grid(1, 2), 32, 64, ShardOrientation.ROW_MAJOR));
    float[] values = new float[64 * 64];
    for (int i = 0; i < values.length; i++) {
      values[i] = (i / 64 + i % 64) % 64;
    }
    Tensor input = place(DataType.BFLOAT16, Layout.TILE, Shape.of(64, 64), values);
    Tensor sorted = alsoTraced(() -> Ttnn.sort(input, dim, false, false, shards).values());
    assertThat(sorted.memoryConfig()).isEqualTo(shards);
    Tensor indices = Ttnn.sort(input, dim, false, false, shards).indices();
    assertThat(indices.memoryConfig()).isEqualTo(shards);
    ValuesAndIndices plain = Ttnn.sort(input, dim, false, false, null);
    assertThat(Ttnn.toArray(sorted)).isEqualTo(Ttnn.toArray(plain.values()));
    assertThat(Ttnn.toIntArray(indices)).isEqualTo(Ttnn.toIntArray(plain.indices()));
  }

  /**
   * operations/data_movement/test_tilize_with_val_padding.py: the elements stay, whatever the
   * padded shape.
   */
  @Test
  void tilesOfPaddingMayFollow() {
    Tensor rows = place(DataType.BFLOAT16, Layout.ROW_MAJOR, Shape.of(1, 1, 1, 3), 1, 2, 3);
    Tensor tiles = alsoTraced(() -> Ttnn.tilizeWithValPadding(rows, Shape.of(1, 2, 64, 96), 10));
    assertThat(tiles.layout()).isEqualTo(Layout.TILE);
    assertThat(tiles.shape()).isEqualTo(rows.shape());
    assertThat(Ttnn.toArray(tiles)).containsExactly(1, 2, 3);
    for (Shape wrong : List.of(Shape.of(1, 1, 32, 40), Shape.of(0, 1, 32, 32), Shape.of(32, 32))) {
      refused(
          device,
          () -> Ttnn.tilizeWithValPadding(rows, wrong, 10),
          "output_tensor_shape: whole tiles of at least Shape([1, 1, 32, 32]) are needed");
    }
  }

  /** TensorLayout::fromPaddedShape of tt_metal/impl/tensor/spec/layout/tensor_layout.cpp. */
  @Test
  void tilesOfPaddingTakeMemoryUntilRowsAreMadeOfThem() {
    Tensor rows = place(DataType.BFLOAT16, Layout.ROW_MAJOR, Shape.of(1, 1, 1, 3), 1, 2, 3);
    Tensor tiles = Ttnn.tilizeWithValPadding(rows, Shape.of(1, 2, 64, 96), 10);
    long tileBytes = DataType.BFLOAT16.tileBytes();
    assertThat(tiles.spec().bufferBytes()).isEqualTo(2 * 2 * 3 * tileBytes);
    assertThat(tiles.requireBuffer("tiles").sizeBytes()).isEqualTo(2 * 2 * 3 * tileBytes);
    assertThat(tiles.spec()).asString().contains("alignment=Alignment([128, 128, 64, 96])");
    Tensor inL1 = Ttnn.toMemoryConfig(tiles, MemoryConfig.L1);
    assertThat(Ttnn.toArray(inL1)).containsExactly(1, 2, 3);
    assertThat(Ttnn.untilize(tiles).spec()).isEqualTo(rows.spec());
    assertThat(Ttnn.toArray(Ttnn.relu(tiles))).containsExactly(1, 2, 3);
  }

  @Test
  void shardsArePaddedInTheirLastTwoDimensionsAlone() {
    Tensor rows = place(DataType.BFLOAT16, Layout.ROW_MAJOR, Shape.of(1, 1, 1, 3), 1, 2, 3);
    MemoryConfig shards =
        MemoryConfig.sharded(
            TensorMemoryLayout.HEIGHT_SHARDED,
            BufferType.L1,
            new ShardSpec(CoreRangeSet.grid(1, 1), 32, 32, ShardOrientation.ROW_MAJOR));
    refused(
        device,
        () -> Ttnn.tilizeWithValPadding(rows, Shape.of(1, 2, 32, 32), 0, shards, null),
        "output_tensor_shape: shards are padded in their last two dimensions only");
  }

  /**
   * TT-NN's host tensors may be asked for rows of block floats (to_row_major_layout in
   * tt_metal/impl/tensor/tensor_apis.cpp); the numbers stay.
   */
  @ParameterizedTest
  @EnumSource(names = {"BFLOAT8_B", "BFLOAT4_B"})
  void blockFloatsOnTheHostBecomeRows(DataType dtype) {
    Tensor blocks = Ttnn.fromArray(new float[] {1, -2}, Shape.of(1, 2), dtype, Layout.TILE);
    assertThat(Ttnn.toArray(Ttnn.toLayout(blocks, Layout.ROW_MAJOR))).containsExactly(1, -2);
    assertThat(Ttnn.toArray(Ttnn.toLayout(blocks, Layout.ROW_MAJOR, dtype, null)))
        .containsExactly(1, -2);
  }

  /** Shape of tt_metal/api/tt-metalium/shape.hpp has no limit; tensors on a device do. */
  @Test
  void hostTensorsMayHaveNineDimensions() {
    Shape nine = Shape.of(1, 1, 1, 1, 1, 1, 1, 1, 2);
    Tensor host = Ttnn.fromTorch(TorchTensor.of(new float[] {1, 2}, nine));
    assertThat(host.shape()).isEqualTo(nine);
    assertThat(Ttnn.toTorch(host).toFloats()).containsExactly(1, 2);
    Tensor there = Ttnn.toDevice(Ttnn.reshape(host, 1, 2), device);
    assertThat(Ttnn.toArray(there)).containsExactly(1, 2);
    refused(device, () -> Ttnn.toDevice(host, device), "shape: rank must be <= 8 on a device");
  }

  /** Nothing of ttnn.empty reads or writes elements, so that only DRAM limits it. */
  @Test
  void anEmptyTensorMayBeLargerThanTheHost() {
    Shape shape = Shape.of(65_536, 32_768);
    Tensor large =
        alsoTraced(
            () -> Ttnn.empty(shape, DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.DRAM));
    // In each of twelve banks.
    assertThat(device.statistics(BufferType.DRAM).allocatedBytes()).isGreaterThan((1L << 32) / 12);
    refused(
        device,
        () -> Ttnn.neg(large),
        "input_tensor: nobody set its 2147483648 elements, and they are too many");
    Ttnn.deallocate(large);
  }
}
