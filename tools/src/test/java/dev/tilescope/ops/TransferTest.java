package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.NdShardSpec;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardDistributionStrategy;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.Tile;
import dev.tilescope.ops.options.AsTensorOptions;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.LikeOptions;
import dev.tilescope.ops.options.RandOptions;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Creation with TT-NN's defaults, copies, moves, and files. */
class TransferTest {
  private static final Shape SHAPE = Shape.of(3, 5);

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  @Test
  void whatIsNotSaidIsAsTtNnHasIt() {
    for (Tensor made :
        new Tensor[] {
          Ttnn.zeros(SHAPE, device),
          Ttnn.ones(SHAPE, device),
          Ttnn.full(SHAPE, 3, device),
          Ttnn.empty(SHAPE, device)
        }) {
      assertThat(made.dtype()).isEqualTo(DataType.BFLOAT16);
      assertThat(made.layout()).isEqualTo(Layout.ROW_MAJOR);
      assertThat(made.memoryConfig()).isEqualTo(MemoryConfig.DRAM);
    }
    assertThat(Ttnn.zeros(SHAPE, DataType.BFLOAT8_B, null, device, null).layout())
        .isEqualTo(Layout.TILE);
    assertThat(Ttnn.rand(SHAPE, device).layout()).isEqualTo(Layout.TILE);
    assertThat(Ttnn.toArray(Ttnn.arange(4))).containsExactly(0, 1, 2, 3);
    assertThat(Ttnn.toArray(Ttnn.ones(Shape.of(2)))).containsExactly(1, 1);
    assertThat(Ttnn.toArray(Ttnn.full(Shape.of(1), 7))).containsExactly(7);
    assertThat(Ttnn.zeros(SHAPE).isOnDevice()).isFalse();
  }

  @Test
  void likenessIsInAllThatIsNotSaid() {
    Tensor x = Ttnn.zeros(SHAPE, DataType.FLOAT32, Layout.TILE, device, MemoryConfig.L1);
    assertThat(Ttnn.zerosLike(x).spec()).isEqualTo(x.spec());
    assertThat(Ttnn.emptyLike(x).spec()).isEqualTo(x.spec());
    assertThat(Ttnn.toArray(Ttnn.onesLike(x))).containsOnly(1);
    Tensor ints =
        Ttnn.fullLike(
            x,
            7,
            LikeOptions.DEFAULT
                .withDtype(DataType.INT32)
                .withLayout(Layout.ROW_MAJOR)
                .withMemoryConfig(MemoryConfig.DRAM));
    assertThat(Ttnn.toIntArray(ints)).containsOnly(7);
    assertThat(Ttnn.fullLike(x, 2, LikeOptions.DEFAULT.withOptionalTensor(x))).isSameAs(x);
    assertThat(Ttnn.toArray(x)).containsOnly(2);
    Tensor host = Ttnn.onesLike(Ttnn.fromDevice(x));
    assertThat(host.isOnDevice()).isFalse();
    assertThat(Ttnn.zerosLike(host, LikeOptions.DEFAULT.withDevice(device)).isOnDevice()).isTrue();
    assertThat(Ttnn.full(SHAPE, 4, null, null, null, null, x)).isSameAs(x);
  }

  @Test
  void normalNumbersHaveMeanZeroAndDeviationOne() {
    Tensor x =
        Ttnn.randn(
            Shape.of(100, 100),
            device,
            DataType.FLOAT32,
            Layout.ROW_MAJOR,
            MemoryConfig.DRAM,
            null,
            5L);
    assertThat(x.layout()).isEqualTo(Layout.ROW_MAJOR);
    float[] values = Ttnn.toArray(x);
    double mean = 0;
    double square = 0;
    for (float value : values) {
      mean += value / values.length;
      square += (double) value * value / values.length;
    }
    assertThat(mean).isBetween(-0.05, 0.05);
    assertThat(square).isBetween(0.95, 1.05);
    assertThat(Ttnn.toArray(Ttnn.randn(Shape.of(9, 9), device)))
        .isEqualTo(Ttnn.toArray(Ttnn.randn(Shape.of(9, 9), device)));
  }

  @Test
  void arangeGoesWhereAndInWhatLayoutItIsAsked() {
    Tensor x = Ttnn.arange(1, 7, 2, DataType.INT32, device, MemoryConfig.L1, Layout.TILE);
    assertThat(x.memoryConfig()).isEqualTo(MemoryConfig.L1);
    assertThat(x.layout()).isEqualTo(Layout.TILE);
    assertThat(Ttnn.toIntArray(x)).containsExactly(1, 3, 5);
  }

  @Test
  void anAllocatedTensorIsWrittenAndReadInPlace() {
    Tensor host = range(DataType.BFLOAT16, Layout.TILE);
    Tensor there = Ttnn.allocateTensorOnDevice(SHAPE, DataType.BFLOAT16, Layout.TILE, device);
    long address = there.buffer().address();
    Ttnn.copyHostToDeviceTensor(host, there);
    assertThat(there.buffer().address()).isEqualTo(address);
    assertThat(Ttnn.toArray(there)).isEqualTo(Ttnn.toArray(host));
    Tensor back = Ttnn.fromArray(new float[15], SHAPE, DataType.BFLOAT16, Layout.TILE);
    Ttnn.copyDeviceToHostTensor(there, back);
    assertThat(Ttnn.toArray(back)).isEqualTo(Ttnn.toArray(host));
    assertThat(Ttnn.allocateTensorOnDevice(there.spec(), device).spec()).isEqualTo(there.spec());
  }

  @Test
  void aCopyOfADeviceTensorDoesNotFollowTheFirst() {
    Tensor x = Ttnn.toDevice(range(DataType.FLOAT32, Layout.TILE), device);
    Tensor clone = Ttnn.clone(x);
    Tensor half = Ttnn.clone(x, DataType.BFLOAT16, MemoryConfig.L1, null);
    Ttnn.copy(Ttnn.zerosLike(x), x);
    assertThat(Ttnn.toArray(x)).containsOnly(0);
    assertThat(Ttnn.toArray(clone)[4]).isEqualTo(4);
    assertThat(half.dtype()).isEqualTo(DataType.BFLOAT16);
    assertThat(Ttnn.copy(clone, half)).isSameAs(half);
  }

  @Test
  void memoryIsFreedOnlyByForceWhileThereAreViews() {
    Tensor x = Ttnn.toDevice(range(DataType.FLOAT32, Layout.TILE), device);
    Tensor view = Ttnn.unsqueezeTo4D(x);
    Ttnn.deallocate(view, false);
    assertThat(x.isAllocated()).isTrue();
    Ttnn.deallocate(x, true);
    assertThat(view.isAllocated()).isFalse();
    Tensor alone = Ttnn.toDevice(range(DataType.FLOAT32, Layout.TILE), device);
    Ttnn.deallocate(alone, false);
    assertThat(alone.isAllocated()).isFalse();
  }

  @Test
  void reallocationClosesTheGapThatAFreedTensorLeft() {
    Tensor gap = Ttnn.ones(Shape.of(512, 512), null, Layout.TILE, device, MemoryConfig.L1);
    Tensor x =
        Ttnn.rand(
            Shape.of(512, 512),
            device,
            RandOptions.DEFAULT.withMemoryConfig(MemoryConfig.L1).withSeed(3));
    float[] values = Ttnn.toArray(x);
    long address = x.buffer().address();
    long top = gap.buffer().address();
    gap.close();
    Tensor moved = Ttnn.reallocate(x);
    assertThat(x.isAllocated()).isFalse();
    assertThat(moved.buffer().address()).isEqualTo(top).isNotEqualTo(address);
    assertThat(Ttnn.toArray(moved)).isEqualTo(values);
    Tensor still = Ttnn.reallocate(moved);
    assertThat(still.buffer().address()).isEqualTo(top);
    assertThat(Ttnn.toArray(still)).isEqualTo(values);
    Tensor dram = Ttnn.move(still, MemoryConfig.DRAM);
    assertThat(dram.memoryConfig()).isEqualTo(MemoryConfig.DRAM);
    assertThat(Ttnn.toArray(dram)).isEqualTo(values);
  }

  @Test
  void placesThatOverlapAreMovedThroughL1() {
    Tensor gap = Ttnn.ones(Shape.of(32, 32), null, Layout.TILE, device, MemoryConfig.L1);
    Tensor x =
        Ttnn.rand(
            Shape.of(1024, 1024),
            device,
            RandOptions.DEFAULT.withMemoryConfig(MemoryConfig.L1).withSeed(3));
    float[] values = Ttnn.toArray(x);
    gap.close();
    assertThat(Ttnn.toArray(Ttnn.reallocate(x))).isEqualTo(values);
  }

  @Test
  void movesAndCopiesAreTracedWithoutBeingRun() {
    Tensor x = Ttnn.toDevice(range(DataType.FLOAT32, Layout.TILE), device);
    Tensor host = range(DataType.FLOAT32, Layout.TILE);
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Ttnn.copyHostToDeviceTensor(Ttnn.zerosLike(host), x);
      Tensor moved = Ttnn.reallocate(Ttnn.clone(x));
      assertThat(moved.hasValues()).isFalse();
      assertThat(Ttnn.reallocate(x).spec()).isEqualTo(moved.spec());
      capture.end();
    }
    assertThat(Ttnn.toArray(x)).isEqualTo(Ttnn.toArray(host));
  }

  @Test
  void hostTensorsAreConvertedOnTheHost() {
    Tensor host = Ttnn.fromArray(new float[] {-1, 70_000, 2.7f}, Shape.of(3));
    assertThat(Ttnn.toIntArray(Ttnn.toDtype(host, DataType.UINT16))).containsExactly(0, 65_535, 2);
    assertThat(Ttnn.toDtype(host, DataType.FLOAT32)).isSameAs(host);
  }

  @ParameterizedTest
  @EnumSource(DataType.class)
  void aTensorComesBackFromItsFile(DataType dtype, @TempDir Path folder) {
    Tensor host = range(dtype, Layout.TILE);
    Path file = folder.resolve("new/x.tensorbin");
    Ttnn.dumpTensor(file, host);
    Tensor back = Ttnn.loadTensor(file);
    assertThat(back.spec()).isEqualTo(host.spec());
    if (dtype.isFloat()) {
      assertThat(Ttnn.toArray(back)).isEqualTo(Ttnn.toArray(host));
    } else {
      assertThat(Ttnn.toIntArray(back)).isEqualTo(Ttnn.toIntArray(host));
    }
  }

  @Test
  void blockFloatsMadeOfRowsAreTiles() {
    Tensor rows = range(DataType.FLOAT32, Layout.ROW_MAJOR);
    assertThat(Ttnn.toDtype(rows, DataType.BFLOAT8_B).layout()).isEqualTo(Layout.TILE);
    assertThat(Ttnn.toDtype(rows, DataType.BFLOAT16).layout()).isEqualTo(Layout.ROW_MAJOR);
  }

  @Test
  void tilesOfAnotherSizeComeBackFromAFile(@TempDir Path folder) {
    Tensor host = range(DataType.FLOAT32, Layout.TILE);
    Tensor small = host.view(host.spec().withTile(new Tile(16, 16, false)));
    Path file = folder.resolve("x.tensorbin");
    Ttnn.dumpTensor(file, small);
    assertThat(Ttnn.loadTensor(file).spec()).isEqualTo(small.spec());
  }

  @Test
  void shardsOfAnyNumberOfDimensionsComeBackFromAFile(@TempDir Path folder) {
    NdShardSpec shards =
        new NdShardSpec(
            Shape.of(2, 32, 32),
            CoreRangeSet.grid(3, 1),
            ShardOrientation.COL_MAJOR,
            ShardDistributionStrategy.ROUND_ROBIN_1D);
    MemoryConfig memory = MemoryConfig.sharded(BufferType.L1, shards);
    Tensor x = Ttnn.ones(Shape.of(3, 64, 96), DataType.BFLOAT16, Layout.TILE, device, memory);
    Path file = folder.resolve("x.tensorbin");
    Ttnn.dumpTensor(file, x);
    assertThat(Ttnn.loadTensor(file, device).memoryConfig()).isEqualTo(memory);
  }

  @Test
  void theTensorsOfDevicesMakeOneAgain() {
    Tensor whole = Ttnn.fromArray(new float[] {0, 1, 2, 3}, Shape.of(4, 1));
    Tensor cut = MeshMapper.shard(0).distribute(whole, 1, 4);
    List<Tensor> parts = cut.ofDevices();
    assertThat(parts).hasSize(4).allSatisfy(p -> assertThat(p.shape()).isEqualTo(Shape.of(1, 1)));
    assertThat(Ttnn.toArray(parts.get(2))).containsExactly(2);
    Tensor again = Tensor.ofParts(parts, 0);
    assertThat(Ttnn.toArray(MeshMapper.shard(0).compose(again, 1, 4))).containsExactly(0, 1, 2, 3);
    assertThatThrownBy(() -> Tensor.ofParts(List.of(parts.get(0), whole), 0))
        .hasMessageStartingWith("All tensor shards must have the same spec");
  }

  @Test
  void aDeviceTensorComesBackToItsPlace(@TempDir Path folder) {
    MemoryConfig shards =
        Ttnn.createShardedMemoryConfig(
            Shape.of(64, 32), new CoreGrid(2, 1), TensorMemoryLayout.HEIGHT_SHARDED);
    Tensor x = Ttnn.ones(Shape.of(64, 32), DataType.BFLOAT16, Layout.TILE, device, shards);
    Path file = folder.resolve("x.tensorbin");
    Ttnn.dumpTensor(file, x);
    Ttnn.dumpTensor(file, x);
    assertThat(Ttnn.loadTensor(file, device).spec()).isEqualTo(x.spec());
    assertThat(folder).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void aTensorIsConvertedOnceAndThenReadFromItsCache(@TempDir Path folder) throws Exception {
    Tensor host = range(DataType.FLOAT32, Layout.ROW_MAJOR);
    AsTensorOptions options =
        AsTensorOptions.DEFAULT
            .withDtype(DataType.BFLOAT8_B)
            .withDevice(device, MemoryConfig.L1)
            .withCacheFileName(folder.resolve("w").toString());
    Tensor first = Ttnn.asTensor(host, options);
    assertThat(first.memoryConfig()).isEqualTo(MemoryConfig.L1);
    Path file = folder.resolve("w_dtype_BFLOAT8_B_layout_TILE.tensorbin");
    assertThat(file).exists();
    byte[] written = Files.readAllBytes(file);
    Tensor other = Ttnn.fromArray(new float[15], SHAPE);
    assertThat(Ttnn.toArray(Ttnn.asTensor(other, options))).isEqualTo(Ttnn.toArray(first));
    Ttnn.asTensor(Ttnn.fromArray(new float[4], Shape.of(4)), options);
    assertThat(Files.readAllBytes(file)).isNotEqualTo(written);
    assertThat(Ttnn.asTensor(host).spec()).isEqualTo(host.spec());
    assertThat(Ttnn.asTensor(Ttnn.fromDevice(first)).layout()).isEqualTo(Layout.TILE);
    assertThat(
            Ttnn.asTensor(Ttnn.fromDevice(first), AsTensorOptions.DEFAULT.withDtype(DataType.INT32))
                .dtype())
        .isEqualTo(DataType.INT32);
  }

  private static Tensor range(DataType dtype, Layout layout) {
    float[] values = new float[15];
    int[] numbers = new int[15];
    for (int i = 0; i < 15; i++) {
      values[i] = i;
      numbers[i] = i;
    }
    return dtype.isFloat()
        ? Ttnn.fromArray(Arrays.copyOf(values, 15), SHAPE, dtype, layout)
        : Ttnn.fromArray(numbers, SHAPE, dtype, layout);
  }
}
