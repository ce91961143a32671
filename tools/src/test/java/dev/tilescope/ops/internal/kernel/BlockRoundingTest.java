package dev.tilescope.ops.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.DataType;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.tensor.BlockFloat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rounding a tensor is what writing it to tiles and reading it back does. */
class BlockRoundingTest {
  private static final int TILE = 32;

  @ParameterizedTest
  @CsvSource({"1, 1", "3, 5", "32, 32", "33, 47", "2, 100", "70, 16", "1, 31"})
  void tensorsAreRoundedAsTheirTilesAre(int rows, int width) {
    for (DataType dtype : new DataType[] {DataType.BFLOAT8_B, DataType.BFLOAT4_B}) {
      float[] values = Reference.anyBits(rows * 100L + width, rows * width);
      float[] expected = throughTiles(dtype, values, rows, width);
      float[] vector = values.clone();
      float[] scalar = values.clone();
      int bits = BlockFloat.magnitudeBits(dtype);
      new Engine(new VectorLanes(), new Parallel(2)).roundToBlockFloat(vector, rows, width, bits);
      new Engine(new ScalarLanes(), new Parallel(2)).roundToBlockFloat(scalar, rows, width, bits);
      assertThat(vector).containsExactly(expected);
      assertThat(scalar).containsExactly(expected);
    }
  }

  private static float[] throughTiles(DataType dtype, float[] values, int rows, int width) {
    float[] out = new float[values.length];
    for (int top = 0; top < rows; top += TILE) {
      for (int left = 0; left < width; left += TILE) {
        float[] tile = new float[TILE * TILE];
        copy(values, tile, top, left, rows, width, true);
        tile = BlockFloat.decodeTile(dtype, BlockFloat.encodeTile(dtype, tile));
        copy(out, tile, top, left, rows, width, false);
      }
    }
    return out;
  }

  private static void copy(
      float[] matrix, float[] tile, int top, int left, int rows, int width, boolean toTile) {
    for (int row = top; row < Math.min(rows, top + TILE); row++) {
      int length = Math.min(TILE, width - left);
      int at = row * width + left;
      int inTile = (row - top) * TILE;
      if (toTile) {
        System.arraycopy(matrix, at, tile, inTile, length);
      } else {
        System.arraycopy(tile, inTile, matrix, at, length);
      }
    }
  }

  @Test
  void sizesAndTypesAreChecked() {
    assertThatThrownBy(() -> Kernels.roundToBlockFloat(new float[6], 2, 4, 7))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("roundToBlockFloat: values must hold 8 elements, holds 6");
    assertThatThrownBy(() -> Kernels.roundToBlockFloat(new float[6], 2, 3, 8))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("magnitudeBits must be 7 or 3, got 8");
    Kernels.roundToBlockFloat(new float[0], 0, 4, 7);
    Kernels.roundToBlockFloat(new float[0], 4, 0, 3);
  }
}
