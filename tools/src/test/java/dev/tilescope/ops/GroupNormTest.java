package dev.tilescope.ops;

import static dev.tilescope.ops.Refusal.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.normalisation.GroupNormOperations;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.GroupNormOptions;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GroupNormTest {
  private static final GroupNormOptions GROUP = GroupNormOptions.DEFAULT.withInplace(false);
  private static final MemoryConfig SHARDS = shards(2, 32, 64);

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private static MemoryConfig shards(int cores, int height, int width) {
    return MemoryConfig.sharded(
        TensorMemoryLayout.HEIGHT_SHARDED,
        BufferType.L1,
        new ShardSpec(CoreRangeSet.grid(cores, 1), height, width, ShardOrientation.ROW_MAJOR));
  }

  private Tensor on(
      float[] values, DataType dtype, Layout layout, MemoryConfig memory, int... dims) {
    return Ttnn.toDevice(Ttnn.fromArray(values, Shape.of(dims), dtype, layout), device, memory);
  }

  private Tensor ramp(Layout layout, MemoryConfig memory) {
    float[] values = new float[64 * 64];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 7 + i % 64;
    }
    return on(values, DataType.FLOAT32, layout, memory, 1, 1, 64, 64);
  }

  /** Of 64 channels in four groups. */
  private static float[] mask(boolean negative) {
    float[] mask = new float[4 * 32 * 32];
    for (int i = 0; i < mask.length; i++) {
      int column = i % 32 - i / 1024 * 16 % 32;
      mask[i] = (column >= 0 && column < 16) == negative ? 0 : 1;
    }
    return mask;
  }

  private Tensor maskOn(float[] values) {
    return on(values, DataType.BFLOAT16, Layout.TILE, MemoryConfig.DRAM, 1, 4, 32, 32);
  }

  @Test
  void rowMajorShardsAreWrittenOver() {
    Tensor x = ramp(Layout.ROW_MAJOR, SHARDS);
    Tensor tiles = ramp(Layout.TILE, MemoryConfig.DRAM);
    float[] expected = Ttnn.toArray(Ttnn.groupNorm(tiles, 4, GROUP));
    assertThat(Ttnn.groupNorm(x, 4, GroupNormOptions.DEFAULT)).isSameAs(x);
    assertThat(Ttnn.toArray(x)).containsExactly(expected, within(1e-6f));
  }

  @Test
  void onlyRowMajorShardsCanBeWrittenOver() {
    GroupNormOptions over = GroupNormOptions.DEFAULT;
    Tensor tiles = ramp(Layout.TILE, MemoryConfig.DRAM);
    Tensor rows = ramp(Layout.ROW_MAJOR, MemoryConfig.DRAM);
    Tensor shards = ramp(Layout.ROW_MAJOR, SHARDS);
    refused(
        device,
        () -> Ttnn.groupNorm(tiles, 4, over),
        "inplace: only ROW_MAJOR shards can be written over, got Layout::TILE",
        "use withInplace(false)");
    refused(device, () -> Ttnn.groupNorm(rows, 4, over), "inplace: only ROW_MAJOR shards");
    refused(
        device,
        () -> Ttnn.groupNorm(shards, 4, over.withDtype(DataType.BFLOAT16)),
        "inplace: the result is DataType::FLOAT32");
  }

  @Test
  void masksOfTheGroupsChangeNothing() {
    Tensor x = ramp(Layout.ROW_MAJOR, SHARDS);
    float[] expected = Ttnn.toArray(Ttnn.groupNorm(x, 4, GROUP));
    GroupNormOptions masked =
        GROUP.withInputMask(maskOn(mask(false))).withNegativeMask(maskOn(mask(true)));
    assertThat(Ttnn.toArray(Ttnn.groupNorm(x, 4, masked))).isEqualTo(expected);
  }

  @Test
  void masksOfOtherGroupsAreRefused() {
    Tensor x = ramp(Layout.TILE, MemoryConfig.DRAM);
    float[] wrong = mask(false);
    wrong[1024 + 3] = 1;
    Tensor wrongMask = maskOn(wrong);
    refused(
        device,
        () -> Ttnn.groupNorm(x, 4, GROUP.withInputMask(wrongMask)),
        "input_mask: group 1 has 16 channels from column 16 on, so 0.0 is needed at row 0, column"
            + " 3, got 1.0");
    Tensor mask = maskOn(mask(false));
    refused(
        device,
        () -> Ttnn.groupNorm(x, 2, GROUP.withInputMask(mask)),
        "input_mask: Shape([1, 2, 32, 32]) is needed for 2 groups of 32 channels");
    refused(
        device,
        () -> Ttnn.groupNorm(x, 4, GROUP.withNegativeMask(mask)),
        "negative_mask: ROW_MAJOR shards to ROW_MAJOR without use_welford take one");
  }

  @Test
  void weightsOfEachColumnOfCoresMayFillWholeTiles() {
    float[] values = new float[32 * 96];
    float[] weights = new float[96];
    float[] filled = new float[2 * 64];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 5 + i % 96;
    }
    for (int channel = 0; channel < 96; channel++) {
      weights[channel] = channel + 1;
      filled[channel / 48 * 64 + channel % 48] = channel + 1;
    }
    MemoryConfig blocks =
        MemoryConfig.sharded(
            TensorMemoryLayout.BLOCK_SHARDED,
            BufferType.L1,
            new ShardSpec(CoreRangeSet.grid(2, 1), 32, 48, ShardOrientation.ROW_MAJOR));
    Tensor x = on(values, DataType.FLOAT32, Layout.ROW_MAJOR, blocks, 1, 1, 32, 96);
    Tensor plain = rows(weights, 1, 1, 1, 96);
    Tensor wide = rows(filled, 1, 1, 4, 32);
    float[] expected = Ttnn.toArray(Ttnn.groupNorm(x, 4, GROUP.withWeight(plain)));
    assertThat(Ttnn.toArray(Ttnn.groupNorm(x, 4, GROUP.withWeight(wide)))).isEqualTo(expected);
    assertThat(expected[95]).isNotEqualTo(expected[0]);
    Tensor few = rows(new float[64], 1, 1, 2, 32);
    refused(
        device,
        () -> Ttnn.groupNorm(x, 4, GROUP.withWeight(few)),
        "weight: one element for each of 96 channels is needed, or 128 with those of each column");
  }

  private Tensor rows(float[] values, int... dims) {
    return on(values, DataType.FLOAT32, Layout.ROW_MAJOR, MemoryConfig.DRAM, dims);
  }

  @Test
  void aMaskMayLeaveOutThePaddingOfTheLastTile() {
    Tensor x =
        on(new float[20 * 64], DataType.FLOAT32, Layout.TILE, MemoryConfig.DRAM, 1, 1, 20, 64);
    float[] both = new float[8 * 1024];
    System.arraycopy(mask(false), 0, both, 0, 4096);
    for (int i = 0; i < 4096; i++) {
      both[4096 + i] = i / 32 % 32 < 20 ? both[i] : 0;
    }
    Tensor mask = on(both, DataType.BFLOAT16, Layout.TILE, MemoryConfig.DRAM, 1, 8, 32, 32);
    GroupNormOptions options = GROUP.withEpsilon(1).withInputMask(mask);
    assertThat(Ttnn.toArray(Ttnn.groupNorm(x, 4, options))).containsOnly(0);
  }

  @Test
  void aNegativeMaskSavesARowOfTheResult() {
    Tensor x = ramp(Layout.ROW_MAJOR, SHARDS);
    Tensor mask = maskOn(mask(true));
    Call<GroupNormOperations.GroupNormParams> plain = call(x, null);
    Call<GroupNormOperations.GroupNormParams> masked = call(x, mask);
    var rule = GroupNormOperations.GROUP_NORM_ON_DEVICE.circularBuffers();
    // One row of tiles less, one mask more.
    assertThat(rule.of(masked)).hasSameSizeAs(rule.of(plain));
    assertThat(rule.of(masked)).isNotEqualTo(rule.of(plain));
  }

  private Call<GroupNormOperations.GroupNormParams> call(Tensor x, @Nullable Tensor negativeMask) {
    var params =
        new GroupNormOperations.GroupNormParams(
            1e-5f, 4, SHARDS, DataType.FLOAT32, Layout.ROW_MAJOR, null, true, null, null, false);
    var inputs = Arrays.asList(x, null, null, null, negativeMask, null);
    return new Call<>(params, inputs, device).withOutputs(List.of(x));
  }

  @Test
  void reciprocalsAreOfWelfordsAlgorithmAndMustBeSome() {
    Tensor x = ramp(Layout.TILE, MemoryConfig.DRAM);
    Tensor good = reciprocals(1);
    GroupNormOptions welford = GROUP.withUseWelford(true);
    float[] expected = Ttnn.toArray(Ttnn.groupNorm(x, 4, GROUP));
    assertThat(Ttnn.toArray(Ttnn.groupNorm(x, 4, welford))).isEqualTo(expected);
    assertThat(Ttnn.toArray(Ttnn.groupNorm(x, 4, welford.withReciprocals(good))))
        .isEqualTo(expected);
    refused(
        device,
        () -> Ttnn.groupNorm(x, 4, GROUP.withReciprocals(good)),
        "reciprocals: a program with use_welford=true takes them");
    Tensor bad = reciprocals(2);
    Tensor rows = ramp(Layout.ROW_MAJOR, MemoryConfig.DRAM);
    refused(
        device,
        () -> Ttnn.groupNorm(x, 4, welford.withReciprocals(bad)),
        "reciprocals: rows of 1, 1/2, 1/3, ... are needed, got 2.0 for 1/1");
    refused(
        device,
        () -> Ttnn.groupNorm(x, 4, welford.withReciprocals(good).withCoreGrid(new CoreGrid(1, 1))),
        "reciprocals: a shard is needed on each of the cores");
    refused(
        device,
        () -> Ttnn.groupNorm(rows, 4, welford),
        "use_welford: interleaved tensors must be TILE");
  }

  private Tensor reciprocals(float first) {
    float[] values = new float[2 * 32];
    for (int i = 0; i < values.length; i++) {
      values[i] = first / (i % 32 + 1);
    }
    return on(values, DataType.FLOAT32, Layout.ROW_MAJOR, shards(2, 1, 32), 2, 32);
  }

  @Test
  void blocksAreCountedInRowsOfTilesOfACore() {
    Tensor x = ramp(Layout.TILE, MemoryConfig.DRAM);
    GroupNormOptions one = GROUP.withCoreGrid(new CoreGrid(1, 1));
    assertThat(Ttnn.groupNorm(x, 4, one.withNumOutBlocks(2)).shape()).isEqualTo(x.shape());
    assertThat(Ttnn.groupNorm(x, 4, one.withNumOutBlocks(-1)).shape()).isEqualTo(x.shape());
    refused(
        device,
        () -> Ttnn.groupNorm(x, 4, one.withNumOutBlocks(3)),
        "num_out_blocks: -1 or 1..2 is needed, the rows of tiles of a core, got 3");
    refused(
        device, () -> Ttnn.groupNorm(x, 4, one.withNumOutBlocks(0)), "num_out_blocks: -1 or 1..2");
    refused(
        device,
        () -> Ttnn.groupNorm(x, 4, GROUP.withNumOutBlocks(1)),
        "num_out_blocks: it is for a given core_grid");
  }
}
