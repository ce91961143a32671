package dev.tilescope.ops;

import static dev.tilescope.ops.Refusal.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.GroupNormOptions;
import dev.tilescope.ops.options.TopkOptions;
import dev.tilescope.tensor.Sharding;
import dev.tilescope.tensor.Tensor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Calls that TT-NN's own tests expect to fail. A comment names the test, under {@code
 * tests/ttnn/unit_tests}, or the source.
 */
class RefusedByBoardsTest {
  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private Tensor full(DataType dtype, Layout layout, int... shape) {
    return Ttnn.full(Shape.of(shape), 1, dtype, layout, device, MemoryConfig.DRAM);
  }

  /** operations/eltwise/test_binary_bcast.py, test_binary_invalid_rank. */
  @Test
  void operandsAreBroadcastUpToSixDimensions() {
    Tensor a = full(DataType.BFLOAT16, Layout.TILE, 3, 4, 1, 1, 1, 2, 32);
    Tensor b = full(DataType.BFLOAT16, Layout.TILE, 1, 1, 1, 1, 1, 2, 32);
    refused(
        device,
        () -> Ttnn.add(a, b),
        "Broadcasting rule violation for rank >= 7 at dimension index -7 (output rank 7)",
        "dim a: 3, dim b: 1");
    Tensor six = full(DataType.BFLOAT16, Layout.TILE, 1, 4, 1, 1, 1, 2, 32);
    assertThat(Ttnn.add(six, b).shape()).isEqualTo(six.shape());
    assertThat(Ttnn.add(a, a).shape()).isEqualTo(a.shape());
    assertThat(Ttnn.add(a, 1).shape()).isEqualTo(a.shape());
  }

  /** operations/eltwise/test_binary_dtype_validation.py. */
  @Test
  void functionsTakeTheTypesThatBoardsComputeThemIn() {
    Tensor bytes = full(DataType.UINT8, Layout.TILE, 1, 1, 32, 32);
    Tensor halves = full(DataType.UINT16, Layout.TILE, 1, 1, 32, 32);
    String start = "Input tensor A dtype DataType::";
    refused(
        device,
        () -> Ttnn.add(bytes, bytes),
        "Input tensor A dtype DataType::UINT8 is not supported for binary operation ADD");
    refused(device, () -> Ttnn.subtract(bytes, 1), start, "DataType::UINT8 is not supported");
    refused(device, () -> Ttnn.multiply(bytes, bytes), start, "DataType::UINT8 is not supported");
    refused(device, () -> Ttnn.gcd(halves, halves), start, "DataType::UINT16 is not supported");
    refused(device, () -> Ttnn.divide(halves, halves), start, "DataType::UINT16 is not supported");
    refused(
        device, () -> Ttnn.remainder(halves, halves), start, "DataType::UINT16 is not supported");
    refused(device, () -> Ttnn.maximum(halves, halves), start, "DataType::UINT16 is not supported");
    refused(
        device,
        () -> Ttnn.logicalRightShift(halves, halves),
        start,
        "DataType::UINT16 is not supported");
    Tensor words = full(DataType.UINT32, Layout.TILE, 1, 1, 32, 32);
    Tensor signed = full(DataType.INT32, Layout.TILE, 1, 1, 32, 32);
    BinaryOptions options = BinaryOptions.DEFAULT;
    refused(device, () -> Ttnn.pow(words, words), start, "DataType::UINT32 is not supported");
    refused(device, () -> Ttnn.pow(signed, signed), start, "DataType::INT32 is not supported");
    // These two divide first.
    refused(device, () -> Ttnn.floorDiv(words, words), start, "DataType::UINT32 is not supported");
    refused(
        device,
        () -> Ttnn.div(words, words, false, "floor", options),
        start,
        "DataType::UINT32 is not supported");
  }

  /** operations/eltwise/test_binary_bcast.py, test_binary_sharded_scalar_invalid_row_major. */
  @Test
  void rowsAreNotWrittenToAnOutputTensor() {
    Tensor rows = full(DataType.BFLOAT16, Layout.ROW_MAJOR, 64, 32);
    Tensor into = full(DataType.BFLOAT16, Layout.ROW_MAJOR, 64, 32);
    MemoryConfig shards =
        Sharding.config(
            rows.shape(), 1, 2, TensorMemoryLayout.HEIGHT_SHARDED, ShardOrientation.ROW_MAJOR);
    Tensor cut = Ttnn.toMemoryConfig(rows, shards);
    Tensor cutInto = Ttnn.toMemoryConfig(into, shards);
    String start = "Optional output tensor with Row Major input is not supported";
    BinaryOptions options = BinaryOptions.DEFAULT;
    refused(device, () -> Ttnn.add(cut, -0.25, options.withOutputTensor(cutInto)), start);
    refused(device, () -> Ttnn.add(rows, rows, options.withOutputTensor(into)), start);
    assertThat(Ttnn.toArray(Ttnn.add(cut, -0.25))).containsOnly(0.75f);
  }

  /** operations/eltwise/test_unary.py, test_remainder_divisor_guard. */
  @Test
  void theDivisorOfUnsignedRemaindersIsPositive() {
    Tensor numbers = full(DataType.UINT32, Layout.TILE, 1, 4);
    for (int divisor : new int[] {0, -5}) {
      refused(
          device,
          () -> Ttnn.remainder(numbers, divisor),
          "Divisor must be positive: scalar divides DataType::UINT32, got " + divisor);
    }
    refused(
        device,
        () -> Ttnn.remainder(numbers, 3.0),
        "Expected integer scalar divisor: scalar divides DataType::UINT32, got 3.0");
    assertThat(Ttnn.toIntArray(Ttnn.remainder(numbers, 3))).containsOnly(1);
  }

  /**
   * operations/fused/test_group_norm.py, test_group_norm_rejects_non_tile_aligned_spatial and
   * test_group_norm_rejects_per_sample_non_tile_aligned_spatial.
   */
  @Test
  void rowsOfAGroupNormFillTiles() {
    Tensor rows = full(DataType.BFLOAT16, Layout.ROW_MAJOR, 2, 1, 80, 64);
    refused(
        device,
        () -> Ttnn.groupNorm(rows, 2, GroupNormOptions.DEFAULT),
        "input_tensor: H*W of rows must be a multiple of the tile height, 32, got 80 of Shape([2,");
  }

  /** ttnn/cpp/ttnn/operations/reduction/topk/topk.cpp: the indices are not transposed. */
  @Test
  void indicesOfTopkAreReadAlongTheLastDimension() {
    Tensor input = full(DataType.BFLOAT16, Layout.TILE, 1, 64, 64);
    Tensor places = full(DataType.UINT16, Layout.TILE, 1, 64, 64);
    TopkOptions options = TopkOptions.DEFAULT.withIndicesTensor(places);
    assertThat(Ttnn.toIntArray(Ttnn.topk(input, 3, options).indices())).containsOnly(1);
    refused(
        device,
        () -> Ttnn.topk(input, 3, options.withDim(1)),
        "indices_tensor: it is only supported for a reduction on the last dimension, got dim 1 of"
            + " Shape([1, 64, 64])");
  }
}
