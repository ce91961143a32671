package dev.tilescope.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The sizes that follow from a spec: padded and physical shapes, pages, buffers. */
class TensorSpecTest {
  private static final int HUGE = Integer.MAX_VALUE;

  @ParameterizedTest
  @CsvSource({
    "'5,4,3,2', TILE, 640, 32, '5,4,32,32'",
    "'6,5,4,3', ROW_MAJOR, 120, 3, '6,5,4,3'",
    "'1,1,1,1', TILE, 32, 32, '1,1,32,32'",
    "'1', TILE, 32, 32, '32,32'",
    "'10', TILE, 32, 32, '32,32'",
    "'10', ROW_MAJOR, 1, 10, '10'",
    "'33,65', TILE, 64, 96, '64,96'",
    "'2,0,5', TILE, 0, 32, '2,0,32'",
    "'7,0', ROW_MAJOR, 0, 0, '7,0'",
  })
  void shapesArePaddedToTheLayout(
      String shape, Layout layout, long height, long width, String padded) {
    TensorSpec spec = spec(shape(shape), DataType.BFLOAT16, layout);
    assertThat(spec.physicalHeight()).isEqualTo(height);
    assertThat(spec.physicalWidth()).isEqualTo(width);
    assertThat(spec.paddedShape()).isEqualTo(shape(padded));
  }

  @Test
  void aScalarIsOneElementAndOneTile() {
    Shape scalar = Shape.of();
    assertThat(spec(scalar, DataType.FLOAT32, Layout.ROW_MAJOR).bufferBytes()).isEqualTo(4);
    assertThat(spec(scalar, DataType.FLOAT32, Layout.TILE).bufferBytes()).isEqualTo(4096);
  }

  @ParameterizedTest
  @CsvSource({
    "BFLOAT16, 2048",
    "UINT16, 2048",
    "FLOAT32, 4096",
    "UINT32, 4096",
    "INT32, 4096",
    "UINT8, 1024",
    "BFLOAT8_B, 1088",
    "BFLOAT4_B, 576",
  })
  void aTilePageIsOneTile(DataType dtype, long tileBytes) {
    TensorSpec spec = spec(Shape.of(3, 33, 32), dtype, Layout.TILE);
    assertThat(spec.pageBytes()).isEqualTo(tileBytes);
    assertThat(spec.pageCount()).isEqualTo(6);
    assertThat(spec.bufferBytes()).isEqualTo(6 * tileBytes);
  }

  @Test
  void aRowMajorPageIsOneRow() {
    TensorSpec spec = spec(Shape.of(3, 4, 10), DataType.BFLOAT16, Layout.ROW_MAJOR);
    assertThat(spec.pageBytes()).isEqualTo(20);
    assertThat(spec.pageCount()).isEqualTo(12);
    assertThat(spec.bufferBytes()).isEqualTo(240);
    assertThat(spec.logicalBytes()).isEqualTo(240);
  }

  @ParameterizedTest
  @CsvSource({
    "HEIGHT_SHARDED, 2, 64, 256, 8, 2048",
    "WIDTH_SHARDED, 8, 16, 64, 32, 2048",
    "BLOCK_SHARDED, 4, 32, 128, 16, 2048",
    "WIDTH_SHARDED, 8, 24, 96, 24, 2304",
  })
  void aShardedRowMajorPageIsOneRowOfAShard(
      TensorMemoryLayout layout, int height, int width, long page, long pages, long bytes) {
    TensorSpec spec =
        spec(Shape.of(8, 64), DataType.FLOAT32, Layout.ROW_MAJOR)
            .withMemoryConfig(sharded(layout, 2, 2, height, width));
    assertThat(spec.pageBytes()).isEqualTo(page);
    assertThat(spec.pageCount()).isEqualTo(pages);
    assertThat(spec.bufferBytes()).isEqualTo(bytes);
  }

  @Test
  void aShardedTilePageIsOneTileAndABankHoldsOneShard() {
    TensorSpec spec =
        spec(Shape.of(3, 1, 1024, 1024), DataType.BFLOAT16, Layout.TILE)
            .withMemoryConfig(sharded(TensorMemoryLayout.HEIGHT_SHARDED, 4, 4, 192, 1024));
    assertThat(spec.pageCount()).isEqualTo(3072);
    assertThat(spec.bufferBytes()).isEqualTo(6_291_456);
    try (MeshDevice device = MeshDevice.open("n150")) {
      assertThat(device.allocate(spec, "test").maxSizePerBankBytes()).isEqualTo(393_216);
    }
  }

  @ParameterizedTest
  @CsvSource({"n150, DRAM, 32", "p150, DRAM, 64", "n150, L1, 16", "p150, L1, 16"})
  void aBankGivesUpAlignedPages(String board, BufferType type, long alignedPage) {
    try (MeshDevice device = MeshDevice.open(board)) {
      int banks = type == BufferType.DRAM ? device.board().dramViews() : device.info().l1Banks();
      MemoryConfig memory = new MemoryConfig(TensorMemoryLayout.INTERLEAVED, type, null);
      TensorSpec rows =
          new TensorSpec(Shape.of(2 * banks + 1, 5), DataType.BFLOAT16, Layout.ROW_MAJOR, memory);
      assertThat(device.allocate(rows, "test").maxSizePerBankBytes()).isEqualTo(3 * alignedPage);
    }
  }

  @Test
  void blockFloatsExistInTilesOnly() {
    assertThatThrownBy(() -> spec(Shape.of(32, 32), DataType.BFLOAT8_B, Layout.ROW_MAJOR))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(
            "layout: DataType::BFLOAT8_B exists only in Layout::TILE, got Layout::ROW_MAJOR");
  }

  @ParameterizedTest
  @EnumSource
  void aTensorOfMoreThan2To63BytesIsRefused(Layout layout) {
    TensorSpec spec = spec(Shape.of(HUGE - 31, HUGE - 31), DataType.FLOAT32, layout);
    String message =
        "shape: Shape([2147483616, 2147483616]) of DataType::FLOAT32 takes more than 2^63-1 bytes";
    assertThatThrownBy(spec::bufferBytes)
        .isInstanceOf(TilescopeException.class)
        .hasMessage(message);
    assertThatThrownBy(spec::logicalBytes)
        .isInstanceOf(TilescopeException.class)
        .hasMessage(message);
  }

  @Test
  void largeSizesStayExact() {
    TensorSpec rows = spec(Shape.of(HUGE, HUGE), DataType.UINT8, Layout.ROW_MAJOR);
    assertThat(rows.pageCount()).isEqualTo(HUGE);
    assertThat(rows.bufferBytes()).isEqualTo((long) HUGE * HUGE);
    TensorSpec wide = spec(Shape.of(1 << 30, 1 << 30), DataType.FLOAT32, Layout.ROW_MAJOR);
    assertThat(wide.pageCount()).as("its bytes fit, barely").isEqualTo(1 << 30);
    assertThat(wide.bufferBytes()).isEqualTo(1L << 62);
  }

  @Test
  void aDimensionThatCannotBePaddedIsRefused() {
    assertThatThrownBy(() -> spec(Shape.of(HUGE, 1), DataType.UINT8, Layout.TILE).paddedShape())
        .isInstanceOf(TilescopeException.class)
        .hasMessage("shape: dimension 2147483647 is too large to be padded");
  }

  private static TensorSpec spec(Shape shape, DataType dtype, Layout layout) {
    return new TensorSpec(shape, dtype, layout, MemoryConfig.DRAM);
  }

  private static MemoryConfig sharded(
      TensorMemoryLayout layout, int gridWidth, int gridHeight, int height, int width) {
    return MemoryConfig.sharded(
        layout,
        BufferType.L1,
        new ShardSpec(
            CoreRangeSet.grid(gridWidth, gridHeight), height, width, ShardOrientation.ROW_MAJOR));
  }

  private static Shape shape(String dims) {
    return Shape.of(Arrays.stream(dims.split(",")).mapToInt(Integer::parseInt).toArray());
  }
}
