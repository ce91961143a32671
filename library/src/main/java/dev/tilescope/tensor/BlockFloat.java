package dev.tilescope.tensor;

import dev.tilescope.model.DataType;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;

/**
 * The block floats BFLOAT8_B and BFLOAT4_B: the 16 values of a face row share the greatest of their
 * exponents, and each keeps a sign and a magnitude of 7 or 3 bits under it.
 *
 * <p>A tile is 64 exponent bytes, one for each face row, then the elements face by face and row by
 * row: a byte each, or four bits each with the first in the low half; the sign is the top bit.
 *
 * <p>Numbers too small beside their neighbours become zero, and zero has no sign; subnormals are
 * zero. An infinity stays one, a NaN stays one unless only its lowest bits say so, and both leave
 * their neighbours little room.
 */
public final class BlockFloat {
  /** Values that share an exponent. */
  public static final int GROUP = 16;

  /** Bits of a magnitude in BFLOAT8_B, the leading one included. */
  public static final int BFLOAT8_B_BITS = 7;

  /** Bits of a magnitude in BFLOAT4_B, the leading one included. */
  public static final int BFLOAT4_B_BITS = 3;

  private static final int FACE = 16;
  private static final int TILE = TensorSpec.TILE_SIDE;
  private static final int TILE_ELEMENTS = TILE * TILE;
  private static final int EXPONENT_BYTES = TILE_ELEMENTS / GROUP;
  private static final int MANTISSA_BITS = 23;
  private static final int HIDDEN_ONE = 1 << MANTISSA_BITS;
  private static final int EXPONENT_MASK = 0xFF;
  private static final int SIGN_BIT = 0x80000000;

  private BlockFloat() {}

  /** The bits of a magnitude of a block-float type. */
  public static int magnitudeBits(DataType dtype) {
    return switch (dtype) {
      case BFLOAT8_B -> BFLOAT8_B_BITS;
      case BFLOAT4_B -> BFLOAT4_B_BITS;
      case BFLOAT16, FLOAT32, UINT32, UINT8, UINT16, INT32, INT8 ->
          throw new TilescopeException("dtype: BFLOAT8_B or BFLOAT4_B expected, got " + dtype);
    };
  }

  /** The greatest biased exponent of up to 16 values. */
  public static int sharedExponent(float[] values, int from, int to) {
    int greatest = 0;
    for (int i = from; i < to; i++) {
      greatest = Math.max(greatest, exponent(Float.floatToRawIntBits(values[i])));
    }
    return greatest;
  }

  /**
   * The magnitude of a float's bits under a shared exponent. Aligning to that exponent cuts low
   * bits off; what is left is rounded to nearest, ties to even, and stays within its bits.
   */
  static int magnitude(int floatBits, int sharedExponent, int magnitudeBits) {
    int own = exponent(floatBits);
    if (own == 0) {
      return 0;
    }
    int significand = floatBits & (HIDDEN_ONE - 1) | HIDDEN_ONE;
    int aligned = significand >>> Math.min(sharedExponent - own, Integer.SIZE - 1);
    int dropped = MANTISSA_BITS + 1 - magnitudeBits;
    int odd = aligned >>> dropped & 1;
    int rounded = aligned + (1 << dropped - 1) - 1 + odd >>> dropped;
    return Math.min(rounded, (1 << magnitudeBits) - 1);
  }

  /**
   * The bits of the float that a magnitude under a shared exponent stands for. As a float, the
   * magnitude has the right mantissa already; only its exponent moves. Below the least normal
   * number is zero.
   */
  static int magnitudeFloatBits(int magnitude, int sharedExponent, int magnitudeBits) {
    int shift = sharedExponent - exponent(Float.floatToRawIntBits(1 << magnitudeBits - 1));
    int bits = Float.floatToRawIntBits(magnitude) + (shift << MANTISSA_BITS);
    return magnitude == 0 || bits < HIDDEN_ONE ? 0 : bits;
  }

  /** A float as a block float under a shared exponent holds it. */
  public static float rounded(float value, int sharedExponent, int magnitudeBits) {
    int bits = Float.floatToRawIntBits(value);
    int magnitude = magnitude(bits, sharedExponent, magnitudeBits);
    int kept = magnitudeFloatBits(magnitude, sharedExponent, magnitudeBits);
    return Float.intBitsToFloat(kept == 0 ? 0 : kept | bits & SIGN_BIT);
  }

  private static int exponent(int floatBits) {
    return floatBits >>> MANTISSA_BITS & EXPONENT_MASK;
  }

  /** The element of a float: its sign on top of its magnitude, which has none if zero. */
  static int encode(float value, int sharedExponent, int magnitudeBits) {
    int bits = Float.floatToRawIntBits(value);
    int magnitude = magnitude(bits, sharedExponent, magnitudeBits);
    return magnitude == 0 ? 0 : (bits >>> Integer.SIZE - 1) << magnitudeBits | magnitude;
  }

  static float decode(int element, int sharedExponent, int magnitudeBits) {
    int magnitude = element & (1 << magnitudeBits) - 1;
    int bits = magnitudeFloatBits(magnitude, sharedExponent, magnitudeBits);
    boolean negative = element >>> magnitudeBits != 0 && bits != 0;
    return Float.intBitsToFloat(negative ? bits | SIGN_BIT : bits);
  }

  /** The bytes of a tile of 32 x 32 row-major values. */
  public static byte[] encodeTile(DataType dtype, float[] values) {
    int bits = magnitudeBits(dtype);
    requireLength("tile", "values", TILE_ELEMENTS, values.length);
    byte[] tile = new byte[dtype.tileBytes()];
    for (int group = 0; group < EXPONENT_BYTES; group++) {
      int at = rowMajor(group);
      int shared = sharedExponent(values, at, at + GROUP);
      tile[group] = (byte) shared;
      for (int i = 0; i < GROUP; i++) {
        putElement(tile, group * GROUP + i, bits, encode(values[at + i], shared, bits));
      }
    }
    return tile;
  }

  /** The 32 x 32 row-major values of the bytes of a tile. */
  public static float[] decodeTile(DataType dtype, byte[] tile) {
    int bits = magnitudeBits(dtype);
    requireLength("tile", "bytes", dtype.tileBytes(), tile.length);
    float[] values = new float[TILE_ELEMENTS];
    for (int group = 0; group < EXPONENT_BYTES; group++) {
      int at = rowMajor(group);
      int shared = Byte.toUnsignedInt(tile[group]);
      for (int i = 0; i < GROUP; i++) {
        values[at + i] = decode(element(tile, group * GROUP + i, bits), shared, bits);
      }
    }
    return values;
  }

  /** Where a face row begins in the tile's row-major values. */
  private static int rowMajor(int group) {
    int face = group / FACE;
    int row = face / 2 * FACE + group % FACE;
    return row * TILE + face % 2 * FACE;
  }

  private static void putElement(byte[] tile, int index, int bits, int element) {
    int width = bits + 1;
    int at = index * width;
    tile[EXPONENT_BYTES + at / Byte.SIZE] |= (byte) (element << at % Byte.SIZE);
  }

  private static int element(byte[] tile, int index, int bits) {
    int width = bits + 1;
    int at = index * width;
    return tile[EXPONENT_BYTES + at / Byte.SIZE] >>> at % Byte.SIZE & (1 << width) - 1;
  }

  private static void requireLength(String what, String unit, int expected, int actual) {
    if (actual != expected) {
      throw new TilescopeException(
          "%s: %d %s expected, got %d".formatted(what, expected, unit, actual));
    }
  }
}
