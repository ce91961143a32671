package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.FloatMath.LN_2;
import static dev.tilescope.ops.internal.kernel.FloatMath.LN_2_REST;
import static dev.tilescope.ops.internal.kernel.FloatMath.MANTISSA_BITS;
import static dev.tilescope.ops.internal.kernel.FloatMath.ROUNDER;
import static dev.tilescope.ops.internal.kernel.FloatMath.ROUNDER_BITS;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link FloatMath}'s log and {@link Bfloat16} in vectors: the same steps, so the same bits. What
 * is made of exp is in {@link VectorExponentials}.
 *
 * <p>Each loop, here and there, does as many whole vectors of its range as there are, and returns
 * where it stopped. The steps stand in the loops and call nothing but the Vector API, though that
 * makes them long, and there alike: the compiler refuses to inline other methods into one that has
 * grown large, or that were compiled by themselves before the loop got hot, and then boxes every
 * vector; and a loop made short by such methods is itself inlined into large callers, attention's
 * softmax for one, with the same end. {@code AllocationTest} guards that.
 */
final class VectorMath {
  static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

  private static final int WIDTH = SPECIES.length();

  private VectorMath() {}

  static int log(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      FloatVector x = FloatVector.fromArray(SPECIES, in, i);
      VectorMask<Float> subnormal = x.compare(LT, Float.MIN_NORMAL);
      IntVector bits = x.blend(x.mul(FloatMath.TWO_TO_23), subnormal).reinterpretAsInts();
      IntVector power = bits.sub(FloatMath.SQRT_HALF_BITS).lanewise(ASHR, MANTISSA_BITS);
      FloatVector f = bits.sub(power.lanewise(LSHL, MANTISSA_BITS)).reinterpretAsFloats().sub(1f);
      FloatVector whole = power.add(ROUNDER_BITS).reinterpretAsFloats().sub(ROUNDER);
      FloatVector n = whole.blend(whole.sub(23f), subnormal);
      FloatVector square = f.mul(f);
      FloatVector p = f.fma(FloatMath.L7, FloatMath.L6);
      p = p.fma(f, FloatVector.broadcast(SPECIES, FloatMath.L5));
      p = p.fma(f, FloatVector.broadcast(SPECIES, FloatMath.L4));
      p = p.fma(f, FloatVector.broadcast(SPECIES, FloatMath.L3));
      p = p.fma(f, FloatVector.broadcast(SPECIES, FloatMath.L2));
      p = p.fma(f, FloatVector.broadcast(SPECIES, FloatMath.L1));
      p = p.fma(f, FloatVector.broadcast(SPECIES, FloatMath.L0));
      FloatVector rest = n.fma(FloatVector.broadcast(SPECIES, LN_2_REST), square.mul(f).mul(p));
      FloatVector near = f.add(square.fma(FloatVector.broadcast(SPECIES, -0.5f), rest));
      n.fma(FloatVector.broadcast(SPECIES, LN_2), near)
          .blend(Float.POSITIVE_INFINITY, x.compare(EQ, Float.POSITIVE_INFINITY))
          .blend(Float.NEGATIVE_INFINITY, x.compare(EQ, 0f))
          .blend(Float.NaN, x.compare(GE, 0f).not())
          .intoArray(out, i);
    }
    return i;
  }

  static int roundToBfloat16(float[] values, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      IntVector bits = FloatVector.fromArray(SPECIES, values, i).reinterpretAsInts();
      IntVector lowest = bits.lanewise(LSHR, 16).and(1);
      IntVector rounded = bits.add(Bfloat16.HALF_LESS_ONE).add(lowest).and(Bfloat16.KEPT_BITS);
      VectorMask<Integer> nan =
          bits.and(Bfloat16.MAGNITUDE_BITS).compare(GT, Bfloat16.INFINITY_BITS);
      rounded.blend(Bfloat16.NAN_BITS, nan).reinterpretAsFloats().intoArray(values, i);
    }
    return i;
  }

  /** Up to the last whole vector; returns where it ends. */
  static int roundSums(float[] values, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      IntVector bits = FloatVector.fromArray(SPECIES, values, i).reinterpretAsInts();
      IntVector tf32 = bits.add(Precision.HALF_OF_TF32).and(Precision.TF32_BITS);
      IntVector rounded = tf32.add(Precision.HALF_OF_BFLOAT16).and(Bfloat16.KEPT_BITS);
      rounded.reinterpretAsFloats().intoArray(values, i);
    }
    return i;
  }
}
