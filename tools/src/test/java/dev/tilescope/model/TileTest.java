package dev.tilescope.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TileTest {
  @Test
  void blockFloatsCarryAnExponentForEachRowOfAFaceInWholeSixteens() {
    assertThat(Tile.DEFAULT.bytes(DataType.BFLOAT8_B)).isEqualTo(1088);
    assertThat(new Tile(16, 32).bytes(DataType.BFLOAT4_B)).isEqualTo(256 + 32);
    assertThat(new Tile(1, 16).bytes(DataType.BFLOAT8_B)).isEqualTo(16 + 16);
    assertThat(new Tile(8, 32).bytes(DataType.BFLOAT16)).isEqualTo(512);
  }

  @Test
  void aTensorIsPaddedToItsTiles() {
    TensorSpec spec =
        new TensorSpec(Shape.of(2, 71, 35), DataType.BFLOAT16, Layout.TILE, MemoryConfig.DRAM)
            .withTile(new Tile(8, 16));
    assertThat(spec.paddedShape()).isEqualTo(Shape.of(2, 72, 48));
    assertThat(spec.pageBytes()).isEqualTo(256);
    assertThat(spec.pageCount()).isEqualTo(2 * 9 * 3);
    assertThat(spec).isNotEqualTo(spec.withTile(Tile.DEFAULT));
    assertThat(spec.toString()).contains("tile_shape={8, 16},face_shape={8, 16},num_faces=1");
  }

  @Test
  void tilesThatNoDeviceHasAreRefused() {
    assertThatThrownBy(() -> new Tile(3, 32))
        .hasMessageStartingWith("Tile size is not valid for our hardware");
    assertThatThrownBy(() -> new Tile(16, 64))
        .hasMessageStartingWith("Tile size is not valid for our hardware");
    assertThatThrownBy(() -> new Tile(8, 32, true))
        .hasMessageStartingWith("Tile height must equal 16 or 32 in transpose mode");
  }
}
