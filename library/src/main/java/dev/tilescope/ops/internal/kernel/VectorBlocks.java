package dev.tilescope.ops.internal.kernel;

import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.MAX;

import dev.tilescope.tensor.BlockFloat;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** {@link BlockFloat}'s rounding in vectors: the same steps, so the same bits. */
final class VectorBlocks {
  private static final VectorSpecies<Float> FLOATS = VectorMath.SPECIES;
  private static final int WIDTH = FLOATS.length();
  private static final int GROUP = BlockFloat.GROUP;
  private static final int EXPONENT_MASK = 0x7F800000;
  private static final int MANTISSA_MASK = 0x007FFFFF;
  private static final int HIDDEN_ONE = 0x00800000;
  private static final int SIGN_BIT = 0x80000000;
  private static final int MANTISSA_BITS = FloatMath.MANTISSA_BITS;

  private VectorBlocks() {}

  /** Rounds as many whole groups as there are, and returns where it stopped. */
  static int round(float[] values, int from, int to, int magnitudeBits) {
    int i = from;
    for (; WIDTH <= GROUP && i <= to - GROUP; i += GROUP) {
      IntVector greatest = bits(values, i).and(EXPONENT_MASK);
      for (int j = WIDTH; j < GROUP; j += WIDTH) {
        greatest = greatest.max(bits(values, i + j).and(EXPONENT_MASK));
      }
      int shared = greatest.reduceLanes(MAX);
      for (int j = 0; j < GROUP; j += WIDTH) {
        roundVector(values, i + j, shared, magnitudeBits);
      }
    }
    return i;
  }

  /** The shared exponent stands where a float has its own. */
  private static void roundVector(float[] values, int at, int shared, int magnitudeBits) {
    int dropped = MANTISSA_BITS + 1 - magnitudeBits;
    int one = (FloatMath.EXPONENT_BIAS + magnitudeBits - 1) << MANTISSA_BITS;
    IntVector bits = bits(values, at);
    IntVector own = bits.and(EXPONENT_MASK);
    IntVector shift = own.neg().add(shared).lanewise(LSHR, MANTISSA_BITS).min(31);
    IntVector significand = bits.and(MANTISSA_MASK).or(HIDDEN_ONE);
    IntVector aligned = significand.lanewise(LSHR, shift);
    IntVector odd = aligned.lanewise(LSHR, dropped).and(1);
    IntVector magnitude =
        aligned
            .add((1 << (dropped - 1)) - 1)
            .add(odd)
            .lanewise(LSHR, dropped)
            .min((1 << magnitudeBits) - 1);
    // An integer below 2^22 beside ROUNDER in a float: subtracting that converts it.
    FloatVector number =
        magnitude.add(FloatMath.ROUNDER_BITS).reinterpretAsFloats().sub(FloatMath.ROUNDER);
    IntVector kept = number.reinterpretAsInts().add(shared - one);
    VectorMask<Integer> zero = magnitude.compare(EQ, 0).or(own.compare(EQ, 0));
    kept.or(bits.and(SIGN_BIT))
        .blend(0, zero.or(kept.compare(LT, HIDDEN_ONE)))
        .reinterpretAsFloats()
        .intoArray(values, at);
  }

  private static IntVector bits(float[] values, int at) {
    return FloatVector.fromArray(FLOATS, values, at).reinterpretAsInts();
  }
}
