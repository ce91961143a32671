package dev.tilescope.ops;

import static dev.tilescope.ops.Refusal.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.internal.convolution.ImageSize;
import dev.tilescope.ops.internal.convolution.Margins;
import dev.tilescope.ops.internal.convolution.Pool2dOperations;
import dev.tilescope.ops.internal.convolution.WindowArguments;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.options.AvgPoolWindow;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.EmbeddingOptions;
import dev.tilescope.ops.options.EmbeddingsType;
import dev.tilescope.ops.options.PoolImages;
import dev.tilescope.ops.options.PoolOptions;
import dev.tilescope.ops.options.SliceOptions;
import dev.tilescope.ops.options.SplitHeadsOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Heads of block shards, and arguments that are checked or refused. */
class RemainingArgumentsTest {
  private static final SplitHeadsOptions HEIGHT =
      SplitHeadsOptions.DEFAULT.withMemoryConfig(shards(TensorMemoryLayout.HEIGHT_SHARDED, 32));

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private static MemoryConfig shards(TensorMemoryLayout layout, int width) {
    return MemoryConfig.sharded(
        layout,
        BufferType.L1,
        new ShardSpec(CoreRangeSet.grid(2, 1), 32, width, ShardOrientation.ROW_MAJOR));
  }

  private Tensor ones(int... shape) {
    return Ttnn.ones(Shape.of(shape), DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.DRAM);
  }

  /** Each head holds its own place among the columns. */
  private Tensor columns(MemoryConfig memory) {
    float[] values = new float[32 * 192];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 192 / 32;
    }
    Tensor host = Ttnn.fromArray(values, Shape.of(1, 32, 192), DataType.FLOAT32, Layout.TILE);
    return Ttnn.toDevice(host, device, memory);
  }

  @Test
  void headsOfBlockShardsStandInGroups() {
    Tensor x = columns(shards(TensorMemoryLayout.BLOCK_SHARDED, 96));
    List<Tensor> heads = Transformer.splitQueryKeyValueAndSplitHeads(x, null, 2, HEIGHT);
    for (int i = 0; i < 3; i++) {
      float[] values = Ttnn.toArray(heads.get(i));
      assertThat(values[0]).isEqualTo(i);
      assertThat(values[1024]).isEqualTo(3 + i);
      assertThat(heads.get(i).shape()).isEqualTo(Shape.of(1, 2, 32, 32));
      assertThat(heads.get(i).memoryConfig())
          .isEqualTo(shards(TensorMemoryLayout.HEIGHT_SHARDED, 32));
    }
  }

  @Test
  void shardsThatCannotBeSplitAreRefused() {
    Tensor x = columns(shards(TensorMemoryLayout.BLOCK_SHARDED, 96));
    refused(
        device,
        () -> Transformer.splitQueryKeyValueAndSplitHeads(x, null, 2, SplitHeadsOptions.DEFAULT),
        "memory_config: heads of shards are HEIGHT_SHARDED in L1");
    refused(
        device,
        () -> Transformer.splitQueryKeyValueAndSplitHeads(x, null, 4, HEIGHT.withNumKvHeads(1)),
        "num_kv_heads: it must be a multiple of the 2 cores across, got 1");
    Tensor wide = columns(shards(TensorMemoryLayout.WIDTH_SHARDED, 96));
    refused(
        device,
        () -> Transformer.splitQueryKeyValueAndSplitHeads(wide, null, 2, HEIGHT),
        "input_tensor: the operation takes INTERLEAVED or BLOCK_SHARDED in L1");
  }

  @Test
  void theTypeOfEmbeddingsIsChecked() {
    Tensor indices =
        Ttnn.zeros(Shape.of(2, 3), DataType.UINT32, Layout.ROW_MAJOR, device, MemoryConfig.DRAM);
    Tensor table =
        Ttnn.ones(Shape.of(2, 4), DataType.BFLOAT16, Layout.ROW_MAJOR, device, MemoryConfig.DRAM);
    Tensor longer =
        Ttnn.ones(Shape.of(3, 4), DataType.BFLOAT16, Layout.ROW_MAJOR, device, MemoryConfig.DRAM);
    EmbeddingOptions binary = EmbeddingOptions.DEFAULT.withEmbeddingsType(EmbeddingsType.BINARY);
    assertThat(Ttnn.toArray(Ttnn.embedding(indices, table, binary))).containsOnly(1);
    refused(
        device,
        () -> Ttnn.embedding(indices, longer, binary),
        "weight: embeddings_type=BINARY is for tables of two rows");
    EmbeddingOptions padded = binary.withEmbeddingsType(EmbeddingsType.PADDED);
    refused(device, () -> Ttnn.embedding(indices, table, padded), "padding_idx: ");
    assertThat(Ttnn.toArray(Ttnn.embedding(indices, longer, padded.withPaddingIdx(0))))
        .containsOnly(1);
  }

  @Test
  void whatTheModelledDeviceHasNotIsRefused() {
    Tensor x = ones(1, 1, 32, 32);
    refused(
        device,
        () -> Ttnn.add(x, x, BinaryOptions.DEFAULT.withSubDeviceId(1)),
        "SubDevice index 1 out of bounds 1");
    refused(
        device,
        () -> Ttnn.slice(x, x, x, 2, 4, SliceOptions.DEFAULT),
        "starts: bounds in tensors",
        "slice_dim=2, num_devices=4");
  }

  @Test
  void fidelityOfAveragesCostsTime() {
    ComputeKernelConfig exact = ComputeKernelConfig.DEFAULT.withMathFidelity(MathFidelity.HI_FI4);
    var cost = Pool2dOperations.POOL2D_ON_DEVICE.cost();
    Tensor in =
        Ttnn.ones(
            Shape.of(1, 1, 64, 32), DataType.BFLOAT16, Layout.ROW_MAJOR, device, MemoryConfig.DRAM);
    Tensor plain =
        Ttnn.avgPool2d(
            in,
            new PoolImages(1, 8, 8, 32),
            AvgPoolWindow.of(2, 2).withStride(2, 2),
            PoolOptions.DEFAULT);
    Tensor finer =
        Ttnn.avgPool2d(
            in,
            new PoolImages(1, 8, 8, 32),
            AvgPoolWindow.of(2, 2).withStride(2, 2),
            PoolOptions.DEFAULT,
            exact);
    assertThat(Ttnn.toArray(finer)).isEqualTo(Ttnn.toArray(plain));
    assertThat(cost.of(pool(in, plain, exact)).idealComputeCycles())
        .isEqualTo(4 * cost.of(pool(in, plain, null)).idealComputeCycles());
  }

  private Call<Pool2dOperations.Pool2DParams> pool(
      Tensor in, Tensor out, @Nullable ComputeKernelConfig config) {
    var params =
        new Pool2dOperations.Pool2DParams(
            Pool2dOperations.PoolType.AVG_POOL2D,
            new ImageSize(1, 8, 8, 32),
            Margins.NONE,
            WindowArguments.window(List.of(2, 2), List.of(2, 2), List.of(0, 0), List.of(1, 1)),
            false,
            true,
            null,
            false,
            new ImageSize(1, 4, 4, 32),
            DataType.BFLOAT16,
            Layout.ROW_MAJOR,
            MemoryConfig.DRAM,
            false,
            config,
            null);
    return new Call<>(params, List.of(in), device).withOutputs(List.of(out));
  }
}
