package dev.tilescope.ops;

import static dev.tilescope.ops.Refusal.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.options.BcastOpDim;
import dev.tilescope.ops.options.BcastOpMath;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What models' operations refuse, and what their random numbers follow. */
class ModelOperationsTest {
  private static final CoreCoord GRID = new CoreCoord(8, 8);

  private static MeshDevice device;

  @BeforeAll
  static void open() {
    device = MeshDevice.open("n150");
  }

  @AfterAll
  static void close() {
    device.close();
  }

  private static Tensor tiles(int... shape) {
    return Ttnn.ones(Shape.of(shape), DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.DRAM);
  }

  private static Tensor rows(DataType dtype, double value, int... shape) {
    return Ttnn.full(
        Shape.of(shape), value, dtype, Layout.ROW_MAJOR, device, MemoryConfig.DRAM, null);
  }

  /** Which of 64 equally likely tokens each of 32 users draws. */
  private static int[] drawn(Long seed) {
    int[] places = new int[32 * 64];
    Arrays.setAll(places, i -> i % 64);
    try (Tensor values = tiles(1, 1, 32, 64);
        Tensor k = rows(DataType.UINT32, 32, 32);
        Tensor one = rows(DataType.BFLOAT16, 1, 32);
        Tensor tokens =
            Ttnn.toDevice(
                Ttnn.fromArray(places, Shape.of(1, 1, 32, 64), DataType.UINT32, Layout.ROW_MAJOR),
                device);
        Tensor result = Ttnn.sampling(values, tokens, k, one, one, seed, null, null)) {
      return Ttnn.toIntArray(Ttnn.fromDevice(result));
    }
  }

  @Test
  void aSeedGivesAllUsersTheSameNumberEachTime() {
    int[] first = drawn(5L);
    assertThat(first).containsOnly(first[0]);
    assertThat(drawn(5L)).isEqualTo(first);
  }

  @Test
  void withoutASeedNumbersGoOnFromTheManualOne() {
    Ttnn.manualSeed(11, device, null, null).close();
    int[] first = drawn(null);
    int[] second = drawn(null);
    assertThat(second).isNotEqualTo(first);
    Ttnn.manualSeed(11, device, null, null).close();
    assertThat(drawn(null)).isEqualTo(first);
    assertThat(drawn(null)).isEqualTo(second);
  }

  @Test
  void onlyTheUserThatIsNamedBeginsAnew() {
    Ttnn.manualSeed(3, device, null, null).close();
    int[] first = drawn(null);
    Ttnn.manualSeed(3, device, 7, null).close();
    int[] next = drawn(null);
    assertThat(next[7]).isEqualTo(first[7]);
    assertThat(next).isNotEqualTo(first);
  }

  @Test
  void aTensorThatIsTheSameOnAllDevicesTakesWhatDiffersBetweenThem() {
    try (MeshDevice mesh = MeshDevice.open("n300");
        Tensor cache =
            Ttnn.zeros(
                Shape.of(1, 1, 32, 32), DataType.FLOAT32, Layout.TILE, mesh, MemoryConfig.DRAM)) {
      float[] both = new float[64];
      Arrays.fill(both, 32, 64, 1);
      Tensor host = Ttnn.fromArray(both, Shape.of(2, 1, 1, 32), DataType.FLOAT32, Layout.TILE);
      try (Tensor rows = Ttnn.distributeTensor(host, MeshMapper.shard(0), mesh)) {
        Ttnn.fillCache(cache, rows, 0);
      }
      float[] whole = Ttnn.toArray(Ttnn.aggregateTensor(cache, MeshMapper.shard(0)));
      assertThat(whole).hasSize(2 * 1024);
      assertThat(whole[0]).isZero();
      assertThat(whole[1024]).isEqualTo(1);
    }
  }

  @Test
  void viewsKeepATensorTheSameOnAllDevices() {
    try (MeshDevice mesh = MeshDevice.open("n300");
        Tensor cache =
            Ttnn.zeros(
                Shape.of(1, 1, 32, 32), DataType.FLOAT32, Layout.TILE, mesh, MemoryConfig.DRAM)) {
      Ttnn.reshape(cache, 1, 32, 32);
      Tensor host =
          Ttnn.fromArray(new float[64], Shape.of(2, 1, 1, 32), DataType.FLOAT32, Layout.TILE);
      try (Tensor rows = Ttnn.distributeTensor(host, MeshMapper.shard(0), mesh)) {
        refused(
            device,
            () -> Ttnn.fillCache(cache, rows, 0),
            "cache: what is written differs from device to device, got a tensor that is the same on");
      }
    }
  }

  @Test
  void headsOfFusedProjectionsNeedTheirBatchAndCores() {
    refused(
        device,
        () ->
            Experimental.splitQueryKeyValueAndSplitHeads(
                tiles(2, 1, 32, 3072), GRID, MemoryConfig.DRAM, 16, null),
        "Input batch size must be between 7 to 9 for bert large TM ops! got 2");
    refused(
        device,
        () ->
            Experimental.splitQueryKeyValueAndSplitHeads(
                tiles(7, 1, 384, 3072), GRID, MemoryConfig.DRAM, 16, null),
        "compute_with_storage_grid_size: a column of cores for each 32 rows");
  }

  @Test
  void partsOfTensorsAreRefusedBeyondTheirNumber() {
    refused(
        device,
        () ->
            Ttnn.interleavedToShardedPartial(
                tiles(1, 1, 64, 64),
                GRID,
                new int[] {32, 64},
                2,
                2,
                TensorMemoryLayout.HEIGHT_SHARDED,
                ShardOrientation.ROW_MAJOR,
                null),
        "Slice index and num_slices don't match! Index = 2 num_slices = 2");
  }

  @Test
  void productsOfUsersNeedAsManyOfEach() {
    refused(
        device,
        () ->
            Experimental.attnMatmul(
                tiles(1, 2, 32, 32), tiles(16, 1, 32, 32), GRID, null, null, null, null),
        "Num of users must match!");
    refused(
        device,
        () ->
            Experimental.groupAttnMatmul(
                tiles(1, 3, 32, 32),
                tiles(32, 2, 32, 32),
                GRID,
                MemoryConfig.DRAM,
                null,
                null,
                null),
        "Number of q_heads must be divisible by kv_heads! got 3 and 2");
  }

  @Test
  void repeatedOperandsHaveOneRowColumnOrElement() {
    refused(
        device,
        () ->
            Ttnn.bcast(
                tiles(1, 1, 64, 64),
                tiles(1, 1, 64, 64),
                BcastOpMath.ADD,
                BcastOpDim.H,
                null,
                null),
        "input_b: H takes 32x64");
  }

  @Test
  void theBestExpertsAreThirtyTwo() {
    refused(
        device,
        () -> Ttnn.moe(tiles(1, 1, 32, 64), tiles(1, 1, 1, 64), tiles(1, 1, 1, 32), 16, null, null),
        "K must be equal to 32");
  }

  @Test
  void cornersLieInTheirMatrices() {
    refused(
        device,
        () -> Ttnn.fillOnesRm(1, 1, 32, 32, 33, 1, tiles(1, 1, 32, 32), null),
        "Fill dimensions must be <= tensor dimensions: hFill=33 <= H=32");
  }
}
