package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.options.NormOptions;
import dev.tilescope.ops.options.ReduceOptions;
import dev.tilescope.ops.options.SplitHeadsOptions;
import dev.tilescope.ops.options.TilizeOptions;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.tensor.Sharding;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where results of sharded tensors lie if nobody says. */
class ShardedResultsTest {
  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private static MemoryConfig shards(CoreRangeSet grid, int height, int width) {
    return MemoryConfig.sharded(
        TensorMemoryLayout.HEIGHT_SHARDED,
        BufferType.L1,
        new ShardSpec(grid, height, width, ShardOrientation.ROW_MAJOR));
  }

  private Tensor full(double value, MemoryConfig memory, int... shape) {
    return Ttnn.full(Shape.of(shape), value, DataType.BFLOAT16, Layout.TILE, device, memory);
  }

  @Test
  void shardsThatAreAskedForWithoutASizeAreThoseOfTheFirstInputInShards() {
    MemoryConfig some = new MemoryConfig(TensorMemoryLayout.HEIGHT_SHARDED, BufferType.L1, null);
    Tensor a = full(1, MemoryConfig.DRAM, 2, 3, 64, 128);
    Tensor b = full(2, shards(CoreRangeSet.grid(1, 2), 32, 128), 1, 1, 64, 128);
    Tensor sum = Ttnn.addcmul(a, b, b, 1, UnaryOptions.DEFAULT.withMemoryConfig(some));
    assertThat(sum.memoryConfig()).isEqualTo(shards(CoreRangeSet.grid(1, 2), 192, 128));
  }

  @Test
  void rowsThatNoCoreCanHoldAreTilizedBesideTheirShards() {
    MemoryConfig banks =
        MemoryConfig.sharded(
            TensorMemoryLayout.WIDTH_SHARDED,
            BufferType.DRAM,
            new ShardSpec(CoreRangeSet.grid(12, 1), 32, 3584, ShardOrientation.ROW_MAJOR));
    Tensor rows =
        Ttnn.full(Shape.of(32, 12 * 3584), 3, DataType.BFLOAT16, Layout.ROW_MAJOR, device, banks);
    Tensor tiles = Ttnn.tilize(rows, TilizeOptions.DEFAULT);
    assertThat(tiles.memoryConfig()).isEqualTo(banks);
    assertThat(Ttnn.toArray(tiles)).containsOnly(3);
  }

  @Test
  void paddedTilesTakeTheShardsOfTheRowsAsHighAsTheyBecome() {
    MemoryConfig rows =
        MemoryConfig.sharded(
            TensorMemoryLayout.WIDTH_SHARDED,
            BufferType.L1,
            new ShardSpec(CoreRangeSet.grid(4, 1), 50, 64, ShardOrientation.ROW_MAJOR));
    MemoryConfig some = new MemoryConfig(TensorMemoryLayout.WIDTH_SHARDED, BufferType.L1, null);
    Tensor input =
        Ttnn.full(Shape.of(50, 256), 1, DataType.BFLOAT16, Layout.ROW_MAJOR, device, rows);
    Tensor tiles = Ttnn.tilizeWithValPadding(input, Shape.of(64, 256), 0, some, null);
    assertThat(tiles.memoryConfig().shardSpec())
        .isEqualTo(new ShardSpec(CoreRangeSet.grid(4, 1), 64, 64, ShardOrientation.ROW_MAJOR));
  }

  /**
   * test_ternary_resolve_mem_config_with_grid_size_two of TT-NN's
   * operations/eltwise/test_ternary_sharding.py: 4, 12 and 8 cores, the 12 in two ranges.
   */
  @Test
  void theInputOnMostCoresPlacesTheResultOfThreeTensors() {
    CoreRangeSet twelve = CoreRangeSet.of(CoreRange.of(0, 0, 0, 5), CoreRange.of(1, 0, 1, 5));
    Tensor a = full(1, shards(CoreRangeSet.grid(2, 2), 192, 64), 1, 24, 32, 64);
    Tensor b = full(2, shards(twelve, 64, 64), 1, 24, 32, 64);
    Tensor c = full(3, shards(CoreRangeSet.grid(4, 2), 96, 64), 1, 24, 32, 64);
    List<Tensor> results =
        List.of(
            Ttnn.addcmul(a, b, c),
            Ttnn.mac(a, b, c),
            Ttnn.lerp(a, b, c),
            Ttnn.addcdiv(a, c, b),
            Ttnn.where(a, c, b));
    for (Tensor result : results) {
      assertThat(result.memoryConfig()).isEqualTo(b.memoryConfig());
    }
    assertThat(Ttnn.toArray(results.getFirst())).containsOnly(7);
    // BinaryNgDeviceOperation's prim::binary_ng takes the larger grid in the same way.
    assertThat(Ttnn.add(a, c).memoryConfig()).isEqualTo(c.memoryConfig());
    assertThat(Ttnn.add(c, a).memoryConfig()).isEqualTo(c.memoryConfig());
    Tensor interleaved = full(1, MemoryConfig.DRAM, 1, 24, 32, 64);
    assertThat(Ttnn.add(interleaved, c).memoryConfig()).isEqualTo(c.memoryConfig());
  }

  /**
   * test_mean_shard of TT-NN's operations/reduce/test_reduction_mean.py, with the config of the
   * input or none; and the rule of its build_reduce_output_tensor_spec: the shards are cut for the
   * result, on the same cores.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sumsAndMeansOfShardsAreSharded(boolean keepdim) {
    MemoryConfig blocks =
        Sharding.config(
            Shape.of(1, 1024, 160),
            5,
            8,
            TensorMemoryLayout.BLOCK_SHARDED,
            ShardOrientation.ROW_MAJOR);
    MemoryConfig rows = shards(CoreRangeSet.grid(1, 4), 32, 160);
    reducedTo(full(3, blocks, 1, 1024, 160), keepdim, keepdim ? 128 : 32, keepdim ? 32 : 224);
    reducedTo(full(3, rows, 1, 100, 160), keepdim, 32, keepdim ? 32 : 128);
  }

  private static void reducedTo(Tensor input, boolean keepdim, int height, int width) {
    MemoryConfig asked = input.memoryConfig();
    for (ReduceOptions options :
        List.of(ReduceOptions.DEFAULT, ReduceOptions.DEFAULT.withMemoryConfig(asked))) {
      Tensor mean = Ttnn.mean(input, List.of(-1), keepdim, options);
      Tensor sum = Ttnn.sum(input, List.of(-1), keepdim, options);
      assertThat(sum.spec()).isEqualTo(mean.spec());
      assertThat(Ttnn.toArray(mean)).containsOnly(3);
      assertThat(Ttnn.toArray(sum)).containsOnly(480);
      ShardSpec made = mean.memoryConfig().shardSpec();
      assertThat(mean.memoryConfig().memoryLayout()).isEqualTo(asked.memoryLayout());
      assertThat(made)
          .isEqualTo(
              new ShardSpec(
                  asked.shardSpec().grid(), height, width, asked.shardSpec().orientation()));
    }
    ReduceOptions toDram = ReduceOptions.DEFAULT.withMemoryConfig(MemoryConfig.DRAM);
    assertThat(Ttnn.mean(input, List.of(-1), keepdim, toDram).memoryConfig())
        .isEqualTo(MemoryConfig.DRAM);
  }

  /** As in TT-NN's ViT: 197 of 224 rows, a row of cores a picture, three heads a core. */
  @Test
  void headsInShardsGoBackToRowsWhereTheyLie() {
    CoreRangeSet cores = CoreRangeSet.grid(4, 2);
    MemoryConfig fused = block(cores, 224, 3 * 3 * 32);
    Tensor rows = Ttnn.rand(Shape.of(2, 197, 3 * 12 * 32), DataType.BFLOAT16, device, 5);
    SplitHeadsOptions inHeights =
        SplitHeadsOptions.DEFAULT
            .withTransposeKey(false)
            .withMemoryConfig(open(TensorMemoryLayout.HEIGHT_SHARDED));
    List<Tensor> heads =
        Transformer.splitQueryKeyValueAndSplitHeads(
            Ttnn.toMemoryConfig(rows, fused), null, 12, inHeights);
    List<Tensor> plain =
        Transformer.splitQueryKeyValueAndSplitHeads(
            regrouped(rows), null, 12, SplitHeadsOptions.DEFAULT.withTransposeKey(false));
    assertThat(Ttnn.toArray(heads.get(1))).isEqualTo(Ttnn.toArray(plain.get(1)));
    assertThat(heads.get(0).memoryConfig()).isEqualTo(shards(cores, 3 * 224, 32));

    Tensor joined =
        Transformer.concatenateHeads(heads.get(0), open(TensorMemoryLayout.BLOCK_SHARDED));
    assertThat(joined.memoryConfig()).isEqualTo(block(cores, 224, 3 * 32));
    assertThat(Ttnn.toArray(joined))
        .isEqualTo(Ttnn.toArray(Transformer.concatenateHeads(plain.get(0), MemoryConfig.L1)));
  }

  /** Queries, keys and values of all heads one after the other, instead of head by head. */
  private static Tensor regrouped(Tensor rows) {
    Tensor byHead = Ttnn.reshape(rows, 2 * 197, 12, 3, 32);
    return Ttnn.reshape(Ttnn.permute(byHead, 0, 2, 1, 3), 2, 197, 3 * 12 * 32);
  }

  @Test
  void aNormWhoseShardsAreLeftOpenHasThoseOfItsInput() {
    MemoryConfig memory = block(CoreRangeSet.grid(2, 2), 64, 64);
    Tensor rows = full(2, memory, 128, 128);
    NormOptions options =
        NormOptions.DEFAULT.withMemoryConfig(open(TensorMemoryLayout.BLOCK_SHARDED));
    assertThat(Ttnn.layerNorm(rows, options).memoryConfig()).isEqualTo(memory);
  }

  private static MemoryConfig block(CoreRangeSet grid, int height, int width) {
    return MemoryConfig.sharded(
        TensorMemoryLayout.BLOCK_SHARDED,
        BufferType.L1,
        new ShardSpec(grid, height, width, ShardOrientation.ROW_MAJOR));
  }

  /** In L1, in shards that the operation chooses. */
  private static MemoryConfig open(TensorMemoryLayout layout) {
    return new MemoryConfig(layout, BufferType.L1, null);
  }
}
