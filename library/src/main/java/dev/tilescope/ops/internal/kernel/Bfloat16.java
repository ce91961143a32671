package dev.tilescope.ops.internal.kernel;

/** Rounding of float32 bits to bfloat16, to nearest even, kept in the high half of an int. */
final class Bfloat16 {
  /** Just under half of the last kept bit: with that bit added, ties go to even. */
  static final int HALF_LESS_ONE = 0x7FFF;

  static final int KEPT_BITS = 0xFFFF0000;
  static final int MAGNITUDE_BITS = 0x7FFFFFFF;
  static final int INFINITY_BITS = 0x7F800000;
  static final int NAN_BITS = 0x7FC00000;

  private Bfloat16() {}

  static int round(int bits) {
    if ((bits & MAGNITUDE_BITS) > INFINITY_BITS) {
      return NAN_BITS;
    }
    return (bits + HALF_LESS_ONE + ((bits >>> 16) & 1)) & KEPT_BITS;
  }
}
