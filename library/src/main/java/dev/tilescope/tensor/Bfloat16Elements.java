package dev.tilescope.tensor;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The conversions that most weights go through, block by block: loops over arrays without branches,
 * which become vector instructions. Element by element they take ten times as long.
 */
final class Bfloat16Elements {
  private static final int BLOCK = 1 << 13;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  private static final int MAGNITUDE = 0x7FFF_FFFF;
  private static final int INFINITY = 0x7F80_0000;
  private static final int NAN = 0x7FC0;

  private Bfloat16Elements() {}

  static float[] toFloats(MemorySegment from, int count) {
    float[] floats = new float[count];
    short[] block = new short[Math.min(BLOCK, count)];
    for (int at = 0; at < count; at += BLOCK) {
      int length = Math.min(BLOCK, count - at);
      MemorySegment.copy(from, SHORT, (long) at * Short.BYTES, block, 0, length);
      for (int i = 0; i < length; i++) {
        floats[at + i] = Float.intBitsToFloat(block[i] << Short.SIZE);
      }
    }
    return floats;
  }

  /** Nearest even; a NaN becomes the one that PyTorch writes. */
  static short[] ofFloats(MemorySegment from, int count) {
    short[] rounded = new short[count];
    int[] block = new int[Math.min(BLOCK, count)];
    for (int at = 0; at < count; at += BLOCK) {
      int length = Math.min(BLOCK, count - at);
      MemorySegment.copy(from, INT, (long) at * Integer.BYTES, block, 0, length);
      for (int i = 0; i < length; i++) {
        rounded[at + i] = ofBits(block[i]);
      }
    }
    return rounded;
  }

  /** All bits of {@code nan} are 1 if the difference is negative, which it is for a NaN alone. */
  static short ofBits(int bits) {
    int nan = (INFINITY - (bits & MAGNITUDE)) >> (Integer.SIZE - 1);
    int nearest = (bits + 0x7FFF + ((bits >>> Short.SIZE) & 1)) >>> Short.SIZE;
    return (short) ((nearest & ~nan) | (NAN & nan));
  }
}
