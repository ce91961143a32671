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
import dev.tilescope.ops.options.BatchNormOptions;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.GatheredNormOptions;
import dev.tilescope.ops.options.GroupNormOptions;
import dev.tilescope.tensor.Tensor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChannelNormTest {
  private static final BatchNormOptions BATCH = BatchNormOptions.DEFAULT;
  private static final GroupNormOptions GROUP = GroupNormOptions.DEFAULT.withInplace(false);
  private static final GatheredNormOptions GATHERED = GatheredNormOptions.DEFAULT;

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
    return on(DataType.FLOAT32, Layout.TILE, shape);
  }

  private Tensor values(Shape shape, float... values) {
    return Ttnn.toDevice(Ttnn.fromArray(values, shape, DataType.FLOAT32, Layout.TILE), device);
  }

  @Test
  void trainingMovesTheRunningStatisticsInPlace() {
    Tensor input = values(Shape.of(2, 1, 1, 2), 1, 3, 5, 7);
    Tensor mean = tiles(1, 1, 1, 1);
    Tensor var = tiles(1, 1, 1, 1);
    Tensor result =
        Ttnn.batchNorm(input, BATCH.withTraining(true).withRunning(mean, var).withMomentum(0.5f));
    assertThat(Ttnn.toArray(mean)[0]).isEqualTo(2.5f);
    assertThat(Ttnn.toArray(var)[0]).isEqualTo(3);
    assertThat(Ttnn.toArray(result)[0]).isCloseTo(-1.3416f, within(1e-3f));
    result.close();
    input.close();
    assertThat(Refusal.made(device)).isEmpty();
  }

  @Test
  void inferenceLeavesTheRunningStatisticsAlone() {
    Tensor input = values(Shape.of(1, 1, 1, 2), 3, 5);
    Tensor mean = tiles(1, 1, 1, 1);
    Tensor var = tiles(1, 1, 1, 1);
    Tensor into = tiles(1, 1, 1, 2);
    Tensor result = Ttnn.batchNorm(input, BATCH.withRunning(mean, var).withEps(0).withOutput(into));
    assertThat(result).isSameAs(into);
    assertThat(Ttnn.toArray(result)).containsExactly(2, 4);
    assertThat(Ttnn.toArray(mean)).containsExactly(1);
  }

  @Test
  void trainingNeedsNoRunningStatistics() {
    Tensor result = Ttnn.batchNorm(tiles(2, 3, 4, 5), BATCH.withTraining(true));
    assertThat(Ttnn.toArray(result)).containsOnly(0);
  }

  @Test
  void batchNormRefusesWhatItDoesNotTake() {
    Tensor x = tiles(2, 3, 4, 5);
    Tensor each = tiles(1, 3, 1, 1);
    refused(device, () -> Ttnn.batchNorm(x, BATCH), "running_mean: it is needed unless training");
    refused(device, () -> Ttnn.batchNorm(x, BATCH.withRunning(each, null)), "running_var: ");
    BatchNormOptions options = BATCH.withRunning(each, each);
    refused(
        device,
        () -> Ttnn.batchNorm(x, options.withScale(tiles(3), null)),
        "weight: shape must be Shape([1, 3, 1, 1]), got Shape([3])");
    refused(
        device, () -> Ttnn.batchNorm(x, options.withScale(null, tiles(1, 4, 1, 1))), "bias: shape");
    refused(
        device, () -> Ttnn.batchNorm(tiles(3, 4, 5), options), "input: elements in shape [N, C");
    refused(device, () -> Ttnn.batchNorm(tiles(0, 3, 4, 5), options), "input: elements in shape");
    refused(device, () -> Ttnn.batchNorm(x, options.withMomentum(1.5f)), "momentum: must be 0..1");
    refused(device, () -> Ttnn.batchNorm(x, options.withEps(-1)), "eps: must be finite and >= 0");
    refused(
        device,
        () -> Ttnn.batchNorm(on(DataType.INT32, Layout.TILE, 2, 3, 4, 5), options),
        "input: the operation takes [DataType::BFLOAT16, DataType::FLOAT32], got DataType::INT32");
    refused(
        device,
        () -> Ttnn.batchNorm(on(DataType.FLOAT32, Layout.ROW_MAJOR, 2, 3, 4, 5), options),
        "input: the operation takes Layout::TILE");
    refused(
        device,
        () -> Ttnn.batchNorm(x, options.withOutput(tiles(2, 3, 4, 6))),
        "output: the result");
  }

  @Test
  void groupNormRefusesWhatItDoesNotTake() {
    Tensor x = tiles(1, 1, 4, 6);
    refused(device, () -> Ttnn.groupNorm(x, 4, GROUP), "num_groups: must divide the 6 channels");
    refused(device, () -> Ttnn.groupNorm(x, 0, GROUP), "num_groups: must divide the 6 channels");
    refused(device, () -> Ttnn.groupNorm(x, -2, GROUP), "num_groups: must divide");
    refused(
        device, () -> Ttnn.groupNorm(tiles(1, 2, 4, 6), 2, GROUP), "input_tensor: shape must be");
    refused(device, () -> Ttnn.groupNorm(tiles(4, 6), 2, GROUP), "input_tensor: shape must be");
    refused(
        device,
        () -> Ttnn.groupNorm(x, 2, GROUP.withScale(tiles(5), null)),
        "weight: one element for each of 6 channels is needed, got Shape([5])");
    refused(
        device, () -> Ttnn.groupNorm(x, 2, GROUP.withScale(null, tiles(7))), "bias: one element");
    refused(device, () -> Ttnn.groupNorm(x, 2, GROUP.withEpsilon(Float.NaN)), "epsilon: must be");
    refused(device, () -> Ttnn.groupNorm(x, 2, GROUP.withDtype(DataType.INT32)), "dtype: ");
    refused(
        device,
        () -> Ttnn.groupNorm(x, 2, GROUP.withCoreGrid(new CoreGrid(20, 20))),
        "core_grid: ");
  }

  @Test
  void statisticsOfSeveralDevicesStandSideBySide() {
    Tensor x = values(Shape.of(1, 2), 3, 4);
    Tensor stats = Ttnn.rmsNormPreAllGather(x, DataType.FLOAT32, null);
    assertThat(stats.shape()).isEqualTo(Shape.of(1, 32));
    assertThat(Ttnn.toArray(stats)).startsWith(25, 0);
    Tensor both = Ttnn.repeat(stats, 1, 2);
    assertThat(Ttnn.toArray(Ttnn.rmsNormPostAllGather(x, both, GATHERED))[0])
        .isCloseTo(0.8485f, within(1e-3f));
    Tensor layer = Ttnn.layerNormPreAllGather(x, DataType.FLOAT32, x);
    assertThat(layer.shape()).isEqualTo(Shape.of(1, 64));
    assertThat(Ttnn.toArray(layer)[0]).isEqualTo(100);
    assertThat(Ttnn.toArray(layer)[32]).isEqualTo(14);
    assertThat(Ttnn.rmsNormPreAllGather(x).dtype()).isEqualTo(DataType.BFLOAT16);
    refused(
        device,
        () -> Ttnn.layerNormPostAllGather(x, stats, GATHERED),
        "stats: the rows of input_tensor Shape([1, 2]), each 64 wide");
    refused(
        device, () -> Ttnn.rmsNormPostAllGather(x, tiles(2, 32), GATHERED), "stats: the rows of");
    refused(
        device,
        () -> Ttnn.rmsNormPostAllGather(x, stats, GATHERED.withWeight(tiles(3))),
        "weight: one row of 2 elements is needed");
    refused(
        device, () -> Ttnn.rmsNormPostAllGather(x, stats, GATHERED.withEpsilon(-1)), "epsilon: ");
    refused(
        device,
        () -> Ttnn.rmsNormPreAllGather(x, DataType.INT32, null),
        "dtype: a floating-point type is needed");
    refused(
        device,
        () -> Ttnn.rmsNormPreAllGather(x, DataType.FLOAT32, tiles(2, 2)),
        "residual_input_tensor: shape must be that of input_tensor");
  }

  @Test
  void hugeTensorsCanBeTraced() {
    try (GraphCapture _ = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor x = tiles(1 << 12, 64, 1 << 12, 1 << 12);
      Tensor each = tiles(1, 64, 1, 1);
      BatchNormOptions options = BATCH.withTraining(true).withRunning(each, each);
      assertThat(Ttnn.batchNorm(x, options).shape()).isEqualTo(x.shape());
      Tensor rows = tiles(1 << 12, 1, 1 << 24, 64);
      assertThat(Ttnn.groupNorm(rows, 8, GROUP).shape()).isEqualTo(rows.shape());
      assertThat(Ttnn.rmsNormPreAllGather(rows).shape())
          .isEqualTo(Shape.of(1 << 12, 1, 1 << 24, 32));
    }
    assertThat(device.liveBuffers()).isEmpty();
  }
}
