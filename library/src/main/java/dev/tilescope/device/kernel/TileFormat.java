package dev.tilescope.device.kernel;

import dev.tilescope.model.DataType;
import dev.tilescope.model.TilescopeException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A tile of 32x32 numbers and its bytes: four faces of 16x16 (top left, top right, bottom left,
 * bottom right), each row by row, little-endian. The numbers are row by row.
 */
final class TileFormat {
  static final int SIDE = 32;
  static final int ELEMENTS = SIDE * SIDE;
  private static final int FACE = 16;

  private TileFormat() {}

  static float[] unpack(DataType format, byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    float[] tile = new float[ELEMENTS];
    boolean isBfloat16 = isBfloat16(format);
    for (int i = 0; i < ELEMENTS; i++) {
      tile[i] =
          isBfloat16
              ? Float.intBitsToFloat(in.getShort(2 * inFaces(i)) << 16)
              : in.getFloat(4 * inFaces(i));
    }
    return tile;
  }

  static byte[] pack(DataType format, float[] tile) {
    byte[] bytes = new byte[format.tileBytes()];
    ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    boolean isBfloat16 = isBfloat16(format);
    for (int i = 0; i < ELEMENTS; i++) {
      if (isBfloat16) {
        out.putShort(2 * inFaces(i), bfloat16(tile[i]));
      } else {
        out.putFloat(4 * inFaces(i), tile[i]);
      }
    }
    return bytes;
  }

  private static boolean isBfloat16(DataType format) {
    return switch (format) {
      case BFLOAT16 -> true;
      case FLOAT32 -> false;
      case BFLOAT8_B, BFLOAT4_B, UINT8, UINT16, UINT32, INT32, INT8 ->
          throw new TilescopeException(
              "compute kernels work on tiles of BFLOAT16 and FLOAT32, got " + format);
    };
  }

  private static int inFaces(int index) {
    int row = index / SIDE;
    int column = index % SIDE;
    int face = row / FACE * 2 + column / FACE;
    return face * FACE * FACE + row % FACE * FACE + column % FACE;
  }

  /** To the nearest, to even if both are as near. */
  private static short bfloat16(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return (short) (bits >>> 16 | 0x40);
    }
    return (short) (bits + 0x7FFF + (bits >>> 16 & 1) >>> 16);
  }
}
