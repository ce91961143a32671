package dev.tilescope.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.NdShardSpec;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ShardingTest {
  /** A tensor seen as 128 x 256, over a grid of 2 columns and 4 rows. */
  @ParameterizedTest
  @CsvSource({
    "HEIGHT_SHARDED, ROW_MAJOR, 16, 256",
    "HEIGHT_SHARDED, COL_MAJOR, 16, 256",
    "WIDTH_SHARDED, ROW_MAJOR, 128, 32",
    "WIDTH_SHARDED, COL_MAJOR, 128, 32",
    "BLOCK_SHARDED, ROW_MAJOR, 32, 128",
    "BLOCK_SHARDED, COL_MAJOR, 64, 64",
  })
  void aConfigCutsTheMatrixEvenly(
      TensorMemoryLayout strategy, ShardOrientation orientation, int height, int width) {
    assertThat(Sharding.config(Shape.of(4, 32, 256), 2, 4, strategy, orientation))
        .isEqualTo(
            MemoryConfig.sharded(
                strategy,
                BufferType.L1,
                new ShardSpec(CoreRangeSet.grid(2, 4), height, width, orientation)));
  }

  @Test
  void aMatrixThatDoesNotDivideIsRefused() {
    assertThatThrownBy(() -> config(Shape.of(4, 30, 256), 8, 8, TensorMemoryLayout.HEIGHT_SHARDED))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(
            "Invalid sharding core_grid: Shape([4, 30, 256]) seen as 120x256 is not divisible into"
                + " 64x1 shards");
  }

  @ParameterizedTest
  @EnumSource(names = {"INTERLEAVED", "ND_SHARDED"})
  void onlyThreeStrategiesCutEvenly(TensorMemoryLayout strategy) {
    assertThatThrownBy(() -> config(Shape.of(64, 64), 2, 2, strategy))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(
            "strategy: HEIGHT_SHARDED, WIDTH_SHARDED or BLOCK_SHARDED expected, got " + strategy);
  }

  @ParameterizedTest
  @CsvSource({"0, 4", "4, 0", "-1, 4", "65536, 65536"})
  void aGridWithoutCoresIsRefused(int gridWidth, int gridHeight) {
    assertThatThrownBy(() ->
            config(Shape.of(64, 64), gridWidth, gridHeight, TensorMemoryLayout.HEIGHT_SHARDED))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(
            "core_grid: x and y must be >= 1 and their product below 2^31, got x=%d, y=%d"
                .formatted(gridWidth, gridHeight));
  }

  @Test
  void tensorsThatCannotBeCutAreRefused() {
    assertThatThrownBy(() -> config(Shape.of(0, 64), 1, 1, TensorMemoryLayout.WIDTH_SHARDED))
        .isInstanceOf(TilescopeException.class)
        .hasMessage("shape: an empty tensor cannot be cut, got Shape([0, 64])");
    assertThatThrownBy(
            () -> config(Shape.of(1 << 20, 1 << 20, 8), 1, 1, TensorMemoryLayout.HEIGHT_SHARDED))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("gives shards of 1099511627776 rows, more than 2^31-1");
    assertThatThrownBy(() -> config(Shape.of(), 1, 1, TensorMemoryLayout.HEIGHT_SHARDED))
        .isInstanceOf(TilescopeException.class);
  }

  @Test
  void whatAConfigCutsPassesTheCheck() {
    for (TensorMemoryLayout strategy :
        new TensorMemoryLayout[] {
          TensorMemoryLayout.HEIGHT_SHARDED,
          TensorMemoryLayout.WIDTH_SHARDED,
          TensorMemoryLayout.BLOCK_SHARDED
        }) {
      for (ShardOrientation orientation : ShardOrientation.values()) {
        Shape shape = Shape.of(2, 256, 512);
        MemoryConfig memory = Sharding.config(shape, 4, 2, strategy, orientation);
        Sharding.check(new TensorSpec(shape, DataType.BFLOAT16, Layout.TILE, memory));
        Sharding.check(new TensorSpec(shape, DataType.UINT8, Layout.ROW_MAJOR, memory));
      }
    }
  }

  @Test
  void theLastShardMayBeIncomplete() {
    check(Shape.of(100, 64), Layout.ROW_MAJOR, TensorMemoryLayout.HEIGHT_SHARDED, 32, 64);
    check(Shape.of(64, 100), Layout.ROW_MAJOR, TensorMemoryLayout.WIDTH_SHARDED, 64, 32);
  }

  @Test
  void aTiledShardMustBeMadeOfTiles() {
    assertThatThrownBy(
            () -> check(Shape.of(64, 64), Layout.TILE, TensorMemoryLayout.HEIGHT_SHARDED, 16, 64))
        .isInstanceOf(TilescopeException.class)
        .hasMessage("Physical shard shape [16, 64] must be tile [32, 32] sized!");
  }

  @Test
  void aHeightShardIsAsWideAsTheTensor() {
    assertThatThrownBy(
            () -> check(Shape.of(64, 64), Layout.TILE, TensorMemoryLayout.HEIGHT_SHARDED, 32, 32))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(
            "Shard width 32 must match physical width 64 for height sharded (memory_config: physical"
                + " shape 64x64, shard 32x32, grid {[(x=0,y=0) - (x=1,y=1)]})");
  }

  @Test
  void aWidthShardIsAsHighAsTheTensor() {
    assertThatThrownBy(
            () -> check(Shape.of(64, 64), Layout.TILE, TensorMemoryLayout.WIDTH_SHARDED, 32, 32))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith(
            "Shard height 32 must match physical height 64 for width sharded (memory_config:");
  }

  @ParameterizedTest
  @CsvSource({"HEIGHT_SHARDED, 32, 128, width", "WIDTH_SHARDED, 128, 32, height"})
  void aShardIsNotLargerThanTheTensorEither(
      TensorMemoryLayout strategy, int height, int width, String side) {
    assertThatThrownBy(() -> check(Shape.of(64, 64), Layout.TILE, strategy, height, width))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith(
            "Shard %s 128 must match physical %s 64 for ".formatted(side, side));
  }

  @Test
  void shardsNeedACoreEach() {
    assertThatThrownBy(
            () -> check(Shape.of(160, 32), Layout.TILE, TensorMemoryLayout.HEIGHT_SHARDED, 32, 32))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith(
            "Number of shards along height 5 must not exceed number of cores 4 (memory_config:");
    assertThatThrownBy(
            () -> check(Shape.of(32, 160), Layout.TILE, TensorMemoryLayout.WIDTH_SHARDED, 32, 32))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith(
            "Number of shards along width 5 must not exceed number of cores 4 (memory_config:");
  }

  @Test
  void blocksFitTheGridInBothDirections() {
    assertThatThrownBy(
            () -> check(Shape.of(96, 64), Layout.TILE, TensorMemoryLayout.BLOCK_SHARDED, 32, 32))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith(
            "Number of shards along height 3 must not exceed number of rows 2 for row major orientation! (");
  }

  @Test
  void blocksNeedOneRectangle() {
    CoreRangeSet two = CoreRangeSet.of(CoreRange.of(0, 0, 1, 0), CoreRange.of(0, 1, 1, 1));
    MemoryConfig memory =
        MemoryConfig.sharded(
            TensorMemoryLayout.BLOCK_SHARDED,
            BufferType.L1,
            new ShardSpec(two, 32, 32, ShardOrientation.ROW_MAJOR));
    assertThatThrownBy(() ->
            Sharding.check(new TensorSpec(Shape.of(64, 64), DataType.UINT8, Layout.TILE, memory)))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith(
            "Shard grid must be one full rectangular grid for block sharded! (");
  }

  @Test
  void columnMajorBlocksTakeHeightOverX() {
    MemoryConfig memory =
        MemoryConfig.sharded(
            TensorMemoryLayout.BLOCK_SHARDED,
            BufferType.L1,
            new ShardSpec(CoreRangeSet.grid(4, 2), 32, 32, ShardOrientation.COL_MAJOR));
    Sharding.check(new TensorSpec(Shape.of(128, 64), DataType.UINT8, Layout.TILE, memory));
    assertThatThrownBy(() ->
            Sharding.check(new TensorSpec(Shape.of(64, 128), DataType.UINT8, Layout.TILE, memory)))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith(
            "Number of shards along width 4 must not exceed number of rows 2 for column major orientation! (");
  }

  @Test
  void shardsOfMoreDimensionsThanTheTensorAreRefused() {
    assertThatThrownBy(() -> checkNd(Shape.of(64, 64), Layout.ROW_MAJOR, 1, 32, 32))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("Tensor shape rank (2) can't be less than shard shape rank (3)!");
  }

  @Test
  void tiledShardsOfAnyNumberOfDimensionsAreMadeOfTiles() {
    checkNd(Shape.of(3, 100, 100), Layout.TILE, 2, 64, 32);
    checkNd(Shape.of(3, 100, 100), Layout.ROW_MAJOR, 2, 60, 30);
    for (int[] shard : new int[][] {{2, 60, 32}, {2, 64, 30}, {32}}) {
      assertThatThrownBy(() -> checkNd(Shape.of(3, 100, 100), Layout.TILE, shard))
          .isInstanceOf(TilescopeException.class)
          .hasMessageStartingWith("Physical shard shape [")
          .hasMessageEndingWith("] must be tile [32, 32] sized!");
    }
  }

  private static void checkNd(Shape shape, Layout layout, int... shard) {
    MemoryConfig memory =
        MemoryConfig.sharded(
            BufferType.L1, new NdShardSpec(Shape.of(shard), CoreRangeSet.grid(2, 2)));
    Sharding.check(new TensorSpec(shape, DataType.BFLOAT16, layout, memory));
  }

  private static void check(
      Shape shape, Layout layout, TensorMemoryLayout strategy, int height, int width) {
    MemoryConfig memory =
        MemoryConfig.sharded(
            strategy,
            BufferType.L1,
            new ShardSpec(CoreRangeSet.grid(2, 2), height, width, ShardOrientation.ROW_MAJOR));
    Sharding.check(new TensorSpec(shape, DataType.BFLOAT16, layout, memory));
  }

  private static MemoryConfig config(
      Shape shape, int gridWidth, int gridHeight, TensorMemoryLayout strategy) {
    return Sharding.config(shape, gridWidth, gridHeight, strategy, ShardOrientation.ROW_MAJOR);
  }
}
