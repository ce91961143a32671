package dev.tilescope.ops;

import static dev.tilescope.capture.Programs.events;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TraceEvent.CircularBufferAllocate;
import dev.tilescope.ops.options.Conv2dConfig;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.ops.options.Conv2dSizes;
import dev.tilescope.ops.options.Conv2dSliceConfig;
import dev.tilescope.ops.options.Conv2dSliceConfig.SliceType;
import dev.tilescope.ops.options.MaxPoolWindow;
import dev.tilescope.ops.options.PoolImages;
import dev.tilescope.ops.options.PoolOptions;
import dev.tilescope.ops.options.ValuesAndIndices;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Convolutions and pools in shards, and where the greatest elements of windows are. */
class ImageShardsTest {

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n300");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private static Tensor random(int seed, int... dims) {
    Random random = new Random(seed);
    float[] values = new float[(int) Shape.of(dims).volume()];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return Ttnn.fromArray(values, Shape.of(dims), DataType.FLOAT32, Layout.ROW_MAJOR);
  }

  private Tensor conv(Tensor input, Conv2dOptions options) {
    Tensor weight = random(2, 96, 32, 3, 3);
    return Ttnn.conv2d(
        input,
        weight,
        Conv2dSizes.of(32, 96).withImages(1, 10, 10).withKernelSize(3, 3),
        options.withPadding(1, 1));
  }

  private static Conv2dOptions in(TensorMemoryLayout shards) {
    return Conv2dOptions.DEFAULT
        .withConvConfig(Conv2dConfig.DEFAULT.withShardLayout(shards))
        .withSliceConfig(new Conv2dSliceConfig(SliceType.L1_FULL, 0));
  }

  @ParameterizedTest
  @EnumSource(names = {"HEIGHT_SHARDED", "BLOCK_SHARDED", "WIDTH_SHARDED"})
  void aConvolutionLeavesItsResultInShards(TensorMemoryLayout shards) {
    Tensor input = Ttnn.toDevice(random(1, 1, 10, 10, 32), device);
    Tensor plain = conv(input, Conv2dOptions.DEFAULT.withDevice(device));
    Tensor sharded = conv(input, in(shards));
    assertThat(sharded.memoryConfig().memoryLayout()).isEqualTo(shards);
    assertThat(sharded.memoryConfig().bufferType().isL1()).isTrue();
    assertThat(Ttnn.toArray(sharded)).isEqualTo(Ttnn.toArray(plain));
  }

  @Test
  void coresComputeTheShardsTheyHold() {
    Tensor input = Ttnn.toDevice(random(1, 1, 10, 10, 32), device);
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor blocks = conv(input, in(TensorMemoryLayout.BLOCK_SHARDED));
      assertThat(blocks.memoryConfig().shardSpec().grid().size()).isEqualTo(4 * 3);
      Tensor columns = conv(input, in(TensorMemoryLayout.WIDTH_SHARDED));
      assertThat(columns.memoryConfig().shardSpec().grid().size()).isEqualTo(3);
      assertThat(columns.memoryConfig().shardSpec().height()).isEqualTo(128);
      assertThat(events(capture.end(), CircularBufferAllocate.class))
          .extracting(node -> node.cores().size())
          .as("blocks of eight channels in, of 32 out; and one core in, three out")
          .contains(4 * 4, 3);
    }
  }

  @Test
  void indicesSayWhereTheGreatestIs() {
    float[] pixels = {1, 9, 3, 4, 5, 6, 7, 8, 2, 0, 11, 12, 13, 14, 10, 16};
    Tensor input =
        Ttnn.toDevice(
            Ttnn.fromArray(pixels, Shape.of(1, 4, 4, 1), DataType.FLOAT32, Layout.ROW_MAJOR),
            device);
    try (ValuesAndIndices found =
        Ttnn.maxPool2dWithIndices(
            input,
            new PoolImages(1, 4, 4, 1),
            MaxPoolWindow.of(2, 2).withStride(2, 2),
            PoolOptions.DEFAULT)) {
      assertThat(Ttnn.toArray(found.values())).containsExactly(9, 8, 14, 16);
      assertThat(found.indices().dtype()).isEqualTo(DataType.UINT16);
      assertThat(Ttnn.toIntArray(found.indices())).containsExactly(1, 7, 13, 15);
    }
  }

  private Tensor pool(Tensor input, PoolOptions options) {
    return Ttnn.maxPool2d(
        input,
        new PoolImages(input.shape().dim(0), 10, 10, 32),
        MaxPoolWindow.of(3, 3).withStride(2, 2).withPadding(1, 1),
        options);
  }

  @Test
  void poolsInShardsAndOnTwoDevicesGiveTheSame() {
    Tensor images = random(3, 2, 10, 10, 32);
    float[] plain = Ttnn.toArray(pool(Ttnn.toDevice(images, device), PoolOptions.DEFAULT));
    for (TensorMemoryLayout scheme :
        List.of(
            TensorMemoryLayout.HEIGHT_SHARDED,
            TensorMemoryLayout.WIDTH_SHARDED,
            TensorMemoryLayout.BLOCK_SHARDED)) {
      PoolOptions shards = PoolOptions.DEFAULT.withAppliedShardScheme(scheme);
      assertThat(Ttnn.toArray(pool(Ttnn.toDevice(images, device), shards))).isEqualTo(plain);
    }
    Tensor parts = Ttnn.distributeTensor(images, MeshMapper.shard(0), device);
    Tensor pooled = pool(parts, PoolOptions.DEFAULT.withMemoryConfig(MemoryConfig.DRAM));
    assertThat(Ttnn.toArray(Ttnn.allGather(pooled, 2))).isEqualTo(plain);
  }

  @Test
  void whatIsNotModelledIsRefused() {
    Tensor input = Ttnn.toDevice(random(1, 1, 10, 10, 32), device);
    refused(
        () ->
            pool(input, PoolOptions.DEFAULT.withAppliedShardScheme(TensorMemoryLayout.INTERLEAVED)),
        "applied_shard_scheme: HEIGHT_SHARDED, WIDTH_SHARDED or BLOCK_SHARDED is needed");
    refused(
        () ->
            conv(
                input,
                Conv2dOptions.DEFAULT.withSliceConfig(
                    new Conv2dSliceConfig(SliceType.DRAM_HEIGHT, -1))),
        "slice_config: num_slices must be >= 0, got -1");
    refused(
        () -> conv(input, in(TensorMemoryLayout.ND_SHARDED)),
        "conv_config: shard_layout must be HEIGHT_SHARDED, BLOCK_SHARDED or WIDTH_SHARDED");
    try (MeshDevice other = MeshDevice.open("n150")) {
      refused(
          () -> conv(input, Conv2dOptions.DEFAULT.withDevice(other)),
          "device: it must be that of input_tensor");
    }
  }

  private static void refused(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining(message);
  }
}
