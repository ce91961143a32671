package dev.tilescope.ops;

import static dev.tilescope.ops.Refusal.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.options.ReduceOptions;
import dev.tilescope.tensor.Sharding;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReductionTest {
  private static final ReduceOptions DEFAULT = ReduceOptions.DEFAULT;

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private Tensor on(DataType dtype, Layout layout, int... shape) {
    return Ttnn.ones(Shape.of(shape), dtype, layout, device, MemoryConfig.DRAM);
  }

  private Tensor tiles(int... shape) {
    return on(DataType.BFLOAT16, Layout.TILE, shape);
  }

  @Test
  void withoutDimensionsEverythingIsReducedToRankZero() {
    Tensor sum = Ttnn.sum(tiles(2, 2, 40, 32));
    assertThat(sum.shape()).isEqualTo(Shape.of());
    assertThat(Ttnn.toArray(sum)).containsExactly(5120);
    assertThat(Ttnn.toArray(Ttnn.mean(tiles(5)))).containsExactly(1);
    assertThat(Ttnn.toArray(Ttnn.prod(tiles(2, 7)))).containsExactly(1);
    assertThat(Ttnn.sum(tiles(2, 3), List.of(), true, DEFAULT).shape()).isEqualTo(Shape.of(1, 1));
  }

  @Test
  void theResultIsMultipliedByTheScalarOnceHoweverManyDimensions() {
    Tensor input = tiles(2, 3, 4, 5);
    ReduceOptions half = DEFAULT.withScalar(0.5f);
    assertThat(Ttnn.toArray(Ttnn.sum(input, null, false, half))).containsExactly(60);
    assertThat(Ttnn.toArray(Ttnn.mean(input, List.of(0, 2), false, half))).containsOnly(0.5f);
    assertThat(Ttnn.toArray(Ttnn.max(input, List.of(0, 3), false, half))).containsOnly(0.5f);
  }

  @Test
  void anExtremumIsThatOfTheMultipliedInput() {
    Tensor input =
        Ttnn.toDevice(
            Ttnn.fromArray(new float[] {1, 5, -2}, Shape.of(3), DataType.FLOAT32, Layout.TILE),
            device);
    ReduceOptions negated = DEFAULT.withScalar(-1);
    assertThat(Ttnn.toArray(Ttnn.max(input, null, false, negated))).containsExactly(2);
    assertThat(Ttnn.toArray(Ttnn.min(input, null, false, negated))).containsExactly(-5);
  }

  @Test
  void sumsOnTheWayAreNotRoundedToTheType() {
    // 257 ones: bfloat16 holds 256 and 258, so a rounded partial sum times 3 would show.
    Tensor input = tiles(3, 257, 1);
    assertThat(Ttnn.toArray(Ttnn.sum(input, List.of(0, 1), false, DEFAULT))).containsExactly(772);
  }

  @Test
  void integersAreReducedAsIntegersAndHaveNoMean() {
    Tensor words = on(DataType.INT32, Layout.TILE, 3, 40);
    assertThat(Ttnn.toIntArray(Ttnn.sum(words, 1, false))).containsExactly(40, 40, 40);
    refused(
        device,
        () -> Ttnn.mean(words),
        "input_tensor: the operation takes [DataType::BFLOAT16, ",
        "got DataType::INT32");
    refused(device, () -> Ttnn.sum(on(DataType.UINT8, Layout.TILE, 3)), "input_tensor: ");
    refused(device, () -> Ttnn.var(words, 0, false), "input_tensor: the operation takes [");
    refused(device, () -> Ttnn.prod(words), "input_tensor: the operation takes [");
  }

  @Test
  void dimensionsMustExistAndBeDifferent() {
    Tensor input = tiles(2, 3);
    refused(device, () -> Ttnn.sum(input, 2, false), "dim: 2 is not a dimension of Shape([2, 3])");
    refused(device, () -> Ttnn.max(input, -3, false), "dim: -3 is not a dimension");
    refused(
        device,
        () -> Ttnn.mean(input, List.of(1, -1), false, DEFAULT),
        "dim: dimension -1 appears twice in [1, -1]");
    refused(device, () -> Ttnn.std(input, 5, false), "dim: 5 is not a dimension");
    refused(device, () -> Ttnn.prod(input, 2, false, null), "dim: 2 is not a dimension");
    refused(device, () -> Ttnn.cumsum(input, 2), "dim: 2 is not a dimension");
    refused(device, () -> Ttnn.argmax(input, 2, false, null), "dim: 2 is not a dimension");
    refused(device, () -> Ttnn.sort(input, 2, false, false, null), "dim: 2 is not a dimension");
    refused(device, () -> Ttnn.topk(input, 1, 2, true, true, null), "dim: 2 is not a dimension");
  }

  @Test
  void hostTensorsAreRefused() {
    Tensor host = Ttnn.fromArray(new float[4], Shape.of(2, 2), DataType.FLOAT32, Layout.TILE);
    String start = "input_tensor: a device tensor is needed, got a host tensor";
    refused(device, () -> Ttnn.sum(host), start);
    refused(device, () -> Ttnn.var(host, 0, false), start);
    refused(device, () -> Ttnn.prod(host), start);
    refused(device, () -> Ttnn.argmax(host), start);
    refused(device, () -> Ttnn.topk(host, 1), start);
    refused(device, () -> Ttnn.sort(host), start);
    refused(device, () -> Ttnn.cumsum(host, 0), "input: a device tensor is needed");
  }

  @Test
  void nothingHasASumAndNoExtremum() {
    Tensor none = on(DataType.FLOAT32, Layout.TILE, 2, 0);
    assertThat(Ttnn.toArray(Ttnn.sum(none, 1, false))).containsExactly(0, 0);
    assertThat(Ttnn.toArray(Ttnn.mean(none, 1, false))).containsOnly(Float.NaN);
    assertThat(Ttnn.toArray(Ttnn.prod(none))).containsExactly(1);
    refused(device, () -> Ttnn.max(none, 1, false), "input_tensor: no elements have no extremum");
    refused(
        device,
        () -> Ttnn.argmax(none, 1, false, null),
        "input_tensor: no elements have no greatest");
    refused(device, () -> Ttnn.topk(none, 1), "k: must be 1..0");
  }

  @Test
  void scalarsMustBeNumbers() {
    ReduceOptions nan = DEFAULT.withScalar(Float.NaN);
    refused(device, () -> Ttnn.sum(tiles(2), null, false, nan), "scalar: a number is needed");
  }

  @Test
  void placesAmongAllElementsNeedRows() {
    Tensor rows = on(DataType.FLOAT32, Layout.ROW_MAJOR, 3, 5);
    Tensor place = Ttnn.argmax(rows);
    assertThat(place.dtype()).isEqualTo(DataType.UINT32);
    assertThat(place.layout()).isEqualTo(Layout.ROW_MAJOR);
    assertThat(Ttnn.toIntArray(place)).containsExactly(0);
    refused(device, () -> Ttnn.argmax(tiles(3, 5)), "dim: a tensor in TILE needs one");
    refused(
        device,
        () -> Ttnn.argmax(on(DataType.INT32, Layout.ROW_MAJOR, 3, 5), 0, false, null),
        "dim: integers in ROW_MAJOR are compared along the last dimension");
    refused(
        device,
        () -> Ttnn.argmax(on(DataType.INT32, Layout.TILE, 3, 5), 1, false, null),
        "input_tensor: the operation takes [DataType::BFLOAT16, DataType::FLOAT32]");
  }

  @Test
  void indicesHaveSixteenBitsWhereTheyFit() {
    assertThat(Ttnn.topk(tiles(2, 64), 3).indices().dtype()).isEqualTo(DataType.UINT16);
    assertThat(Ttnn.topk(tiles(1, 70_000), 3).indices().dtype()).isEqualTo(DataType.UINT32);
    Tensor wide = on(DataType.FLOAT32, Layout.TILE, 2, 64);
    assertThat(Ttnn.topk(wide, 3).indices().dtype()).isEqualTo(DataType.UINT32);
    assertThat(Ttnn.sort(wide).indices().dtype()).isEqualTo(DataType.UINT32);
    assertThat(Ttnn.sort(tiles(2, 64)).indices().dtype()).isEqualTo(DataType.UINT16);
  }

  @Test
  void asManyElementsAsThereAreCanBeTaken() {
    refused(device, () -> Ttnn.topk(tiles(2, 5), 6), "k: must be 1..5, the size of dimension 1");
    refused(device, () -> Ttnn.topk(tiles(2, 5), 0), "k: must be 1..5");
    refused(
        device,
        () -> Ttnn.topk(on(DataType.FLOAT32, Layout.ROW_MAJOR, 2, 5), 1),
        "input_tensor: the operation takes Layout::TILE");
    refused(
        device,
        () -> Ttnn.topk(on(DataType.INT32, Layout.TILE, 2, 5), 1),
        "Input tensor must be BFLOAT16, BFLOAT8_B, or FLOAT32, got: DataType::INT32");
    refused(
        device,
        () -> Ttnn.sort(on(DataType.INT32, Layout.TILE, 2, 5)),
        "input_tensor: the operation takes [DataType::BFLOAT16, ");
  }

  @Test
  void runningSumsTakeInterleavedTilesAndAnotherType() {
    Tensor bytes = on(DataType.UINT32, Layout.TILE, 3, 4);
    Tensor sums = Ttnn.cumsum(bytes, -1, DataType.FLOAT32, false, MemoryConfig.L1);
    assertThat(sums.memoryConfig()).isEqualTo(MemoryConfig.L1);
    assertThat(Ttnn.toArray(sums)).startsWith(1, 2, 3, 4, 1);
    refused(
        device,
        () -> Ttnn.cumsum(on(DataType.FLOAT32, Layout.ROW_MAJOR, 4), 0),
        "input: the operation takes Layout::TILE");
    refused(
        device,
        () -> Ttnn.cumsum(bytes, 0, DataType.UINT8, false, null),
        "dtype: one of ",
        "got DataType::UINT8");
  }

  @Test
  void shardsAreReadAndWrittenWhenAsked() {
    MemoryConfig rows =
        Sharding.config(
            Shape.of(256, 64), 8, 1, TensorMemoryLayout.HEIGHT_SHARDED, ShardOrientation.ROW_MAJOR);
    Tensor input = Ttnn.ones(Shape.of(256, 64), DataType.BFLOAT16, Layout.TILE, device, rows);
    MemoryConfig column =
        Sharding.config(
            Shape.of(256, 32), 8, 1, TensorMemoryLayout.HEIGHT_SHARDED, ShardOrientation.ROW_MAJOR);
    assertThat(Ttnn.sum(input, 1, true).memoryConfig()).isEqualTo(column);
    Tensor sharded = Ttnn.sum(input, List.of(1), true, DEFAULT.withMemoryConfig(column));
    assertThat(sharded.memoryConfig()).isEqualTo(column);
    assertThat(Ttnn.toArray(sharded)).containsOnly(64);
    assertThat(Ttnn.toArray(Ttnn.topk(input, 2, 0, true, true, null).values())).containsOnly(1);
  }

  @Test
  void whatIsMadeOnTheWayIsFreed() {
    Tensor input = tiles(2, 3, 40, 50);
    Ttnn.sum(input, List.of(0, 1, 3), false, DEFAULT).close();
    Ttnn.std(input, List.of(0, 2), true, DEFAULT).close();
    Ttnn.prod(input, 3, false, null).close();
    Ttnn.cumsum(input, 3).close();
    Ttnn.argmax(input, 0, false, null).close();
    Ttnn.topk(input, 2, 1, true, true, null).close();
    Ttnn.sort(input, 0, true, false, null).close();
    assertThat(Refusal.made(device)).isEmpty();
  }

  @Test
  void aTraceOfNothingKnowsTheShapesOfHugeResults() {
    int huge = 1 << 20;
    try (GraphCapture _ = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor input = tiles(huge, 32, huge);
      assertThat(Ttnn.sum(input, List.of(0, 2), false, DEFAULT).shape()).isEqualTo(Shape.of(32));
      assertThat(Ttnn.var(input, 1, true).shape()).isEqualTo(Shape.of(huge, 1, huge));
      assertThat(Ttnn.cumsum(input, 1).shape()).isEqualTo(input.shape());
      assertThat(Ttnn.argmax(input, 0, false, null).shape()).isEqualTo(Shape.of(32, huge));
      assertThat(Ttnn.topk(input, 5, 1, true, true, null).values().shape())
          .isEqualTo(Shape.of(huge, 5, huge));
      assertThat(Ttnn.sort(input).indices().shape()).isEqualTo(input.shape());
      assertThat(Ttnn.prod(input, 0, false, null).shape()).isEqualTo(Shape.of(32, huge));
    }
    assertThat(device.liveBuffers()).isEmpty();
  }

  @Test
  void theScalarOfAVarianceBelongsToTheElements() {
    float[] values = new float[32];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    Tensor input =
        Ttnn.toDevice(
            Ttnn.fromArray(values, Shape.of(1, 32), DataType.FLOAT32, Layout.TILE), device);
    // As test_var_fp32_translation_invariance of tests/ttnn/unit_tests/operations/reduce/
    // test_reduction.py asserts: torch.var(x * scalar), that is 88 times the square.
    for (float scalar : new float[] {1, 0, -1, 2, -2}) {
      ReduceOptions scaled = DEFAULT.withScalar(scalar);
      assertThat(Ttnn.toArray(Ttnn.var(input, List.of(-1), true, scaled))[0])
          .isCloseTo(88 * scalar * scalar, within(1e-3f));
      assertThat(Ttnn.toArray(Ttnn.std(input, List.of(-1), true, scaled))[0])
          .isCloseTo((float) Math.sqrt(88) * Math.abs(scalar), within(1e-3f));
    }
  }
}
