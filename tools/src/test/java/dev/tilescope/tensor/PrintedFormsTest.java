package dev.tilescope.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.NdShardSpec;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardDistributionStrategy;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import org.junit.jupiter.api.Test;

/** The exact texts of traces: readers of other tools parse them. */
class PrintedFormsTest {
  @Test
  void shapesAndEnumsPrintAsInCpp() {
    assertThat(Shape.of(1, 2048, 4, 128)).hasToString("Shape([1, 2048, 4, 128])");
    assertThat(Shape.of()).hasToString("Shape([])");
    assertThat(DataType.BFLOAT16).hasToString("DataType::BFLOAT16");
    assertThat(Layout.TILE).hasToString("Layout::TILE");
    assertThat(TensorMemoryLayout.HEIGHT_SHARDED).hasToString("TensorMemoryLayout::HEIGHT_SHARDED");
    assertThat(BufferType.L1_SMALL).hasToString("BufferType::L1_SMALL");
    assertThat(ShardOrientation.ROW_MAJOR).hasToString("ShardOrientation::ROW_MAJOR");
  }

  @Test
  void coresPrintWithTheirRanges() {
    assertThat(new CoreCoord(0, 3)).hasToString("(x=0,y=3)");
    assertThat(CoreRange.of(0, 0, 7, 7)).hasToString("[(x=0,y=0) - (x=7,y=7)]");
    assertThat(CoreRangeSet.EMPTY).hasToString("{}");
    assertThat(CoreRangeSet.of(CoreRange.of(0, 0, 0, 7), CoreRange.of(1, 0, 1, 3)))
        .hasToString("{[(x=0,y=0) - (x=0,y=7)], [(x=1,y=0) - (x=1,y=3)]}");
  }

  @Test
  void anInterleavedMemoryConfigHasNoShardSpec() {
    assertThat(MemoryConfig.DRAM)
        .hasToString(
            "MemoryConfig(memory_layout=TensorMemoryLayout::INTERLEAVED,"
                + "buffer_type=BufferType::DRAM,shard_spec=std::nullopt,"
                + "nd_shard_spec=std::nullopt,created_with_nd_shard_spec=0,"
                + "per_core_allocation=0)");
  }

  @Test
  void aShardSpecClosesEveryBrace() {
    ShardSpec spec = new ShardSpec(CoreRangeSet.grid(8, 8), 32, 64, ShardOrientation.ROW_MAJOR);
    String text =
        "ShardSpec{grid=[{\"start\":{\"x\":0,\"y\":0},\"end\":{\"x\":7,\"y\":7}}],"
            + " shape=[32, 64], orientation=ShardOrientation::ROW_MAJOR}";
    assertThat(spec).hasToString(text);
    assertThat(
            MemoryConfig.sharded(TensorMemoryLayout.HEIGHT_SHARDED, BufferType.L1, spec).toString())
        .startsWith(
            "MemoryConfig(memory_layout=TensorMemoryLayout::HEIGHT_SHARDED,"
                + "buffer_type=BufferType::L1,shard_spec="
                + text
                + ",nd_shard_spec=");
  }

  @Test
  void shardsOfAnyNumberOfDimensionsPrintAsJson() {
    NdShardSpec spec =
        new NdShardSpec(
            Shape.of(2, 32, 64),
            CoreRangeSet.of(CoreRange.of(0, 0, 7, 0), CoreRange.of(0, 1, 3, 1)),
            ShardOrientation.COL_MAJOR,
            ShardDistributionStrategy.CONTIGUOUS_1D);
    assertThat(MemoryConfig.sharded(BufferType.DRAM, spec))
        .hasToString(
            "MemoryConfig(memory_layout=TensorMemoryLayout::ND_SHARDED,"
                + "buffer_type=BufferType::DRAM,shard_spec=std::nullopt,"
                + "nd_shard_spec={\"shard_shape\":[2, 32, 64],"
                + "\"grid\":[{\"start\":{\"x\":0,\"y\":0},\"end\":{\"x\":7,\"y\":0}},"
                + " {\"start\":{\"x\":0,\"y\":1},\"end\":{\"x\":3,\"y\":1}}],"
                + "\"orientation\":\"ShardOrientation::COL_MAJOR\","
                + "\"shard_distribution_strategy\":\"ShardDistributionStrategy::CONTIGUOUS_1D\"},"
                + "created_with_nd_shard_spec=1,per_core_allocation=0)");
  }

  @Test
  void aMeshDevicePrintsItsGrid() {
    try (MeshDevice one = MeshDevice.open("n150");
        MeshDevice eight = MeshDevice.open("t3000")) {
      assertThat(one).hasToString("MeshDevice(1x1 grid, 1 devices)");
      assertThat(eight).hasToString("MeshDevice(2x4 grid, 8 devices)");
    }
  }

  @Test
  void aSmallTensorPrintsAllItsElements() {
    assertThat(floats(DataType.FLOAT32, Shape.of(2, 2), 1, -2.5f, 3e10f, 0))
        .hasToString(
            """
            ttnn.Tensor([[ 1.0000e+00, -2.5000e+00],
                         [ 3.0000e+10,  0.0000e+00]], shape=Shape([2, 2]), \
            dtype=DataType::FLOAT32, layout=Layout::ROW_MAJOR)\
            """);
    assertThat(floats(DataType.BFLOAT16, Shape.of(4), 1, -2.5f, 300, 0.5f))
        .hasToString(
            "ttnn.Tensor([ 1.0000, -2.5000, 300.0000,  0.5000], shape=Shape([4]),"
                + " dtype=DataType::BFLOAT16, layout=Layout::ROW_MAJOR)");
  }

  @Test
  void unsignedIntegersPrintWithoutASign() {
    TensorSpec spec =
        new TensorSpec(Shape.of(2), DataType.UINT32, Layout.ROW_MAJOR, MemoryConfig.DRAM);
    assertThat(Tensor.onHost(spec, new Values.Integers(new int[] {-1, 7})).toString())
        .startsWith("ttnn.Tensor([4294967295,     7], ");
  }

  @Test
  void aLongDimensionShowsTwoItemsAtEachEnd() {
    float[] values = new float[36];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    assertThat(floats(DataType.BFLOAT16, Shape.of(6, 6), values).toString())
        .startsWith(
            """
            ttnn.Tensor([[ 0.0000,  1.0000,  ...,  4.0000,  5.0000],
                         [ 6.0000,  7.0000,  ..., 10.0000, 11.0000],
                         ...,
                         [24.0000, 25.0000,  ..., 28.0000, 29.0000],
                         [30.0000, 31.0000,  ..., 34.0000, 35.0000]], shape=\
            """);
    assertThat(floats(DataType.BFLOAT16, Shape.of(1, 4), 1, 2, 3, 4).toString())
        .as("four items are not shortened")
        .startsWith("ttnn.Tensor([[ 1.0000,  2.0000,  3.0000,  4.0000]], ");
  }

  /**
   * The text of test_print_short_profile_limit in
   * tests/ttnn/unit_tests/base_functionality/test_print_tensor.py.
   */
  @Test
  void numbersStandInColumnsWithRoomForASign() {
    float[] values = new float[16];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    assertThat(floats(DataType.BFLOAT16, Shape.of(4, 4), values))
        .hasToString(
            """
            ttnn.Tensor([[ 0.0000,  1.0000,  2.0000,  3.0000],
                         [ 4.0000,  5.0000,  6.0000,  7.0000],
                         [ 8.0000,  9.0000, 10.0000, 11.0000],
                         [12.0000, 13.0000, 14.0000, 15.0000]], shape=Shape([4, 4]), \
            dtype=DataType::BFLOAT16, layout=Layout::ROW_MAJOR)\
            """);
  }

  /**
   * As the texts of GOLDEN_TENSOR_STRINGS in test_print_tensor.py: blocks stand apart, 0.53125 and
   * 0.03125 print as 0.5312 and 0.0312, and numbers that differ by more than a thousand times, or
   * are very small, in powers of ten ({@code should_use_scientific_notation} of
   * ttnn/core/tensor/tensor_impl.cpp).
   */
  @Test
  void blocksStandApartAndHalvesGoToTheEvenDigit() {
    assertThat(
            floats(
                    DataType.BFLOAT16,
                    Shape.of(2, 2, 2),
                    0.53125f,
                    0.03125f,
                    -0.53125f,
                    0,
                    1,
                    2,
                    3,
                    4)
                .toString())
        .startsWith(
            """
            ttnn.Tensor([[[ 0.5312,  0.0312],
                          [-0.5312,  0.0000]],

                         [[ 1.0000,  2.0000],
                          [ 3.0000,  4.0000]]], shape=\
            """);
    assertThat(floats(DataType.FLOAT32, Shape.of(2), 0.49626f, 0.000044381f).toString())
        .startsWith("ttnn.Tensor([ 4.9626e-01,  4.4381e-05], ");
  }

  @Test
  void whatIsNotANumberPrintsAsInCpp() {
    float infinity = Float.POSITIVE_INFINITY;
    assertThat(floats(DataType.FLOAT32, Shape.of(3), Float.NaN, infinity, -infinity).toString())
        .startsWith("ttnn.Tensor([    nan,     inf,    -inf], ");
  }

  @Test
  void emptyAndScalarTensorsPrint() {
    assertThat(floats(DataType.FLOAT32, Shape.of(0)).toString())
        .startsWith("ttnn.Tensor([], shape=Shape([0]), ");
    assertThat(floats(DataType.FLOAT32, Shape.of(), 2).toString())
        .startsWith("ttnn.Tensor( 2.0000, shape=Shape([]), ");
  }

  @Test
  void aFreedTensorSaysSo() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      TensorSpec spec =
          new TensorSpec(Shape.of(1, 32), DataType.BFLOAT16, Layout.TILE, MemoryConfig.DRAM);
      Tensor tensor =
          Tensor.onDevice(spec, device.allocate(spec, "test"), Values.zeros(DataType.BFLOAT16, 32));
      tensor.deallocate();
      assertThat(tensor)
          .hasToString(
              "ttnn.Tensor(<buffer is not allocated>, shape=Shape([1, 32]),"
                  + " dtype=DataType::BFLOAT16, layout=Layout::TILE)");
    }
  }

  @Test
  void aTensorThatWasNotComputedSaysSo() {
    TensorSpec spec =
        new TensorSpec(Shape.of(3), DataType.FLOAT32, Layout.ROW_MAJOR, MemoryConfig.DRAM);
    assertThat(Tensor.onHostUncomputed(spec).toString())
        .startsWith("ttnn.Tensor(<not computed: NO_DISPATCH>, shape=Shape([3]), ");
  }

  private static Tensor floats(DataType dtype, Shape shape, float... values) {
    return Tensor.onHost(
        new TensorSpec(shape, dtype, Layout.ROW_MAJOR, MemoryConfig.DRAM),
        new Values.Floats(values));
  }
}
